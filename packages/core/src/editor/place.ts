import { findNodeAtOffset, getLocation } from 'jsonc-parser'
import type { Location } from 'jsonc-parser'
import type { JsonObject, Pointer } from '../schema/json.ts'
import { isObject } from '../schema/json.ts'
import type { JsonDocument, JsonNode } from '../schema/json-document.ts'
import { isTooDeep, jsonOf, keyOf, memberOf, nodeAt, parseDocument, segmentsOf } from '../schema/json-document.ts'
import { toPointer } from '../schema/pointer.ts'
import { metaFieldOf } from '../tool/meta-names.ts'
import { isOwnRoot } from '../tool/own-root.ts'
import type { MetaFieldName } from '../tool/meta-names.ts'
import { ENSEMBLE_SCHEMA } from './ensemble-schema.ts'
import { IDEA_SCHEMA, TOOL_SCHEMA } from './published-schema.ts'
import { schemasOn } from './schema-walk.ts'
import type { EditorWorld } from './world.ts'

/** The cursor's place in a file, and what may be written there. */
export interface Place {
  readonly document: JsonDocument
  /** The object or array under the cursor (for a key), else the value. */
  readonly segments: readonly string[]
  readonly isKey: boolean
  /** The token under the cursor: what a completion replaces. */
  readonly range: readonly [offset: number, length: number]
  readonly schemas: readonly JsonObject[]
}

const ROOTS: { readonly [file in EditorWorld['file']]: JsonObject } = {
  idea: IDEA_SCHEMA,
  tool: TOOL_SCHEMA,
  ensemble: ENSEMBLE_SCHEMA,
  schema: { $ref: '#/$defs/schema', $defs: IDEA_SCHEMA.$defs ?? {} },
}

export const placeAt = (text: string, offset: number, file: EditorWorld['file']): Place => {
  const document = parseDocument(text)
  const { path, isAtPropertyKey, previousNode } = locationIn(document, offset)
  const all = path.map(String)
  const segments = isAtPropertyKey ? all.slice(0, -1) : all
  const isOn = previousNode !== undefined && offset <= previousNode.offset + previousNode.length
  const range = isOn ? ([previousNode.offset, previousNode.length] as const) : wordAround(text, offset)
  return { document, segments, isKey: isAtPropertyKey, range, schemas: schemasFor(document, segments, file) }
}

const NOWHERE: Pick<Location, 'path' | 'isAtPropertyKey' | 'previousNode'> = { path: [], isAtPropertyKey: false }

/** Where an offset is. Not in a text too deep to read: the parser's stack would end. */
const locationIn = ({ text, root }: JsonDocument, offset: number): typeof NOWHERE =>
  root === undefined && isTooDeep(text) ? NOWHERE : getLocation(text, offset)

/** The unquoted text so far. */
const wordAround = (text: string, offset: number): readonly [number, number] => {
  const before = /[\w$.-]*$/u.exec(text.slice(0, offset))?.[0].length ?? 0
  const after = /^[\w$.-]*/u.exec(text.slice(offset))?.[0].length ?? 0
  return [offset - before, before + after]
}

/** The schemas that hold at a place: of the file's form or, inside example values, of the author. */
export const schemasFor = (
  document: JsonDocument,
  segments: readonly string[],
  file: EditorWorld['file'],
): readonly JsonObject[] => {
  const own = authorsSchema(document.root, segments, file)
  return own === undefined
    ? schemasOn(ROOTS[file], document.root, segments)
    : schemasOn(own.schema, nodeAt(document.root, toPointer(own.at)), segments.slice(own.at.length))
}

/** A Message's `input` and `state` follow the `schema` next to them; `default` follows its own schema. */
const authorsSchema = (
  root: JsonNode | undefined,
  segments: readonly string[],
  file: EditorWorld['file'],
): { readonly schema: JsonObject; readonly at: readonly string[] } | undefined => {
  const read = (at: readonly string[], key?: string): JsonObject | undefined => {
    const holder = nodeAt(root, toPointer(at))
    const node = key === undefined ? holder : memberOf(holder, key)
    const value = node && jsonOf(node)
    return isObject(value) ? value : undefined
  }
  if (file === 'idea' && segments[0] === 'context' && ['input', 'state', 'data'].includes(segments[2] ?? '')) {
    const schema = read(segments.slice(0, 2), 'schema')
    return schema && { schema, at: segments.slice(0, 3) }
  }
  const index = segments.findLastIndex((segment) => segment === 'default' || segment === 'examples')
  if (index < 0 || segments[index - 1] === 'properties' || file === 'ensemble') return undefined
  const length = segments[index] === 'examples' ? index + 2 : index + 1
  const schema = segments.length < length ? undefined : read(segments.slice(0, index))
  return schema && { schema, at: segments.slice(0, length) }
}

/** The meta field of the value at a path: `…/_module`, `…/_module/const`, `…/_imports/items/enum/0`. */
export const metaFieldAt = (segments: readonly string[]): MetaFieldName | undefined => {
  const index = segments.findLastIndex((segment) => metaFieldOf(segment) !== undefined)
  const rest = segments.slice(index + 1)
  const isValue = rest.every((segment) => /^(?:const|enum|items|\d+)$/u.test(segment))
  return index >= 0 && isValue ? metaFieldOf(segments[index] ?? '') : undefined
}

/** Where the schema begins that a `$ref` at this path counts from. */
export const schemaRootOf = (segments: readonly string[], file: EditorWorld['file']): readonly string[] => {
  let length = 0
  if (file === 'idea') {
    if (segments[0] === 'schema') length = 1
    else if (segments[2] === 'tool') length = 4
    else if (segments[2] === 'schema') length = 3
  }
  segments.forEach((segment, index) => {
    const isCondition = segment === 'when' && segments.slice(0, index).includes('_approval')
    if ((isOwnRoot(segment) || isCondition) && index >= length) length = index + 1
  })
  return segments.slice(0, length)
}

/** The key or scalar under the cursor. */
export const tokenAt = (document: JsonDocument, offset: number): JsonNode | undefined => {
  const node = document.root && findNodeAtOffset(document.root, offset, true)
  return node === undefined || node.type === 'object' || node.type === 'array' || node.type === 'property'
    ? undefined
    : node
}
export const isKeyNode = (node: JsonNode): boolean =>
  node.parent?.type === 'property' && node.parent.children?.[0] === node

/** The path of a token: for a key, that of its property. */
export const pathOfToken = (node: JsonNode): readonly string[] =>
  isKeyNode(node) && node.parent ? [...segmentsOf(node.parent), String(keyOf(node.parent))] : segmentsOf(node)

/** One of the values that enclose a place, from the outermost in; offsets in UTF-16 units. */
export interface Crumb {
  readonly label: string
  readonly pointer: Pointer
  readonly range: readonly [offset: number, length: number]
}

/** The way from the root to the cursor, as breadcrumbs; a Message shows its type, a Tool its name. */
export const breadcrumbsAt = (text: string, offset: number): readonly Crumb[] => {
  const document = parseDocument(text)
  const { path } = locationIn(document, offset)
  const segments = path.map(String).filter((segment) => segment !== '')
  return segments.flatMap((segment, index): readonly Crumb[] => {
    const pointer = toPointer(segments.slice(0, index + 1))
    const node = nodeAt(document.root, pointer)
    const type = memberOf(node, 'type')?.value as unknown
    const isItem = /^\d+$/u.test(segment) && node?.parent?.type === 'array'
    const label = isItem && typeof type === 'string' ? `${segment} ${type}` : segment
    return node === undefined ? [] : [{ label, pointer, range: [node.offset, node.length] }]
  })
}
