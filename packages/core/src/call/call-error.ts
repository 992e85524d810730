import type { Pointer } from '../schema/json.ts'

/** Every way a Call can be refused or fail (docs/contract/api.md#shapes). */
export const CALL_ERROR_CODES = [
  'tool.unknown',
  'json.invalid',
  'json.duplicateKey',
  'json.tooLarge',
  'json.tooDeep',
  'json.nonFinite',
  'arguments.invalid',
  'meta.forged',
  'reference.missing',
  'reference.failed',
  'reference.cycle',
  'approval.refused',
  'approval.expired',
  'call.refused',
  'activity.missing',
  'activity.failed',
  'activity.timeout',
  'activity.interrupted',
  'output.missing',
  'output.invalid',
  'module.unresolved',
  'module.failed',
  'module.mergeConflict',
  'limit.depth',
  'limit.callsPerTurn',
  'limit.repeatedCalls',
  'limit.callMs',
  'call.cancelled',
  'answer.cut',
  'answer.empty',
] as const
/** Every way in which a Call can be refused or fail (docs/contract/protocol.md#the-loop). */
export type CallErrorCode = (typeof CALL_ERROR_CODES)[number]

/** A problem the model can repair: data, never thrown. */
export interface CallError {
  readonly code: CallErrorCode
  readonly message: string
  readonly path?: Pointer
  /** The valid names where a name was wrong. */
  readonly names?: readonly string[]
  readonly retryable: boolean
}
