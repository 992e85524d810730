import type { JsonObject, Pointer } from '../schema/json.ts'
import type { JsonNode, TextEdit } from '../schema/json-document.ts'
import {
  applyTextEdits,
  editBetween,
  isStringNode,
  keyOf,
  memberOf,
  nodeAt,
  parseDocument,
  propertyOf,
  valueOf,
} from '../schema/json-document.ts'
import { editInSteps, insertMember, removeChild, renameKey } from '../schema/json-edits.ts'
import { parsePointer, pointerOf, referenceTo, toPointer } from '../schema/pointer.ts'
import { layoutOf } from '../schema/text-layout.ts'
import { DEFINITIONS } from './property-table.ts'

/**
 * Edits of the definitions of the schema at `base`, from its text. Every other byte stays. An inapplicable edit (no such
 * definition, a taken name) gives none.
 */

/** Keywords whose values are data, in which `$ref` is a member like any other. */
const DATA: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples'])
const MAPS: ReadonlySet<string> = new Set(['properties', 'patternProperties', 'dependentSchemas', ...DEFINITIONS])

interface Reference {
  readonly node: JsonNode
  /** Where it leads, from the schema it starts from. */
  readonly target: readonly string[]
}

/** The references by place inside a schema that start from it. */
const referencesIn = (schema: JsonNode): readonly Reference[] => {
  const found: Reference[] = []
  const waiting: { readonly node: JsonNode; readonly isMap: boolean }[] = [{ node: schema, isMap: false }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, isMap } = next
    // References in a schema with an address of its own start from that one.
    if (node !== schema && !isMap && memberOf(node, '$id') !== undefined) continue
    for (const child of node.children ?? []) {
      const key = keyOf(child)
      const value = child.type === 'property' ? valueOf(child) : child
      if (value === undefined || (key !== undefined && !isMap && DATA.has(key))) continue
      if (key === '$ref' && !isMap && isStringNode(value)) {
        const target = parsePointer(pointerOf(value.value) ?? '-')
        if (target !== undefined) found.push({ node: value, target })
      } else waiting.push({ node: value, isMap: key !== undefined && !isMap && MAPS.has(key) })
    }
  }
  return found
}

const startsWith = (path: readonly string[], start: readonly string[]): boolean =>
  start.every((segment, index) => path[index] === segment)

const isInside = (node: JsonNode, outer: JsonNode | undefined): boolean =>
  outer !== undefined && node.offset >= outer.offset && node.offset < outer.offset + outer.length

/** References to each definition of a schema, and into it, from outside it; by its pointer from the schema. */
export const countReferences = (schema: JsonNode): ReadonlyMap<Pointer, number> => {
  const uses = new Map<Pointer, number>()
  for (const { node, target } of referencesIn(schema)) {
    const [keyword, name] = target
    if (keyword === undefined || name === undefined || !DEFINITIONS.some((one) => one === keyword)) continue
    const pointer = toPointer([keyword, name])
    if (isInside(node, nodeAt(schema, pointer))) continue
    uses.set(pointer, (uses.get(pointer) ?? 0) + 1)
  }
  return uses
}

/** References that lead to `from`, or through it, lead to `to`. */
export const moveReferences = (
  schema: JsonNode | undefined,
  from: readonly string[],
  to: readonly string[],
): readonly TextEdit[] =>
  (schema === undefined ? [] : referencesIn(schema))
    .filter(({ target }) => startsWith(target, from))
    .map(({ node, target }) => ({
      offset: node.offset,
      length: node.length,
      text: JSON.stringify(referenceTo(toPointer([...to, ...target.slice(from.length)]))),
    }))

/** The keyword under which the schema keeps definitions; `$defs` where it has none yet. */
const keywordOf = (schema: JsonNode | undefined): (typeof DEFINITIONS)[number] =>
  DEFINITIONS.find((keyword) => memberOf(schema, keyword)?.type === 'object') ?? '$defs'

/** Where a new definition goes. */
export const definitionPointer = (text: string, base: Pointer, name: string): Pointer =>
  base + toPointer([keywordOf(nodeAt(parseDocument(text).root, base)), name])

export const addDefinition = (text: string, base: Pointer, name: string, schema: JsonObject): readonly TextEdit[] =>
  editInSteps(text, [
    (document) => {
      const holder = nodeAt(document.root, base)
      if (holder?.type !== 'object') return []
      const keyword = keywordOf(holder)
      const held = memberOf(holder, keyword)
      if (held === undefined) return insertMember(document, holder, keyword, { [name]: schema })
      return propertyOf(held, name) === undefined ? insertMember(document, held, name, schema) : []
    },
  ])

/** Another name for the definition at `base` + `[keyword, name]`, with its references. */
export const renameDefinition = (text: string, base: Pointer, at: Pointer, newName: string): readonly TextEdit[] => {
  const { root } = parseDocument(text)
  const path = parsePointer(at.slice(base.length)) ?? []
  const schema = nodeAt(root, base)
  const held = nodeAt(root, base + toPointer(path.slice(0, -1)))
  const property = propertyOf(held, path.at(-1) ?? '')
  if (property === undefined || newName === '' || propertyOf(held, newName) !== undefined) return []
  return [...renameKey(property, newName), ...moveReferences(schema, path, [...path.slice(0, -1), newName])]
}

/** Removes the definition, and the keyword with the last one. References to it stay as they are. */
export const removeDefinition = (text: string, base: Pointer, at: Pointer): readonly TextEdit[] =>
  editInSteps(text, [
    (document) => {
      const path = parsePointer(at.slice(base.length)) ?? []
      const held = nodeAt(document.root, base + toPointer(path.slice(0, -1)))
      const property = propertyOf(held, path.at(-1) ?? '')
      if (property === undefined) return []
      const isLast = held?.children?.length === 1 && held.parent?.type === 'property'
      return removeChild(document, isLast ? (held.parent ?? property) : property)
    },
  ])

/**
 * Moves the schema at `at` word for word into a definition called `name` and refers to it instead; its description is
 * said in both places. References to it and into it follow.
 */
export const extractDefinition = (text: string, base: Pointer, at: Pointer, name: string): readonly TextEdit[] => {
  const { root } = parseDocument(text)
  const schema = nodeAt(root, base)
  const source = nodeAt(root, at)
  const keyword = keywordOf(schema)
  const from = parsePointer(at.slice(base.length)) ?? []
  const to = [keyword, name]
  if (source?.type !== 'object' || from.length === 0 || name === '') return []
  if (propertyOf(memberOf(schema, keyword), name) !== undefined) return []
  const description = memberOf(source, 'description')
  const said = isStringNode(description) ? { description: description.value } : {}
  const moved = applyTextEdits(text, moveReferences(schema, from, to))
  const place = nodeAt(parseDocument(moved).root, at)
  if (place === undefined) return []
  const link = JSON.stringify({ $ref: referenceTo(toPointer(to)), ...said }, null, 1).replaceAll(/\n\s*/gu, ' ')
  const linked = moved.slice(0, place.offset) + link + moved.slice(place.offset + place.length)
  const added = applyTextEdits(linked, addDefinition(linked, base, name, {}))
  const target = nodeAt(parseDocument(added).root, base + toPointer(to))
  if (target === undefined) return []
  const before = layoutOf(parseDocument(moved)).indentAt(place.offset)
  const after = layoutOf(parseDocument(added)).indentAt(target.offset)
  const written = moved.slice(place.offset, place.offset + place.length).replaceAll(`\n${before}`, `\n${after}`)
  return editBetween(text, added.slice(0, target.offset) + written + added.slice(target.offset + target.length))
}
