import type { Span } from './span.ts'
import type { TraceLog } from './log-types.ts'

/** The Calls of a Run that failed, in the order in which they did. */
export interface FailedCalls {
  readonly calls: readonly Span[]
  /** How many Calls the Run made. */
  readonly of: number
}

/** The Calls that failed and were not made good since; undefined without any. `Run.failedCalls` names the same ones. */
export const failedCalls = (log: TraceLog): FailedCalls | undefined => {
  const calls = new Map<string, Span>()
  for (const { seq, kind } of log.marks) {
    const event = kind === 'error' ? log.events[seq - 1] : undefined
    const span = event?.type === 'call.failed' ? log.spans.byId.get(event.span)?.latest : undefined
    if (span?.status !== 'failed') continue
    // One that failed again comes later.
    calls.delete(span.id)
    calls.set(span.id, span)
  }
  if (calls.size === 0) return undefined
  return { calls: [...calls.values()], of: log.events.filter(({ type }) => type === 'call.proposed').length }
}
