import { isObject } from '../schema/json.ts'
import type { Json, JsonObject } from '../schema/json.ts'
import { noteSameShape } from '../tool/normalise.ts'

/** Gives the same object for equal schemas, as they are written, and notes those that only their words tell apart. */
export type Share = (name: string, schema: JsonObject) => JsonObject

/** So many different ones are compared with at most, and none that is longer: what compares them takes a few MB. */
const MOST_KNOWN = 4096
const LONGEST = 8192

/** Tools that are equal but for their title and description. */
interface Shape {
  readonly byWords: Map<string, JsonObject>
  /** The first of each name. */
  readonly byName: Map<string, JsonObject>
}

/** A schema's JSON with the places of its words, but not the words. */
const textWithoutWords = (schema: JsonObject): string => {
  const keys = Object.keys(schema)
  return JSON.stringify([keys, keys.map((key) => (key === 'title' || key === 'description' ? null : schema[key]))])
}

/** For one reading of a workspace; what it compared with is forgotten with it. */
export const createShare = (): Share => {
  const shapes = new Map<string, Shape>()
  let found = 0
  let held = 0
  const shapeOf = (text: string): Shape | undefined => {
    const known = shapes.get(text)
    if (known !== undefined) found++
    if (known !== undefined || text.length > LONGEST || shapes.size === MOST_KNOWN) return known
    const shape = { byWords: new Map(), byName: new Map() }
    shapes.set(text, shape)
    return shape
  }
  return (name, schema) => {
    // Where hardly any are equal, comparing costs more than it saves.
    if (shapes.size === MOST_KNOWN && found < MOST_KNOWN) return schema
    const { title = '', description = '' } = schema
    if (typeof title !== 'string' || typeof description !== 'string') return schema
    const shape = shapeOf(textWithoutWords(schema))
    if (!shape) return schema
    const words = JSON.stringify([title, description])
    const same = shape.byWords.get(words)
    if (same !== undefined) return same
    if (words.length <= LONGEST && held++ < MOST_KNOWN) shape.byWords.set(words, schema)
    const first = shape.byName.get(name)
    if (first === undefined) shape.byName.set(name, schema)
    else noteSameShape(schema, first)
    return schema
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
      const shared = isObject(schema) ? share(name, schema) : schema
      if (shared !== schema) tools[name] = shared
    }
  }
}
