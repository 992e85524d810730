import type { Pointer } from '../schema/json.ts'
import { clip } from '../schema/clip.ts'
import { nearestName } from '../schema/nearest-name.ts'
import type { CallError, CallErrorCode } from './call-error.ts'

/** Where no further Call of this kind can succeed in this Run; everything else may, repaired or as it was. */
const FINAL: ReadonlySet<CallErrorCode> = new Set<CallErrorCode>([
  'approval.refused',
  'activity.missing',
  'activity.interrupted',
  'module.unresolved',
  'module.mergeConflict',
  'limit.depth',
  'limit.repeatedCalls',
  'call.cancelled',
])

export interface CallErrorExtra {
  readonly path?: Pointer
  readonly names?: readonly string[]
  /** Whether another Call can succeed; by default as usual for the code. */
  readonly retryable?: boolean
}

/** A CallError as data, ready for the Journal: absent extras are left out. */
export const callError = (code: CallErrorCode, message: string, extra: CallErrorExtra = {}): CallError => ({
  code,
  message,
  ...(extra.path !== undefined && { path: extra.path }),
  ...(extra.names !== undefined && { names: extra.names }),
  retryable: extra.retryable ?? !FINAL.has(code),
})

const SHOWN_NAMES = 40

/** `a, b, c`, cut with a count where there are more than a message should hold. */
export const listNames = (names: readonly string[]): string =>
  names.length <= SHOWN_NAMES
    ? names.join(', ')
    : `${names.slice(0, SHOWN_NAMES).join(', ')} and ${names.length - SHOWN_NAMES} more`

/** No Tool of that exact name: says which exist and which one was probably meant. */
export const unknownTool = (name: string, names: readonly string[]): CallError => {
  if (names.length === 0) {
    return callError('tool.unknown', `There is no tool ${JSON.stringify(clip(name))}: no tools are available here.`, {
      names,
    })
  }
  const near = nearestName(name, names)
  const meant = near === undefined ? '' : ` Did you mean "${near}"?`
  const message = `There is no tool ${JSON.stringify(clip(name))}.${meant} Valid names: ${listNames(names)}.`
  return callError('tool.unknown', message, { path: '/_tool', names })
}
