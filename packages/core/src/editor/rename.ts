import { isObject } from '../schema/json.ts'
import type { JsonDocument, JsonNode, TextEdit } from '../schema/json-document.ts'
import { isStringNode, jsonOf, memberOf, nodeAt, parseDocument, propertyOf, valueOf } from '../schema/json-document.ts'
import { toPointer } from '../schema/pointer.ts'
import { moveReferences, renameDefinition } from '../tool/definition-edits.ts'
import { isMetaName } from '../tool/meta-names.ts'
import { DEFINITIONS } from '../tool/property-table.ts'
import { isKeyNode, pathOfToken, schemaRootOf, tokenAt } from './place.ts'
import type { EditorWorld } from './world.ts'

/** The property whose name is under the cursor: its key, or its name in `required`. */
interface Renamed {
  readonly name: string
  readonly range: readonly [offset: number, length: number]
  /** The object schema that declares it. */
  readonly owner: readonly string[]
}

const findRenamed = (document: JsonDocument, offset: number): Renamed | undefined => {
  const node = tokenAt(document, offset)
  if (!isStringNode(node)) return undefined
  const path = pathOfToken(node)
  const isKey = isKeyNode(node) && path.at(-2) === 'properties'
  const isRequired = !isKeyNode(node) && path.at(-2) === 'required'
  if ((!isKey && !isRequired) || isMetaName(node.value)) return undefined
  const owner = path.slice(0, -2)
  const declared = propertyOf(memberOf(nodeAt(document.root, toPointer(owner)), 'properties'), node.value)
  return declared && { name: node.value, range: [node.offset, node.length], owner }
}

/** The path of the definition whose name is under the cursor. */
const definitionAtCursor = (document: JsonDocument, offset: number) => {
  const node = tokenAt(document, offset)
  if (!isStringNode(node) || !isKeyNode(node)) return undefined
  const path = pathOfToken(node)
  return DEFINITIONS.some((keyword) => keyword === path.at(-2))
    ? { name: node.value, range: [node.offset, node.length] as const, path }
    : undefined
}

/** The target of a rename at `offset`; undefined if no name of a property or a definition is there. */
export const renameTargetAt = (text: string, offset: number): Pick<Renamed, 'name' | 'range'> | undefined => {
  const document = parseDocument(text)
  const found = findRenamed(document, offset) ?? definitionAtCursor(document, offset)
  return found && { name: found.name, range: found.range }
}

/**
 * Renames the property at `offset` with its uses: `required`, conditions, `_approval`, `$ref`, example values,
 * `†input.…` and `†state.…`; or the definition there with its references. No edits if the name is taken or missing.
 */
export const renameAt = (text: string, offset: number, newName: string, world: EditorWorld): readonly TextEdit[] => {
  const document = parseDocument(text)
  const definition = definitionAtCursor(document, offset)
  if (definition !== undefined) {
    const { path } = definition
    return renameDefinition(text, toPointer(schemaRootOf(path, world.file)), toPointer(path), newName)
  }
  const found = findRenamed(document, offset)
  if (found === undefined || found.name === newName) return []
  const owner = nodeAt(document.root, toPointer(found.owner))
  if (owner === undefined || propertyOf(memberOf(owner, 'properties'), newName) !== undefined) return []
  const places = [
    ...inObject(owner, found.name),
    ...inValues(document, found),
    ...(isPlainParameter(found.owner, world)
      ? [...inObject(conditionOf(owner), found.name), ...inOtherNames(owner, found.name)]
      : []),
  ]
  const renames = places.map(({ offset: at, length }) => ({ offset: at, length, text: JSON.stringify(newName) }))
  return unique([
    ...renames,
    ...inReferences(document, found, newName, world),
    ...inPaths(document, found, newName, world),
  ])
}

const unique = (edits: readonly TextEdit[]): readonly TextEdit[] => [
  ...new Map(edits.map((edit) => [edit.offset, edit])).values(),
]

const SAME_OBJECT = ['allOf', 'anyOf', 'oneOf', 'if', 'then', 'else', 'not']

/** Keys and names of the property in an object schema and in all that speaks of the same object. */
const inObject = (schema: JsonNode | undefined, name: string): readonly JsonNode[] => {
  if (schema?.type !== 'object') return []
  const keysIn = (keyword: string): readonly JsonNode[] =>
    propertyOf(memberOf(schema, keyword), name)?.children?.slice(0, 1) ?? []
  const namesIn = (list: JsonNode | undefined): readonly JsonNode[] =>
    list?.type === 'array' ? (list.children ?? []).filter(({ value }) => value === name) : []
  const dependent = memberOf(schema, 'dependentRequired')?.children ?? []
  const parts = SAME_OBJECT.flatMap((keyword) => {
    const part = memberOf(schema, keyword)
    return part?.type === 'array' ? (part.children ?? []) : part === undefined ? [] : [part]
  })
  const dependentSchemas = (memberOf(schema, 'dependentSchemas')?.children ?? []).flatMap(
    (child) => valueOf(child) ?? [],
  )
  return [
    ...['properties', 'dependentRequired', 'dependentSchemas'].flatMap(keysIn),
    ...namesIn(memberOf(schema, 'required')),
    ...dependent.flatMap((child) => namesIn(valueOf(child))),
    ...[...parts, ...dependentSchemas].flatMap((part) => inObject(part, name)),
  ]
}

const isPlainParameter = (owner: readonly string[], { file }: EditorWorld): boolean =>
  file === 'tool' ? owner.length === 0 : file === 'idea' && owner.length === 4 && owner[2] === 'tool'

/** The parameter's key in `_parameterNames`: the model still gets the name there. */
const inOtherNames = (tool: JsonNode, name: string): readonly JsonNode[] => {
  const written = memberOf(memberOf(tool, 'properties'), '_parameterNames') ?? memberOf(tool, '_parameterNames')
  return propertyOf(memberOf(written, 'const') ?? written, name)?.children?.slice(0, 1) ?? []
}

/** The `when` of a Tool's `_approval`, which speaks of its parameters. */
const conditionOf = (tool: JsonNode): JsonNode | undefined => {
  const written = memberOf(memberOf(tool, 'properties'), '_approval') ?? memberOf(tool, '_approval')
  return memberOf(memberOf(written, 'const') ?? written, 'when')
}

/** Keys of `default` and `examples` next to the schema, and of a Message's value. */
const inValues = ({ root }: JsonDocument, { owner, name }: Renamed): readonly JsonNode[] => {
  const schema = nodeAt(root, toPointer(owner))
  const examples = memberOf(schema, 'examples')?.children ?? []
  const message = owner[0] === 'context' && owner[2] === 'schema' && owner.length === 3 ? owner.slice(0, 2) : undefined
  const held = message && nodeAt(root, toPointer(message))
  const values = [memberOf(schema, 'default'), ...examples, memberOf(held, 'input'), memberOf(held, 'state')]
  return values.flatMap((value) => propertyOf(value, name)?.children?.slice(0, 1) ?? [])
}

const stringsIn = (node: JsonNode | undefined): readonly JsonNode[] => {
  const found: JsonNode[] = []
  const waiting = node === undefined ? [] : [node]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (next.type === 'string' && !isKeyNode(next)) found.push(next)
    waiting.push(...(next.children ?? []))
  }
  return found
}

/** `$ref`s of the same schema whose pointer goes through the property. */
const inReferences = (
  { root }: JsonDocument,
  { owner, name }: Renamed,
  newName: string,
  { file }: EditorWorld,
): readonly TextEdit[] => {
  const start = schemaRootOf([...owner, 'properties', name], file)
  const through = [...owner.slice(start.length), 'properties', name]
  return moveReferences(nodeAt(root, toPointer(start)), through, [...through.slice(0, -1), newName])
}

/** `†input.…` and `†state.…` (and `state:…` of imports) in any string of the Idea. */
const inPaths = (
  document: JsonDocument,
  found: Renamed,
  newName: string,
  { file }: EditorWorld,
): readonly TextEdit[] => {
  const { root, text } = document
  const { owner, name } = found
  if (file !== 'idea' || owner[0] !== 'context' || owner[2] !== 'schema' || !/^[\p{L}\p{N}_-]+$/u.test(newName))
    return []
  const message = nodeAt(root, toPointer(owner.slice(0, 2)))
  const type: unknown = message && isObject(jsonOf(message)) ? memberOf(message, 'type')?.value : undefined
  if (type !== 'input' && type !== 'state') return []
  const inside = owner.slice(3).filter((_segment, index) => index % 2 === 1)
  const isPlain = owner.slice(3).every((segment, index) => index % 2 === 1 || segment === 'properties')
  if (!isPlain) return []
  const before = [type, ...inside].join('.')
  const starts = [`†${before}.${name}`, ...(type === 'state' ? [`state:${[...inside, name].join('.')}`] : [])]
  return stringsIn(root).flatMap((node) => starts.flatMap((start) => pathEdits(text, node, start, name, newName)))
}

const pathEdits = (text: string, node: JsonNode, start: string, name: string, newName: string): readonly TextEdit[] => {
  const edits: TextEdit[] = []
  const end = node.offset + node.length
  for (let at = text.indexOf(start, node.offset); at >= 0 && at < end; at = text.indexOf(start, at + 1)) {
    const after = at + start.length
    if (/[\p{L}\p{N}_-]/u.test(text[after] ?? '')) continue
    edits.push({ offset: after - name.length, length: name.length, text: newName })
  }
  return edits
}
