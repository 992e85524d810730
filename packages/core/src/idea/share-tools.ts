import { isObject } from '../schema/json.ts'
import type { Json, JsonObject } from '../schema/json.ts'

/** Gives the same object for equal schemas, as they are written. */
export type Share = (schema: JsonObject) => JsonObject

/** So many different schemas are compared with at most, and none that is longer: what compares them takes a few MB. */
const MOST_KNOWN = 4096
const LONGEST = 8192

/** For one reading of a workspace; what it compared with is forgotten with it. */
export const createShare = (): Share => {
  const known = new Map<string, JsonObject>()
  let found = 0
  return (schema) => {
    // Where hardly any are equal, comparing costs more than it saves.
    if (known.size === MOST_KNOWN && found < MOST_KNOWN) return schema
    const text = JSON.stringify(schema)
    const before = known.get(text)
    if (before !== undefined) found++
    else if (text.length <= LONGEST && known.size < MOST_KNOWN) known.set(text, schema)
    return before ?? schema
  }
}

/**
 * Makes equal Tools of many Ideas one object, to hold and lint them once. Changes `idea`, which the caller must own.
 */
export const shareTools = (idea: Json | undefined, share: Share): void => {
  const context = isObject(idea) && Array.isArray(idea.context) ? idea.context : []
  for (const message of context) {
    if (!isObject(message) || message.type !== 'tool' || !isObject(message.tool)) continue
    const tools: { [name: string]: Json } = message.tool
    for (const [name, schema] of Object.entries(tools)) {
      const shared = isObject(schema) ? share(schema) : schema
      if (shared !== schema) tools[name] = shared
    }
  }
}
