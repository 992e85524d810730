import type { Json, JsonObject, Pointer } from '../schema/json.ts'
import { isObject } from '../schema/json.ts'
import type { JsonNode } from '../schema/json-document.ts'
import { isStringNode, jsonOf, keyOf, memberOf, nodeAt, parseDocument, valueOf } from '../schema/json-document.ts'
import { toPointer } from '../schema/pointer.ts'
import { isMetaName } from './meta-names.ts'

/** One line of a property table: a schema in words a person edits. Derived from the text on demand. */
export interface PropertyRow {
  readonly name: string
  /** The pointer to the property's schema in the file. */
  readonly pointer: Pointer
  /** The range of `"name": schema` in the text: offset and length. */
  readonly range: readonly [offset: number, length: number]
  readonly isMeta: boolean
  /** As written; none where the schema names no type. */
  readonly types: readonly string[]
  readonly required: boolean
  readonly description: string | undefined
  readonly ref: string | undefined
  /** Every other keyword, as written: nothing is hidden that the table has no column for. */
  readonly constraints: JsonObject
  readonly children: readonly PropertyGroup[]
}

/** A keyword that combines schemas. */
export type Combination = 'anyOf' | 'oneOf' | 'allOf'

/** Nested schemas with properties or alternatives. */
export interface PropertyGroup {
  /** `properties`, `items`, or a combination. */
  readonly kind: 'properties' | 'items' | Combination
  /** The schema that has the properties `rows`: the target of their edits. */
  readonly pointer: Pointer
  /** For items and alternatives: the schema itself. */
  readonly schema: PropertyRow | undefined
  readonly rows: readonly PropertyRow[]
}

const IN_COLUMNS = new Set([
  'type',
  'description',
  '$ref',
  'properties',
  'required',
  'items',
  'anyOf',
  'oneOf',
  'allOf',
])
const COMBINATIONS = ['anyOf', 'oneOf', 'allOf'] as const
/** Where a schema keeps definitions: today's keyword, and draft-07's. */
export const DEFINITIONS = ['$defs', 'definitions'] as const
const DEEPEST = 64

/** The schema that is the value of `node`, as a row without a name. */
export const readSchema = (node: JsonNode, pointer: Pointer): PropertyRow => rowOf('', node, node, pointer, false, 0)

/** The schemas in `$defs` and `definitions` of a schema. */
export const readDefinitions = (schema: JsonNode, pointer: Pointer): readonly PropertyRow[] =>
  DEFINITIONS.flatMap((keyword) => {
    const held = memberOf(schema, keyword)
    const last = new Map((held?.type === 'object' ? (held.children ?? []) : []).map((child) => [keyOf(child), child]))
    return [...last].flatMap(([name, child]): readonly PropertyRow[] => {
      const value = valueOf(child)
      if (name === undefined || value === undefined) return []
      return [rowOf(name, value, child, pointer + toPointer([keyword, name]), false, 0)]
    })
  })

/** The properties of the object schema at `pointer` of a text, however much of the text is broken elsewhere. */
export const readProperties = (text: string, pointer: Pointer): readonly PropertyRow[] => {
  const node = nodeAt(parseDocument(text).root, pointer)
  return node === undefined ? [] : rowsOf(node, pointer, 0)
}

const rowsOf = (schema: JsonNode, pointer: Pointer, depth: number): readonly PropertyRow[] => {
  const properties = memberOf(schema, 'properties')
  if (properties?.type !== 'object' || depth > DEEPEST) return []
  const required = requiredOf(schema)
  const last = new Map((properties.children ?? []).map((property) => [keyOf(property), property]))
  return [...last].flatMap(([name, property]): readonly PropertyRow[] => {
    const value = valueOf(property)
    if (name === undefined || value === undefined) return []
    return [rowOf(name, value, property, pointer + toPointer(['properties', name]), required.has(name), depth)]
  })
}

const requiredOf = (schema: JsonNode): ReadonlySet<unknown> =>
  new Set((memberOf(schema, 'required')?.children ?? []).map((item): unknown => item.value))

const rowOf = (
  name: string,
  schema: JsonNode,
  whole: JsonNode,
  pointer: Pointer,
  required: boolean,
  depth: number,
): PropertyRow => {
  const description = memberOf(schema, 'description')
  const ref = memberOf(schema, '$ref')
  return {
    name,
    pointer,
    range: [whole.offset, whole.length],
    isMeta: isMetaName(name),
    types: typesOf(memberOf(schema, 'type')),
    required,
    description: isStringNode(description) ? description.value : undefined,
    ref: isStringNode(ref) ? ref.value : undefined,
    constraints: constraintsOf(schema),
    children: groupsOf(schema, pointer, depth + 1),
  }
}

const typesOf = (node: JsonNode | undefined): readonly string[] => {
  const types = node === undefined ? [] : [jsonOf(node)].flat()
  return types.filter((type: Json) => typeof type === 'string')
}

const constraintsOf = (schema: JsonNode): JsonObject => {
  const value = schema.type === 'object' ? (schema.children ?? []) : []
  return Object.fromEntries(
    value.flatMap((property): [string, Json][] => {
      const keyword = keyOf(property)
      const written = valueOf(property)
      return keyword === undefined || written === undefined || IN_COLUMNS.has(keyword)
        ? []
        : [[keyword, jsonOf(written)]]
    }),
  )
}

const groupsOf = (schema: JsonNode, pointer: Pointer, depth: number): readonly PropertyGroup[] => {
  const rows = rowsOf(schema, pointer, depth)
  const own: readonly PropertyGroup[] =
    memberOf(schema, 'properties') === undefined ? [] : [{ kind: 'properties', pointer, schema: undefined, rows }]
  if (depth > DEEPEST) return own
  const items = memberOf(schema, 'items')
  const group = (kind: PropertyGroup['kind'], node: JsonNode, segments: readonly string[]): PropertyGroup => {
    const at = pointer + toPointer(segments)
    const self = rowOf(segments.join(' '), node, node, at, false, depth)
    return { kind, pointer: at, schema: self, rows: rowsOf(node, at, depth) }
  }
  return [
    ...own,
    ...(items?.type === 'object' ? [group('items', items, ['items'])] : []),
    ...COMBINATIONS.flatMap((kind) => {
      const alternatives = memberOf(schema, kind)
      if (alternatives?.type !== 'array') return []
      return (alternatives.children ?? []).map((node, index) => group(kind, node, [kind, String(index)]))
    }),
  ]
}

/** A row's type as the table prints it: `string`, `string | null`, `array of integer`, `#/$defs/note`, `any`. */
export const typeLabel = (row: PropertyRow): string => {
  if (row.ref !== undefined) return row.ref
  const item = row.children.find(({ kind }) => kind === 'items')?.schema
  const types = row.types.map((type) => (type === 'array' && item ? `array of ${typeLabel(item)}` : type))
  if (types.length > 0) return types.join(' | ')
  const alternatives = row.children.filter(({ kind }) => kind === 'anyOf' || kind === 'oneOf')
  if (alternatives.length > 0) {
    return alternatives.map(({ schema }) => (schema ? typeLabel(schema) : 'any')).join(' | ')
  }
  if (row.constraints['const'] !== undefined) return JSON.stringify(row.constraints['const'])
  if (isObject(row.constraints)) return Array.isArray(row.constraints['enum']) ? 'enum' : 'any'
  return 'any'
}
