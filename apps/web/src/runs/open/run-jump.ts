import { jumpFrom, type JumpTarget } from '@ensemble/core/trace'
import { seek } from './run-playback.ts'
import { runStore, type RunView } from './run-view.ts'
import { selectSpan } from './run.ts'

const foundFrom = ({ log, cursor }: RunView, target: JumpTarget, by: 1 | -1): number | undefined =>
  log === null ? undefined : jumpFrom(log, cursor ?? log.events.length, target, by)

/** Whether there is something of that kind before or after the instant shown. */
export const canJump = (state: RunView, target: JumpTarget, by: 1 | -1): boolean =>
  foundFrom(state, target, by) !== undefined

/** Shows the next or previous event of a kind; of a Call, an error or an approval the span is selected too. */
export function jump(target: JumpTarget, by: 1 | -1): void {
  const state = runStore.getState()
  const seq = foundFrom(state, target, by)
  if (seq === undefined) return
  seek(seq)
  const span = state.log?.events[seq - 1]?.span
  if (target !== 'event' && span !== undefined && span !== '') selectSpan(span)
}
