import type { EventData } from '../../journal/events.ts'
import type { Recording } from './recording.ts'

type Reached = EventData['limit.reached']

/** The recorded limit on this span that `is` it, after `before` others of its kind. */
export function pastLimit(
  { history }: Recording,
  span: string,
  is: (fact: Reached) => boolean,
  before = 0,
): Reached | undefined {
  const reached = history.all('limit.reached', span)
  return reached.length === 0 ? undefined : reached.filter(({ data }) => is(data))[before]?.data
}

/** Whether the record says that another branch than the one at `span` ended the Run. */
export function endsElsewhere({ history }: Recording, span: string): boolean {
  const first = history.replaying ? history.recorded('run.failed', '')?.data.error.key : undefined
  return first !== undefined && first !== span
}
