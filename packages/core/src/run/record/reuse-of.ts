import type { EventData, JournalEvent } from '../../journal/events.ts'
import type { ExecutorDeps } from './executor-deps.ts'
import { liftedEvents } from './lifted-calls.ts'
import { liftedAnswers } from './lifted-plan.ts'
import { createReuse, NO_REUSE, writtenAnswer, type ForkEdit, type Reuse } from './reuse.ts'

/** The kept part of a fork; nothing if the Run isn't a fork or its source is gone. */
export async function reuseOf(
  deps: ExecutorDeps,
  created: EventData['run.created'],
  onKept?: (key: string) => void,
): Promise<Reuse> {
  if (!created.fork) return NO_REUSE
  const { run, at, reuse, edit, from, calls } = created.fork
  const recorded = await deps.journal.read(run, { hydrate: true }).catch((): readonly JournalEvent[] => [])
  if (calls !== undefined && recorded.length > 0) return await liftedReuse(deps, run, recorded, calls, onKept)
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

/** The Calls turn by turn, their results in the last: no model said so, and the events say that. */
async function liftedReuse(
  deps: ExecutorDeps,
  run: string,
  recorded: readonly JournalEvent[],
  spans: readonly string[],
  onKept?: (key: string) => void,
): Promise<Reuse> {
  const { calls, answers } = await liftedAnswers(deps, recorded, spans)
  const events = liftedEvents(recorded, calls)
  const kept = createReuse({ run, events, edit: undefined, upTo: undefined, anyQuestion: true, onKept })
  return {
    ...kept,
    request(span, asked) {
      const solution = answers.get(span)
      return solution === undefined ? kept.request(span, asked) : writtenAnswer(solution)
    },
  }
}

/** The record below a Call, as a separate Run would have it. */
const below = (events: readonly JournalEvent[], call: string): readonly JournalEvent[] =>
  events
    .filter(({ span }) => span.startsWith(`${call}/`))
    .map((event) => ({ ...event, span: event.span.slice(call.length + 1) }))
