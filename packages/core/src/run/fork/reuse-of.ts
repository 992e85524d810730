import type { EventData, JournalEvent } from '../../journal/events.ts'
import type { ExecutorDeps } from '../executor-deps.ts'
import { createReuse, NO_REUSE, type ForkEdit, type Reuse } from './reuse.ts'

/** What the fork that these data describe keeps; nothing where the Run is no fork or its source is gone. */
export async function reuseOf(
  deps: ExecutorDeps,
  created: EventData['run.created'],
  onKept?: (key: string) => void,
): Promise<Reuse> {
  if (!created.fork) return NO_REUSE
  const { run, at, reuse, edit, from } = created.fork
  const recorded = await deps.journal.read(run, { hydrate: true }).catch((): readonly JournalEvent[] => [])
  if (from !== undefined)
    return createReuse({
      run,
      events: below(recorded, from),
      edit: undefined,
      upTo: undefined,
      anyQuestion: true,
      onKept,
    })
  // Journaled by forkedEvent from a checked edit.
  const checked = edit as unknown as ForkEdit | undefined
  return createReuse({ run, events: recorded, edit: checked, upTo: reuse === 'prefix' ? at : undefined, onKept })
}

/** What is recorded below a Call, as a Run of its own would have recorded it. */
const below = (events: readonly JournalEvent[], call: string): readonly JournalEvent[] =>
  events
    .filter(({ span }) => span.startsWith(`${call}/`))
    .map((event) => ({ ...event, span: event.span.slice(call.length + 1) }))
