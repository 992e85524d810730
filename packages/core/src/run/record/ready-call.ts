import type { CallError } from '../../call/call-error.ts'
import { dropNulls } from '../../call/drop-nulls.ts'
import type { Json, JsonObject } from '../../schema/json.ts'
import type { Gate } from '../approval/confirm.ts'
import type { CallInputs } from './call-inputs.ts'
import type { CallPlace } from './call-place.ts'

/** A Call whose parameters are resolved and valid, ready to be executed. */
export interface ReadyCall extends CallInputs {
  readonly place: CallPlace
  readonly isLarge: boolean
  readonly gate: Gate
  /** The imports that Calls of the same turn wrote. */
  readonly awaited?: readonly string[] | undefined
  /** Its Activity asked for a person before it began: the reason that they approved. */
  readonly approvedFor?: string | undefined
}
/** What became of it. */
export type Performed =
  { readonly type: 'result'; readonly result: Json } | { readonly type: 'error'; readonly error: CallError }

/** The parameters as they were checked: a null that stands for nothing is left out of values behind references, too. */
export const givenOf = ({ proposed, resolved }: ReadyCall): JsonObject =>
  resolved === proposed.parameters ? resolved : dropNulls(proposed.tool.parameters, resolved)
