import type { EventData, JournalEvent } from '../../journal/events.ts'
import type { History } from './history.ts'

/** Question `n` to a person about the Call at `span`, with its time. */
export const pastQuestion = (
  history: History,
  span: string,
  n: number,
): (JournalEvent & { readonly type: 'approval.requested' }) | undefined =>
  history.recorded('approval.requested', span, n)

/** Their decision. */
export const pastDecision = (history: History, span: string, n: number): EventData['approval.decided'] | undefined =>
  history.recorded('approval.decided', span, n)?.data
