import type { Json } from '../json.ts'
import type { LiftPlan } from './lower.ts'

/**
 * Undoes a lowering on one answer (PROTOCOL.md §3): null becomes left out where lowering made a property nullable, pairs
 * become maps, JSON text becomes values. What does not have the lowered shape is handed on as it is, for validation to
 * name.
 */
export const liftValue = (plan: LiftPlan, answer: Json): Json => (plan.lift ? plan.lift(answer) : answer)
