import type { JsonNode } from '../../schema/json-document.ts'
import { isStringNode, keyOf, memberOf, nodeAt } from '../../schema/json-document.ts'
import { insertMember, removeChild, renameKey } from '../../schema/json-edits.ts'
import { nearestName } from '../../schema/nearest-name.ts'
import { isName } from '../../tool/name.ts'
import { type MakeFix, isLeadingMeta, propertyOfNode, removeWith, replaceBy, suggested, valueOf } from './fix.ts'
import { titleOf } from './fix-titles.ts'

/** Calls the key at the path by the name the message suggests. */
export const renameSuggested: MakeFix = ({ problem, document, node }) => {
  const name = suggested(problem)
  const property = propertyOfNode(node)
  if (property === undefined) return undefined
  if (name === undefined) return removeWith(titleOf('remove', { name: keyOf(property) ?? '' }), document, node)
  const isTaken = memberOf(property.parent, name) !== undefined
  return isTaken ? undefined : { title: titleOf('rename', { name }), edits: renameKey(property, name) }
}

export const replaceSuggested =
  (prefix = ''): MakeFix =>
  ({ problem, document, node }) => {
    const name = suggested(problem)
    return name === undefined ? undefined : replaceBy(titleOf('change', { name }), document, node, prefix + name)
  }

/** The entry that the problem's range covers: another name, or none. */
export const refixImport: MakeFix = ({ problem, document, node }) => {
  const entry = stringAt(node, problem.range?.[0] ?? -1)
  if (entry === undefined) return undefined
  const name = suggested(problem)
  if (name !== undefined) return replaceBy(titleOf('change', { name }), document, entry, name)
  const isLastOfEnum = entry.parent?.children?.length === 1 && keyOf(entry.parent.parent) === 'enum'
  return isLastOfEnum ? undefined : { title: titleOf('removeImport'), edits: removeChild(document, entry) }
}
const stringAt = (node: JsonNode, offset: number): JsonNode | undefined => {
  if (isStringNode(node) && node.offset === offset) return node
  return (node.children ?? []).map((child) => stringAt(child, offset)).find((found) => found !== undefined)
}

export const refixAddress: MakeFix = ({ document, node, names }) => {
  if (!isStringNode(node)) return undefined
  const nearest = nearestName(node.value.replace(/^idea:\/\/|^.*\//u, '').replace(/\.json$/u, ''), names.ideas)
  return nearest === undefined
    ? undefined
    : replaceBy(titleOf('change', { name: `idea://${nearest}` }), document, node, `idea://${nearest}`)
}

export const refixActivity: MakeFix = ({ document, node, names }) => {
  if (!isStringNode(node)) return undefined
  const nearest = nearestName(node.value, names.activities)
  if (nearest !== undefined) return replaceBy(titleOf('change', { name: nearest }), document, node, nearest)
  return replaceBy(titleOf('latent'), document, node, '')
}

/** Moves a meta field to where it is read, unless the Tool says it there already. */
export const moveToRoot: MakeFix = ({ problem, document, node }) => {
  const property = propertyOfNode(node)
  const key = keyOf(property)
  const root = nodeAt(document.root, /^\/context\/\d+\/tool\/[^/]+/u.exec(problem.path)?.[0] ?? '')
  const properties = memberOf(root, 'properties')
  if (property === undefined || key === undefined || properties?.type !== 'object') return undefined
  if (memberOf(root, key) !== undefined || memberOf(properties, key) !== undefined) return undefined
  const value = valueOf(document, node)
  const place = isLeadingMeta(key) ? 0 : (properties.children ?? []).length
  const edits = [...removeChild(document, property), ...insertMember(document, properties, key, value, place)]
  return { title: titleOf('moveMeta', { name: key }), edits }
}

/** The nearest name that is one: separators become `_`. */
export const renameTool: MakeFix = ({ node }) => {
  const property = propertyOfNode(node)
  const name = (keyOf(property) ?? '')
    .replaceAll(/[^A-Za-z0-9_-]+/gu, '_')
    .replaceAll(/^[^A-Za-z]+|_+$/gu, '')
    .slice(0, LONGEST_NAME)
  const isFree = property !== undefined && isName(name) && memberOf(property.parent, name) === undefined
  return isFree ? { title: titleOf('rename', { name }), edits: renameKey(property, name) } : undefined
}
const LONGEST_NAME = 64
