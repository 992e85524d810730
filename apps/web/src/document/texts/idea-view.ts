import { isObject, type Json, type JsonObject } from '@ensemble/core'
import type { JSONPath } from 'jsonc-parser'
import { toolFile } from './files.ts'

/** The place of a Tool's schema: in the Idea's own file, or in the shared file it refers to. */
export interface ToolPlace {
  readonly name: string
  readonly file: string
  readonly path: JSONPath
  /** In the Idea's file, whatever the entry holds. */
  readonly entryPath: JSONPath
  readonly shared: boolean
  readonly schema: JsonObject
}

export interface MessageView {
  readonly index: number
  readonly type: string
  readonly message: JsonObject
}

const cache = new Map<string, Json | undefined>()
const CACHE_SIZE = 512
/** Characters of all texts that are remembered: every key in a long one makes another. */
const MOST_CHARACTERS = 8_000_000
let characters = 0

/** A text's value; undefined if it isn't JSON. Cached by text, so that reading it again is free. */
export function parseText(text: string | null | undefined): Json | undefined {
  if (text === null || text === undefined) return undefined
  if (cache.has(text)) return cache.get(text)
  let value: Json | undefined
  try {
    value = JSON.parse(text) as Json // JSON.parse gives JSON
  } catch {
    value = undefined
  }
  if (cache.size >= CACHE_SIZE || characters > MOST_CHARACTERS) {
    cache.clear()
    characters = 0
  }
  cache.set(text, value)
  characters += text.length
  return value
}

export function parseObject(text: string | null | undefined): JsonObject {
  const value = parseText(text)
  return isObject(value) ? value : {}
}

/** The Messages of an Idea; plain `{ role, content }` counts as text. */
export function messagesOf(idea: JsonObject): readonly MessageView[] {
  const context = idea.context
  if (!Array.isArray(context)) return []
  return context.flatMap((message: Json, index) => {
    if (!isObject(message)) return []
    const type = typeof message.type === 'string' ? message.type : 'text'
    return [{ index, type, message }]
  })
}

const sharedName = (entry: JsonObject): string | null => {
  const ref = entry.$ref
  return typeof ref === 'string' && ref.startsWith('tool://') ? ref.slice('tool://'.length) : null
}

/** The Tools an Idea names, in order; the latest definition of a name wins (docs/contract/protocol.md#tools). */
export function toolsOf(
  file: string,
  idea: JsonObject,
  shared: (name: string) => JsonObject | undefined,
): readonly ToolPlace[] {
  const places = new Map<string, ToolPlace>()
  for (const { index, type, message } of messagesOf(idea)) {
    if (type !== 'tool' || !isObject(message.tool)) continue
    for (const [name, entry] of Object.entries(message.tool)) {
      if (!isObject(entry)) continue
      const entryPath: JSONPath = ['context', index, 'tool', name]
      const ref = sharedName(entry)
      const place: ToolPlace =
        ref === null
          ? { name, file, path: entryPath, entryPath, shared: false, schema: entry }
          : { name, file: toolFile(ref), path: [], entryPath, shared: true, schema: shared(ref) ?? {} }
      places.set(name, place)
    }
  }
  return [...places.values()]
}

/** A meta field of a Tool in either written form: the path to its value and the value itself (docs/contract/protocol.md#tools). */
export function metaField(
  schema: JsonObject,
  names: readonly string[],
): { readonly name: string; readonly path: JSONPath; readonly value: Json } | null {
  const properties = isObject(schema.properties) ? schema.properties : {}
  for (const name of names) {
    const property = properties[name]
    if (isObject(property) && property.const !== undefined)
      return { name, path: ['properties', name, 'const'], value: property.const }
    if (property !== undefined) return { name, path: ['properties', name], value: property }
    const root = schema[name]
    if (root !== undefined) return { name, path: [name], value: root }
  }
  return null
}

export const MODULE_NAMES = ['_module', '_delegate'] as const
export const IMPORT_NAMES = ['_imports', '_scopes'] as const
