import type { CallError } from '../../call/call-error.ts'
import { dropNulls } from '../../call/drop-nulls.ts'
import type { Json, JsonObject } from '../../schema/json.ts'
import type { CallInputs } from './call-inputs.ts'
import type { CallPlace } from './call-place.ts'

/** A Call whose parameters are resolved and valid, ready to be executed. */
export interface ReadyCall extends CallInputs {
  readonly place: CallPlace
  readonly isLarge: boolean
  /** The imports that Calls of the same turn wrote. */
  readonly awaited?: readonly string[] | undefined
}
/** Its outcome. */
export type Performed =
  { readonly type: 'result'; readonly result: Json } | { readonly type: 'error'; readonly error: CallError }

/** The parameters as checked: meaningless nulls are left out of referenced values, too. */
export const givenOf = ({ proposed, resolved }: ReadyCall): JsonObject =>
  resolved === proposed.parameters ? resolved : dropNulls(proposed.tool.parameters, resolved)
