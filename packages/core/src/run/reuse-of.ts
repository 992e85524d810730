import type { EventData, JournalEvent } from '../journal/events.ts'
import type { ExecutorDeps } from './executor-types.ts'
import { createReuse, NO_REUSE, type ForkEdit, type Reuse } from './reuse.ts'

/** What the fork that these data describe keeps; nothing where the Run is no fork or its source is gone. */
export async function reuseOf(
  deps: ExecutorDeps,
  created: EventData['run.created'],
  onKept?: (key: string) => void,
): Promise<Reuse> {
  if (!created.fork) return NO_REUSE
  const { run, at, reuse, edit } = created.fork
  const events = await deps.journal.read(run, { hydrate: true }).catch((): readonly JournalEvent[] => [])
  // Journaled by forkedEvent from a checked edit.
  const checked = edit as unknown as ForkEdit | undefined
  return createReuse({ run, events, edit: checked, upTo: reuse === 'prefix' ? at : undefined, onKept })
}
