import { callError } from '../../call/call-errors.ts'
import type { CallError } from '../../call/call-error.ts'
import type { Limits } from '../../idea/idea.ts'
import type { Budget } from './budget.ts'
import type { LimitedLoop } from './limited-loop.ts'
import type { PastCall } from '../record/past-call.ts'
import { endAtLimit, reach } from './reach.ts'

/** Ends the Run where a budget of this Loop or of one around it is used up; nothing is waited for where it is not. */
export function endAtBudget(
  loop: LimitedLoop,
  span: string,
  limit: keyof Limits,
  valueOf: (budget: Budget) => number,
): Promise<void> | undefined {
  const over = findOver(loop, limit, (level) => valueOf(level.budget))
  return endAtLimit(loop.run, span, limit, over.value, over.max)
}

/** The innermost Loop over its limit, or the Loop itself. A Module is charged to its callers' limits too. */
function findOver(loop: LimitedLoop, limit: keyof Limits, valueOf: (level: LimitedLoop) => number) {
  for (let level: LimitedLoop | undefined = loop; level; level = level.enclosing) {
    const value = valueOf(level)
    const max = level.limits[limit]
    if (value > max) return { value, max }
  }
  return { value: valueOf(loop), max: loop.limits[limit] }
}

/** Counts the Call; over a limit the Run ends. Calls with a recorded start were counted before. */
export function countCall(loop: LimitedLoop, span: string, past: PastCall): Promise<void> | undefined {
  loop.budget.countCall()
  if (past.hasBegun || past.wasRefused) return undefined
  return endAtBudget(loop, span, 'calls', (budget) => budget.calls)
}

/** Refuses a Call that would enter a Module deeper than this Loop or one around it allows. */
export function refuseDepth(
  loop: LimitedLoop,
  span: string,
): { readonly error: CallError; readonly recorded: Promise<void> } | undefined {
  const over = findOver(loop, 'depth', (level) => loop.depth + 1 - level.depth)
  const reached = reach(loop.run, span, 'depth', over.value, over.max)
  if (!reached) return undefined
  const { value, max, recorded } = reached
  const message = `This Call would enter level ${value} of nested Modules; at most ${max} are allowed (limits.depth). Do the work without it.`
  return { error: callError('limit.depth', message), recorded }
}
