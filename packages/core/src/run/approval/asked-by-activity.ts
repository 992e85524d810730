import { keptOf } from '../record/kept-call.ts'
import type { LoopScope } from '../record/loop-scope.ts'
import { pinnedResult } from '../record/pinned.ts'
import type { ReadyCall } from '../record/ready-call.ts'
import type { Stop } from './stop-for-person.ts'

/**
 * An Activity that wants a person to confirm each Call (`approval` of its options) asks before it begins. What is on the
 * record is not asked again, and nothing is asked where nothing will run: a fork keeps the result, a person wrote it, or
 * the workspace pinned it.
 */
export async function askedByActivity(loop: LoopScope, call: ReadyCall, reason: string): Promise<Stop | undefined> {
  const { history, reuse } = loop.run
  const { span } = call.place
  const isRecorded = [
    history.recorded('call.started', span, 1),
    history.recorded('call.rejected', span),
    history.recorded('approval.requested', span, 1),
  ].some((event) => event !== undefined)
  if (history.replaying || isRecorded) return undefined
  const isGiven =
    reuse.result(span) !== undefined ||
    keptOf(loop, call) !== undefined ||
    (await pinnedResult(loop, call)) !== undefined
  return isGiven ? undefined : { why: 'activity', reason }
}
