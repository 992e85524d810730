import { parseTree } from 'jsonc-parser'
import type { Node } from 'jsonc-parser'
import type { Json, Pointer } from './json.ts'
import { parsePointer } from './pointer.ts'

export type JsonNode = Node

/** A JSON text as an editor holds it: comments and trailing commas tolerated, broken places left out. */
export interface JsonDocument {
  readonly text: string
  readonly root: JsonNode | undefined
}

/** One change of a text. Offsets and lengths count UTF-16 units of the text before any edit. */
export interface TextEdit {
  readonly offset: number
  readonly length: number
  readonly text: string
}

const MOST_LEVELS = 400

/** Whether brackets are nested so deep that walking the text would overflow the stack; schemas end at 64 levels. */
export const isTooDeep = (text: string): boolean => {
  let level = 0
  for (const [part] of text.matchAll(/"(?:[^"\\\n]|\\.)*"|[[\]{}]/gu)) {
    if (part === '{' || part === '[') level++
    else if (part === '}' || part === ']') level--
    if (level > MOST_LEVELS) return true
  }
  return false
}

const PARSE = { disallowComments: false, allowTrailingComma: true, allowEmptyContent: true }

/** Never throws; `root` is undefined for an empty text and for one nested too deep. */
export const parseDocument = (text: string): JsonDocument => ({
  text,
  root: isTooDeep(text) ? undefined : parseTree(text, [], PARSE),
})

/** The text after edits that do not overlap, whatever their order; two at one offset apply in the order given. */
export const applyTextEdits = (text: string, edits: readonly TextEdit[]): string => {
  let result = ''
  let at = 0
  for (const { offset, length, text: inserted } of edits.toSorted((a, b) => a.offset - b.offset)) {
    result += text.slice(at, offset) + inserted
    at = Math.max(at, offset + length)
  }
  return result + text.slice(at)
}

/** The smallest single edit that turns one text into another; none where they are equal. */
export const editBetween = (before: string, after: string): readonly TextEdit[] => {
  if (before === after) return []
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++
  return [{ offset: start, length: before.length - start - end, text: after.slice(start, after.length - end) }]
}

/** A property's key; undefined for any other node. */
export const keyOf = (property: JsonNode | undefined): string | undefined =>
  property?.type === 'property' ? String(property.children?.[0]?.value) : undefined
export const valueOf = (property: JsonNode | undefined): JsonNode | undefined =>
  property?.type === 'property' ? property.children?.[1] : undefined

const MANY = 16
const indexes = new WeakMap<JsonNode, ReadonlyMap<string | undefined, JsonNode>>()

/** The property of that name; of several the last, whose value is the one that counts. */
export const propertyOf = (object: JsonNode | undefined, key: string): JsonNode | undefined => {
  if (object?.type !== 'object' || object.children === undefined) return undefined
  if (object.children.length < MANY) return object.children.findLast((child) => keyOf(child) === key)
  const index = indexes.get(object) ?? new Map(object.children.map((child) => [keyOf(child), child]))
  indexes.set(object, index)
  return index.get(key)
}

export const memberOf = (object: JsonNode | undefined, key: string): JsonNode | undefined =>
  valueOf(propertyOf(object, key))

const childAt = (node: JsonNode, segment: string): JsonNode | undefined => {
  if (node.type === 'object') return memberOf(node, segment)
  return node.type === 'array' && /^\d+$/u.test(segment) ? node.children?.[Number(segment)] : undefined
}

/** The node a pointer leads to. */
export const nodeAt = (root: JsonNode | undefined, pointer: Pointer): JsonNode | undefined =>
  (parsePointer(pointer) ?? []).reduce<JsonNode | undefined>((node, segment) => node && childAt(node, segment), root)

/** The deepest node on the way of a pointer that exists, and whether the way ended there. */
export const nearestNode = (
  root: JsonNode,
  pointer: Pointer,
): { readonly node: JsonNode; readonly isWhole: boolean } => {
  let node = root
  for (const segment of parsePointer(pointer) ?? []) {
    const next = childAt(node, segment)
    if (next === undefined) return { node, isWhole: false }
    node = next
  }
  return { node, isWhole: true }
}

/** Own properties only: `__proto__` in a text is a key like any other. */
export const jsonOf = (node: JsonNode): Json => {
  if (node.type === 'array') return (node.children ?? []).map(jsonOf)
  if (node.type !== 'object') return node.value as Json // the parser's literal: string, number, boolean or null
  return Object.fromEntries(
    (node.children ?? []).flatMap((property): [string, Json][] => {
      const value = valueOf(property)
      return value === undefined ? [] : [[String(keyOf(property)), jsonOf(value)]]
    }),
  )
}

/** A node's path from the root. */
export const segmentsOf = (node: JsonNode): readonly string[] => {
  const segments: string[] = []
  for (let current = node; current.parent !== undefined; current = current.parent) {
    const { parent } = current
    if (parent.type === 'property') segments.unshift(String(keyOf(parent)))
    else if (parent.type === 'array') segments.unshift(String(parent.children?.indexOf(current)))
  }
  return segments
}

export const isStringNode = (node: JsonNode | undefined): node is JsonNode & { readonly value: string } =>
  node?.type === 'string'

/** Where in a JSON text a pointer leads, or the nearest part around it that is written; nowhere is its start. */
export const rangeAt = (text: string, pointer: Pointer): readonly [offset: number, length: number] => {
  const { root } = parseDocument(text)
  if (root === undefined) return [0, 0]
  const { offset, length } = nearestNode(root, pointer).node
  return [offset, length]
}
