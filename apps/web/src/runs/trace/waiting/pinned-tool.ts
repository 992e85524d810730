import { isObject, type Json } from '@ensemble/core'
import { normaliseTool, type NormalTool } from '@ensemble/core/tool'

const SHARED = 'tool://'

/**
 * A Tool as the Run pinned it. `pin` is the body behind a pin's hash, `{ idea, tools }`; undefined for a caller's
 * Tools.
 */
export function pinnedTool(pin: Json | undefined, name: string): NormalTool | undefined {
  if (!isObject(pin) || !isObject(pin['idea']) || !Array.isArray(pin['idea']['context'])) return undefined
  const shared = isObject(pin['tools']) ? pin['tools'] : {}
  const context: readonly Json[] = pin['idea']['context']
  for (const message of context.toReversed()) {
    if (!isObject(message) || message['type'] !== 'tool' || !isObject(message['tool'])) continue
    const entry = message['tool'][name]
    if (!isObject(entry)) continue
    const ref = entry['$ref']
    const schema = typeof ref === 'string' && ref.startsWith(SHARED) ? shared[ref.slice(SHARED.length)] : entry
    if (isObject(schema)) return normaliseTool(name, schema).tool
  }
  return undefined
}
