import type { Json } from '../schema/json.ts'
import { isObject } from '../schema/json.ts'

/**
 * What a model wrote as `_output` into a recorded Call, from the Call's own text (`call.proposed`, `raw`): the Journal
 * holds a latent Call's nowhere else before it is the result (docs/contract/protocol.md#composition). Undefined where it wrote none.
 */
export const writtenOutput = (raw: Json | undefined): Json | undefined => {
  if (typeof raw !== 'string') return undefined
  try {
    const call: unknown = JSON.parse(raw)
    return isObject(call) ? call['_output'] : undefined
  } catch {
    return undefined
  }
}
