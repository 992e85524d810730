import type { SpanError, TraceLog } from '@ensemble/core/trace'

/** The refusals in a row that a Loop ended with. */
export interface RefusedAnswers {
  readonly count: number
  /** The last one. */
  readonly error: SpanError
  readonly span: string
}

/** Limits that a Loop runs into while its answers are refused. */
const BY_TURNS: ReadonlySet<string> = new Set(['limit.turns', 'limit.invalidTurns'])

/**
 * The refused answers that used up a failed Run's turns: they are its cause, and the limit only ended it. Null where the
 * last answer was not refused, or another limit ended the Run.
 */
export function refusedAnswers(log: TraceLog): RefusedAnswers | null {
  const end = log.events.at(-1)
  if (end?.type !== 'run.failed' || !BY_TURNS.has(end.data.error.code)) return null
  const { byId, children } = log.spans
  const ofLoop = (id: string) => (children.get(id) ?? []).map((child) => byId.get(child)?.latest)
  const requests = ofLoop(loopOf(end.data.error.key)).filter((span) => span?.kind === 'request')
  const isRefused = (id: string): boolean => refusalAt(id) !== undefined
  const refusalAt = (id: string) =>
    [byId.get(id)?.latest, ...ofLoop(id)].find((span) => span?.status === 'rejected' && span.error !== undefined)
  const reversed = requests.flatMap((span) => (span === undefined ? [] : [span.id])).toReversed()
  const kept = reversed.findIndex((id) => !isRefused(id))
  const refused = kept === -1 ? reversed : reversed.slice(0, kept)
  const last = refused[0] === undefined ? undefined : refusalAt(refused[0])
  return last?.error === undefined ? null : { count: refused.length, error: last.error, span: last.id }
}

/** The Loop whose limit it was: a Request's, or the one that the key names. */
const loopOf = (key = ''): string => key.replace(/#.*$/u, '').replace(/(?:^|\/)request\/\d+$/u, '')
