import type { Limits } from '../../idea/idea.ts'
import type { EventData } from '../../journal/events.ts'
import type { Recording } from './recording.ts'

type Reached = EventData['limit.reached']

/** Whether `limit` is reached at this place: as recorded, otherwise if `value` is over `max`. `before`: how often it was already reached there. */
export function limitAt(
  run: Recording,
  span: string,
  limit: keyof Limits,
  value: number,
  max: number,
  before = 0,
): Reached | undefined {
  const { history } = run
  if (value <= max && history.isNew) return undefined
  const known = history.all('limit.reached', span).filter(({ data }) => data.limit === limit)[before]?.data
  if (known) return known
  return value <= max || !history.decides || isPast(run, span, limit) ? undefined : { limit, value, max, scope: span }
}

/** The same of a cost limit that cannot be held, which ends the Run before it is reached. */
export function unpricedAt(run: Recording, span: string, live: () => Reached | undefined): Reached | undefined {
  const { history } = run
  const known = history.all('limit.reached', span).find(({ data }) => data.unpriced !== undefined)?.data
  return known ?? (!history.decides || isPast(run, span, 'cost') ? undefined : live())
}

/**
 * Whether what happened at this place is past the limit: it was within it then. In another life of the Run its branches are
 * counted in another order, and without their secrets two Calls may look alike.
 */
function isPast({ history }: Recording, span: string, limit: keyof Limits): boolean {
  switch (limit) {
    case 'tokens':
    case 'cost':
      return history.recorded('request.started', span) !== undefined
    case 'calls':
      return (
        history.recorded('call.started', span, 1) !== undefined ||
        history.recorded('approval.requested', span, 1) !== undefined ||
        history.recorded('call.rejected', span) !== undefined
      )
    case 'repeatedCalls':
      return history.recorded('call.proposed', span) !== undefined
    default:
      return false
  }
}

/** Whether the record says that another branch than the one at `span` ended the Run. */
export function endsElsewhere({ history }: Recording, span: string): boolean {
  const first = history.replaying ? history.recorded('run.failed', '')?.data.error.key : undefined
  return first !== undefined && first !== span
}

/** The working-time limit as a replayed Run reached it. */
export function timeLimitOf(run: Recording): (Pick<Reached, 'value' | 'max'> & { readonly span: string }) | undefined {
  const span = endByTime(run)?.key ?? ''
  const reached = run.history.all('limit.reached', span).find(({ data }) => data.limit === 'wallMs')?.data
  return reached && { span, value: reached.value, max: reached.max }
}

export const endedByTime = (run: Recording): boolean => endByTime(run) !== undefined

/** The Run's failure, if this was its time. */
function endByTime({ history }: Recording): EventData['run.failed']['error'] | undefined {
  const end = history.recorded('run.failed', '')?.data.error
  return end?.code === 'limit.wallMs' ? end : undefined
}
