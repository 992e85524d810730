import type { Json } from '../json.ts'
import type { LiftPlan } from './lower.ts'
import { NameTwice } from './lower-types.ts'

/**
 * Undoes a lowering on one answer: null, pairs and JSON text. Leaves other shapes for validation. Throws `NameTwice`.
 */
export const liftValue = (plan: LiftPlan, answer: Json): Json => (plan.lift ? plan.lift(answer) : answer)

/** The same of what a model wrote: the value, or in words what is wrong with it. */
export const tryLift = <T>(
  lift: () => T,
): { readonly ok: true; readonly value: T } | { readonly ok: false; readonly message: string } => {
  try {
    return { ok: true, value: lift() }
  } catch (thrown) {
    if (!(thrown instanceof NameTwice)) throw thrown
    return { ok: false, message: thrown.message }
  }
}
