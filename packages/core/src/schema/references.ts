import type { Json, JsonObject, JsonSchema, Pointer } from './json.ts'
import { hasOwn, isObject } from './json.ts'
import { getByPointer, pointerOf, toPointer } from './pointer.ts'
import { subschemasOf } from './subschemas.ts'

const isSchema = (value: Json | undefined): value is JsonSchema => typeof value === 'boolean' || isObject(value)

/** The schema that a reference by place (`#/$defs/node`) leads to; undefined where it leads nowhere or out. */
export const referenceTarget = (
  root: JsonSchema,
  reference: string,
): { readonly schema: JsonSchema; readonly pointer: Pointer } | undefined => {
  const pointer = pointerOf(reference)
  const schema = pointer === undefined ? undefined : getByPointer(root, pointer)
  return pointer !== undefined && isSchema(schema) ? { schema, pointer } : undefined
}

/** Keywords whose schemas judge nothing in place. */
const STORES = new Set(['$defs', 'definitions', 'contentSchema'])

/** Every schema that may judge a value or its parts, references included, each once. `lost` gets broken references. */
export const reachableSchemas = (
  root: JsonSchema,
  draft07: boolean,
  lost: (reference: string) => void,
): readonly { readonly schema: JsonObject; readonly pointer: Pointer }[] => {
  const found = new Map<Json, Pointer>()
  const waiting: { readonly schema: JsonSchema; readonly pointer: Pointer }[] = [{ schema: root, pointer: '' }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { schema, pointer } = next
    if (!isObject(schema) || found.has(schema)) continue
    found.set(schema, pointer)
    if (typeof schema.$ref === 'string') {
      const target = referenceTarget(root, schema.$ref)
      if (target === undefined) lost(schema.$ref)
      else waiting.push(target)
      if (draft07 && hasOwn(schema, '$ref')) continue
    }
    for (const { segments, schema: inner } of subschemasOf(schema))
      if (!STORES.has(segments[0])) waiting.push({ schema: inner, pointer: pointer + toPointer(segments) })
  }
  return [...found].map(([schema, pointer]) => ({ schema: schema as JsonObject, pointer })) // only objects were put in
}
