import type { Json } from '../../schema/json.ts'
import type { JsonDocument, JsonNode, TextEdit } from '../../schema/json-document.ts'
import { keyOf, memberOf } from '../../schema/json-document.ts'
import { insertMember, removeChild, replaceValue, setMember } from '../../schema/json-edits.ts'
import { isMetaName, isResultField } from '../../tool/meta-names.ts'
import type { Problem } from '../../tool/problem.ts'
import { withoutComments } from '../workspace-cache.ts'

/** Names a fix may choose from. */
export interface FixNames {
  readonly ideas: readonly string[]
  readonly tools: readonly string[]
  readonly activities: readonly string[]
}

export interface Fix {
  readonly title: string
  readonly edits: readonly TextEdit[]
}
/** The input of a fix. */
export interface FixInput {
  readonly problem: Problem
  readonly document: JsonDocument
  readonly names: FixNames
  /** The node the problem's path leads to. */
  readonly node: JsonNode
}
export type MakeFix = (input: FixInput) => Fix | undefined

export const propertyOfNode = (node: JsonNode): JsonNode | undefined =>
  node.parent?.type === 'property' ? node.parent : undefined
export const suggested = ({ message }: Problem): string | undefined =>
  /[Dd]id you mean "?([^"?\s]+)"?\?/u.exec(message)?.[1]

export const replaceBy = (title: string, document: JsonDocument, node: JsonNode, value: Json): Fix => ({
  title,
  edits: replaceValue(document, node, value),
})

export const removeWith = (title: string, document: JsonDocument, node: JsonNode): Fix => ({
  title,
  edits: removeChild(document, propertyOfNode(node) ?? node),
})

export const setDescription = ({ document, node }: FixInput, description: string, title: string): Fix | undefined =>
  node.type === 'object'
    ? { title, edits: setMember(document, node, 'description', description, afterKeys(node, ['type', 'title'])) }
    : undefined

export const afterKeys = (object: JsonNode, keys: readonly string[]): number =>
  (object.children ?? []).reduce((place, child, index) => (keys.includes(keyOf(child) ?? '') ? index + 1 : place), 0)

/** Adds a meta field behind those a Tool has, in the form that the Tool is written in. */
export const addMeta = (title: string, document: JsonDocument, node: JsonNode, name: string, value: Json): Fix => {
  const properties = memberOf(node, 'properties')
  if (properties?.type !== 'object') return { title, edits: setMember(document, node, name, value) }
  const metas = (properties.children ?? []).findLastIndex((child) => isLeadingMeta(keyOf(child) ?? '')) + 1
  return { title, edits: insertMember(document, properties, name, { const: value }, metas) }
}

export const isLeadingMeta = (key: string): boolean => isMetaName(key) && !isResultField(key)

/** The value in the text, without its comments. */
export const valueOf = ({ text }: JsonDocument, { offset, length }: JsonNode): Json =>
  JSON.parse(withoutComments(text.slice(offset, offset + length))) as Json // a JSON parser's answer
