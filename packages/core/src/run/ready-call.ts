import type { CallError } from '../call/call-error.ts'
import type { Json } from '../schema/json.ts'
import type { Gate } from './approval/confirm.ts'
import type { CallInputs } from './call-inputs.ts'
import type { CallPlace } from './call-place.ts'

/** A Call whose parameters are resolved and valid, ready to be executed. */
export interface ReadyCall extends CallInputs {
  readonly place: CallPlace
  readonly isLarge: boolean
  readonly gate: Gate
}
/** What became of it. */
export type Performed =
  { readonly type: 'result'; readonly result: Json } | { readonly type: 'error'; readonly error: CallError }
