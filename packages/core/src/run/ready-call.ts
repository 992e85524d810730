import type { CallError } from '../call/call-error.ts'
import type { ProposedCall } from '../call/judged-call.ts'
import type { ReferenceView } from '../request/reference.types.ts'
import type { Json, JsonObject } from '../schema/json.ts'
import type { Gate } from './approval/confirm.ts'
import type { CallPlace } from './call-place.ts'

/** A Call whose parameters are resolved and valid, ready to be executed. */
export interface ReadyCall {
  readonly place: CallPlace
  readonly isLarge: boolean
  readonly proposed: ProposedCall
  readonly resolved: JsonObject
  readonly view: ReferenceView
  /** What `_imports` lets an Activity see. */
  readonly imports: JsonObject
  readonly gate: Gate
}
/** What became of it. */
export type Performed =
  { readonly type: 'result'; readonly result: Json } | { readonly type: 'error'; readonly error: CallError }
