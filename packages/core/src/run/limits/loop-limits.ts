import { callError } from '../../call/call-errors.ts'
import type { CallError } from '../../call/call-error.ts'
import type { Limits } from '../../idea/idea.ts'
import type { LimitedLoop } from './limited-loop.ts'
import { endAtLimit, reach } from './reach.ts'

type ValueOf = (level: LimitedLoop) => number

/** Ends the Run where a budget of this Loop or of one around it is used up; nothing is waited for where it is not. */
export function endAtBudget(
  loop: LimitedLoop,
  span: string,
  limit: keyof Limits,
  valueOf: ValueOf,
): Promise<void> | undefined {
  const over = findOver(loop, limit, valueOf)
  return endAtLimit(loop.run, span, limit, valueOf(over), over.limits[limit])
}

/**
 * The innermost Loop whose limit is passed; the Loop itself where none is. A Module has its own limits and is charged to
 * its callers' (docs/contract/protocol.md#modules).
 */
function findOver(loop: LimitedLoop, limit: keyof Limits, valueOf: ValueOf): LimitedLoop {
  for (let level: LimitedLoop | undefined = loop; level; level = level.enclosing)
    if (valueOf(level) > level.limits[limit]) return level
  return loop
}

/** Counts the Call against the limits; over one the Run ends. */
export function countCall(loop: LimitedLoop, span: string): Promise<void> | undefined {
  loop.budget.countCall()
  return endAtBudget(loop, span, 'calls', callsOf)
}
const callsOf: ValueOf = ({ budget }) => budget.calls

/** Refuses a Call that would enter a Module deeper than this Loop or one around it allows. */
export function refuseDepth(
  loop: LimitedLoop,
  span: string,
): { readonly error: CallError; readonly recorded: Promise<void> } | undefined {
  const levels: ValueOf = ({ depth }) => loop.depth + 1 - depth
  const over = findOver(loop, 'depth', levels)
  const reached = reach(loop.run, span, 'depth', levels(over), over.limits.depth)
  if (!reached) return undefined
  const { value, max, recorded } = reached
  const message = `This Call would enter level ${value} of nested Modules; at most ${max} are allowed (limits.depth). Do the work without it.`
  return { error: callError('limit.depth', message), recorded }
}
