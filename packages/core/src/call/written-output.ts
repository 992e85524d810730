import type { Json } from '../schema/json.ts'
import { isObject } from '../schema/json.ts'

/**
 * The `_output` in a recorded Call's own text (`call.proposed`, `raw`): before a latent result the Journal holds it
 * only there (docs/contract/protocol.md#composition). Undefined without one.
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
