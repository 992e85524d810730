import type { Json } from '../schema/json.ts'
import type { JsonDocument, JsonNode, TextEdit } from '../schema/json-document.ts'
import { applyTextEdits, isStringNode, keyOf, memberOf, nodeAt } from '../schema/json-document.ts'
import { insertMember, removeChild, renameKey, replaceValue, setMember } from '../schema/json-edits.ts'
import { nearestName } from '../schema/nearest-name.ts'
import { importTools } from '../tool/convert.ts'
import { conversionTitle } from '../tool/foreign-tool.ts'
import { PLACEHOLDER } from '../tool/lint-description.ts'
import { isMetaName, isResultField } from '../tool/meta-fields.ts'
import { isName } from '../tool/name.ts'
import type { Problem } from '../tool/problem.ts'
import { withoutComments } from './workspace-cache.ts'

/** Names a fix may choose from. */
export interface FixNames {
  readonly ideas: readonly string[]
  readonly tools: readonly string[]
  readonly activities: readonly string[]
}

interface Fix {
  readonly title: string
  readonly edits: readonly TextEdit[]
}
interface FixInput {
  readonly problem: Problem
  readonly document: JsonDocument
  readonly names: FixNames
  /** The node the problem's path leads to. */
  readonly node: JsonNode
}
type MakeFix = (input: FixInput) => Fix | undefined

/** What one click would do about a problem; undefined where only a person can tell. */
export const fixOf = (problem: Problem, document: JsonDocument, names: FixNames): Problem['fix'] => {
  const atRange = BY_RANGE[problem.code]
  const made = atRange ? atRange(problem, document) : fixAtNode(problem, document, names)
  if (made === undefined || made.edits.length === 0 || problem.file === undefined) return undefined
  const { file } = problem
  return { title: made.title, edits: made.edits.map((edit) => ({ file, ...edit })) }
}

const fixAtNode = (problem: Problem, document: JsonDocument, names: FixNames): Fix | undefined => {
  const node = nodeAt(document.root, problem.path)
  return node && FIXES[problem.code]?.({ problem, document, names, node })
}

// Building blocks

const propertyOfNode = (node: JsonNode): JsonNode | undefined =>
  node.parent?.type === 'property' ? node.parent : undefined
const suggested = ({ message }: Problem): string | undefined => /[Dd]id you mean "?([^"?\s]+)"?\?/u.exec(message)?.[1]

const replaceBy = (title: string, document: JsonDocument, node: JsonNode, value: Json): Fix => ({
  title,
  edits: replaceValue(document, node, value),
})

const removeWith = (title: string, document: JsonDocument, node: JsonNode): Fix => ({
  title,
  edits: removeChild(document, propertyOfNode(node) ?? node),
})

/** Calls the key at the path by the name the message suggests. */
const renameSuggested: MakeFix = ({ problem, document, node }) => {
  const name = suggested(problem)
  const property = propertyOfNode(node)
  if (property === undefined) return undefined
  if (name === undefined) return removeWith(`Remove ${keyOf(property) ?? 'it'}`, document, node)
  const isTaken = memberOf(property.parent, name) !== undefined
  return isTaken ? undefined : { title: `Rename to ${name}`, edits: renameKey(property, name) }
}

const replaceSuggested =
  (prefix = ''): MakeFix =>
  ({ problem, document, node }) => {
    const name = suggested(problem)
    return name === undefined ? undefined : replaceBy(`Change to ${name}`, document, node, prefix + name)
  }

const setDescription = ({ document, node }: FixInput, description: string, title: string): Fix | undefined =>
  node.type === 'object'
    ? { title, edits: setMember(document, node, 'description', description, afterKeys(node, ['type', 'title'])) }
    : undefined

const afterKeys = (object: JsonNode, keys: readonly string[]): number =>
  (object.children ?? []).reduce((place, child, index) => (keys.includes(keyOf(child) ?? '') ? index + 1 : place), 0)

const USE_THIS_WHEN = `Use this when ${PLACEHOLDER}`

/** Ends a description with the words a person completes. */
const appendUse: MakeFix = ({ document, node }) => {
  if (!isStringNode(node) || node.value.trimEnd().endsWith(PLACEHOLDER)) return undefined
  const said = node.value.trim()
  const stop = /[.!?…]$/u.test(said) ? '' : '.'
  return replaceBy('Say when to use it', document, node, `${said}${stop} ${USE_THIS_WHEN}`)
}

const requireAll: MakeFix = ({ document, node }) => {
  const properties = memberOf(node, 'properties')?.children ?? []
  const names = properties
    .filter((property) => memberOf(property.children?.[1], 'default') === undefined)
    .map((property) => keyOf(property) ?? '')
    .filter((name) => !isMetaName(name))
  if (names.length === 0) return undefined
  const place = afterKeys(node, ['properties'])
  return { title: 'Require all parameters', edits: setMember(document, node, 'required', names, place) }
}

/** Adds a meta field behind those a Tool has, in the form that the Tool is written in. */
const addMeta = (title: string, document: JsonDocument, node: JsonNode, name: string, value: Json): Fix => {
  const properties = memberOf(node, 'properties')
  if (properties?.type !== 'object') return { title, edits: setMember(document, node, name, value) }
  const metas = (properties.children ?? []).findLastIndex((child) => isLeadingMeta(keyOf(child) ?? '')) + 1
  return { title, edits: insertMember(document, properties, name, { const: value }, metas) }
}

/** Only where the rule found that merging the two schemas would end it. */
const resolveUpfront: MakeFix = ({ problem, document, node }) =>
  node.type === 'object' && memberOf(node, '$ref') === undefined && problem.message.includes('"_resolve": "upfront"')
    ? addMeta("Take over the module's input", document, node, '_resolve', 'upfront')
    : undefined

/** The entry that the problem's range covers: another name, or none. */
const refixImport: MakeFix = ({ problem, document, node }) => {
  const entry = stringAt(node, problem.range?.[0] ?? -1)
  if (entry === undefined) return undefined
  const name = suggested(problem)
  if (name !== undefined) return replaceBy(`Change to ${name}`, document, entry, name)
  const isLastOfEnum = entry.parent?.children?.length === 1 && keyOf(entry.parent.parent) === 'enum'
  return isLastOfEnum ? undefined : { title: 'Remove this import', edits: removeChild(document, entry) }
}
const stringAt = (node: JsonNode, offset: number): JsonNode | undefined => {
  if (isStringNode(node) && node.offset === offset) return node
  return (node.children ?? []).map((child) => stringAt(child, offset)).find((found) => found !== undefined)
}

/** Sets `config.composition.explicitOutput` of the Idea, whichever parts of that path are there. */
const omitOutputs: MakeFix = ({ document }) => {
  const { root } = document
  if (root?.type !== 'object') return undefined
  const title = 'Leave these schemas out'
  const config = memberOf(root, 'config')
  const composition = memberOf(config, 'composition')
  if (composition?.type === 'object')
    return { title, edits: setMember(document, composition, 'explicitOutput', 'omit') }
  const value = { explicitOutput: 'omit' }
  if (config?.type === 'object') return { title, edits: setMember(document, config, 'composition', value) }
  const place = afterKeys(root, ['$schema', 'title', 'description'])
  return { title, edits: setMember(document, root, 'config', { composition: value }, place) }
}

const askForApproval: MakeFix = ({ document, node }) =>
  addMeta('Ask a person before it runs', document, node, '_approval', 'required')
const isLeadingMeta = (key: string): boolean => isMetaName(key) && !isResultField(key)

const refixAddress: MakeFix = ({ document, node, names }) => {
  if (!isStringNode(node)) return undefined
  const nearest = nearestName(node.value.replace(/^idea:\/\/|^.*\//u, '').replace(/\.json$/u, ''), names.ideas)
  return nearest === undefined
    ? undefined
    : replaceBy(`Change to idea://${nearest}`, document, node, `idea://${nearest}`)
}

const refixActivity: MakeFix = ({ document, node, names }) => {
  if (!isStringNode(node)) return undefined
  const nearest = nearestName(node.value, names.activities)
  if (nearest !== undefined) return replaceBy(`Change to ${nearest}`, document, node, nearest)
  return replaceBy('Leave the work to the model', document, node, '')
}

/** Gives each of two bounds the other's number. */
const swapBounds: MakeFix = ({ problem, document, node }) => {
  const [, lower, upper] = /^(\w+) \S+ is above (\w+)/u.exec(problem.message) ?? []
  const other = upper === undefined ? undefined : memberOf(propertyOfNode(node)?.parent, upper)
  if (lower === undefined || upper === undefined || other === undefined) return undefined
  // Both are numbers, says the rule.
  const edits = [
    ...replaceValue(document, node, other.value as Json),
    ...replaceValue(document, other, node.value as Json),
  ]
  return { title: `Swap ${lower} and ${upper}`, edits }
}

/** What stands in the text, whose comments are none of it. */
const valueOf = ({ text }: JsonDocument, { offset, length }: JsonNode): Json =>
  JSON.parse(withoutComments(text.slice(offset, offset + length))) as Json // a JSON parser's answer

/** Puts the Tool in the place of the envelope that another program writes around it. */
const convertForeign: MakeFix = ({ document, node }) => {
  const value = valueOf(document, node)
  const title = conversionTitle(value)
  const [tool] = title === undefined ? [] : importTools(JSON.stringify(value)).tools
  return title === undefined || tool === undefined ? undefined : replaceBy(title, document, node, tool.schema)
}

/** Moves a meta field to where it is read, unless the Tool says it there already. */
const moveToRoot: MakeFix = ({ problem, document, node }) => {
  const property = propertyOfNode(node)
  const key = keyOf(property)
  const root = nodeAt(document.root, /^\/context\/\d+\/tool\/[^/]+/u.exec(problem.path)?.[0] ?? '')
  const properties = memberOf(root, 'properties')
  if (property === undefined || key === undefined || properties?.type !== 'object') return undefined
  if (memberOf(root, key) !== undefined || memberOf(properties, key) !== undefined) return undefined
  const value = valueOf(document, node)
  const place = isLeadingMeta(key) ? 0 : (properties.children ?? []).length
  const edits = [...removeChild(document, property), ...insertMember(document, properties, key, value, place)]
  return { title: `Move ${key} to the Tool`, edits }
}

/** The nearest name that is one: separators become `_`. */
const renameTool: MakeFix = ({ node }) => {
  const property = propertyOfNode(node)
  const name = (keyOf(property) ?? '')
    .replaceAll(/[^A-Za-z0-9_-]+/gu, '_')
    .replaceAll(/^[^A-Za-z]+|_+$/gu, '')
    .slice(0, LONGEST_NAME)
  const isFree = property !== undefined && isName(name) && memberOf(property.parent, name) === undefined
  return isFree ? { title: `Rename to ${name}`, edits: renameKey(property, name) } : undefined
}
const LONGEST_NAME = 64

const FIXES: { readonly [code: string]: MakeFix | undefined } = {
  'tool.name': renameTool,
  'tool.unknownField': renameSuggested,
  'idea.unknownField': renameSuggested,
  'schema.unknownKeyword': renameSuggested,
  'tool.nameMismatch': ({ problem, document, node }) => {
    const value = memberOf(node, 'const') ?? node
    return problem.tool === undefined
      ? undefined
      : replaceBy(`Change to ${problem.tool}`, document, value, problem.tool)
  },
  'tool.metaConflict': ({ document, node }) => removeWith('Remove this one', document, node),
  'tool.notObject': ({ problem, document, node }) =>
    problem.path.endsWith('/type') ? replaceBy('Change to object', document, node, 'object') : undefined,
  'tool.foreign': convertForeign,
  'tool.unresolved': ({ document, node, names }) => {
    const reference = memberOf(node, '$ref') ?? node
    const nearest = isStringNode(reference)
      ? nearestName(reference.value.replace('tool://', ''), names.tools)
      : undefined
    return nearest === undefined
      ? undefined
      : replaceBy(`Change to tool://${nearest}`, document, reference, `tool://${nearest}`)
  },
  'tool.schema': replaceSuggested(),
  'idea.messageType': replaceSuggested(),
  'idea.shape': ({ document, node, problem }) =>
    problem.path === '' && node.type === 'object'
      ? { title: 'Add a context', edits: insertMember(document, node, 'context', []) }
      : undefined,
  'idea.descriptionMissing': (input) => setDescription(input, PLACEHOLDER, 'Add a description'),
  'module.unresolved': refixAddress,
  'module.outside': refixAddress,
  'activity.missing': refixActivity,
  'schema.ref': replaceSuggested(),
  'schema.requiredUndeclared': ({ problem, document, node }) => {
    const name = suggested(problem)
    if (name !== undefined) return replaceBy(`Change to ${name}`, document, node, name)
    return removeWith('Remove it from required', document, node)
  },
  'schema.valueInvalid': ({ problem, document, node }) =>
    /\/(?:default|examples\/\d+)$/u.test(problem.path) ? removeWith('Remove this value', document, node) : undefined,
  'schema.contradiction': swapBounds,
  'schema.metaMisplaced': moveToRoot,
  'lint.descriptionMissing': (input) => setDescription(input, USE_THIS_WHEN, 'Add a description'),
  'lint.descriptionVague': appendUse,
  'lint.descriptionUnrelated': appendUse,
  'lint.parameterUndocumented': (input) => setDescription(input, PLACEHOLDER, 'Add a description'),
  'lint.noRequired': requireAll,
  'lint.requiredMayBeEmpty': ({ document, node }) => ({
    title: 'Require at least one character',
    edits: setMember(document, node, 'minLength', 1, afterKeys(node, ['type'])),
  }),
  'lint.approvalMissing': askForApproval,
  'lint.importUnknown': refixImport,
  'lint.inputBridged': resolveUpfront,
  'lint.outputComposed': omitOutputs,
  'lint.temperatureWithTools': ({ document, node }) => removeWith('Remove temperature', document, node),
  'lint.exampleUnknownTool': ({ problem }) => {
    const name = suggested(problem)
    const [offset, length] = problem.range ?? [0, 0]
    return name === undefined ? undefined : { title: `Change to ${name}`, edits: [{ offset, length, text: name }] }
  },
}

const SYNTAX = (problem: Problem, { text }: JsonDocument): Fix | undefined => {
  const [offset] = problem.range ?? [0]
  const before = text.slice(0, offset).trimEnd()
  const isTrailing = before.endsWith(',') && /^[}\]]/u.test(text.slice(offset))
  if (isTrailing) return { title: 'Remove the comma', edits: [{ offset: before.length - 1, length: 1, text: '' }] }
  if (!problem.message.includes('a comma is expected')) return undefined
  return { title: 'Add a comma', edits: [{ offset: before.length, length: 0, text: ',' }] }
}

const DUPLICATE = ({ range }: Problem, document: JsonDocument): Fix | undefined => {
  const key = range && keyNodeAt(document.root, range[0])
  return key?.parent && { title: 'Remove this one', edits: removeChild(document, key.parent) }
}

const keyNodeAt = (node: JsonNode | undefined, offset: number): JsonNode | undefined => {
  if (node === undefined || offset < node.offset || offset >= node.offset + node.length) return undefined
  if (node.type === 'property' && node.children?.[0]?.offset === offset) return node.children[0]
  for (const child of node.children ?? []) {
    const found = keyNodeAt(child, offset)
    if (found !== undefined) return found
  }
  return undefined
}

/** Fixes of what the text itself says, where no path leads. */
const BY_RANGE: {
  readonly [code: string]: ((problem: Problem, document: JsonDocument) => Fix | undefined) | undefined
} = {
  'idea.json': SYNTAX,
  'tool.json': SYNTAX,
  'idea.duplicateKey': DUPLICATE,
  'tool.duplicateKey': DUPLICATE,
  'file.comment': ({ range }) =>
    range && { title: 'Remove the comment', edits: [{ offset: range[0], length: range[1], text: '' }] },
}

/** Whether a fix needs no words of a person: one that leaves a placeholder only begins the work. */
export const isWholeFix = ({ fix }: Problem): boolean =>
  fix !== undefined && fix.edits.every(({ text }) => !text.includes(PLACEHOLDER))

/**
 * The texts after every fix among `problems` that does not touch what an earlier one changes. `texts` is by file;
 * files without a fix come back as they were.
 */
export const fixAll = (
  problems: readonly Problem[],
  texts: ReadonlyMap<string, string>,
): { readonly texts: ReadonlyMap<string, string>; readonly fixed: readonly Problem[] } => {
  const fixed: Problem[] = []
  const byFile = new Map<string, TextEdit[]>()
  for (const problem of problems) {
    const edits = problem.fix?.edits ?? []
    const isFree = edits.every((edit) => {
      const taken = byFile.get(edit.file) ?? []
      return texts.has(edit.file) && taken.every((other) => !touches(edit, other))
    })
    if (edits.length === 0 || !isFree) continue
    for (const { file, ...edit } of edits) byFile.set(file, [...(byFile.get(file) ?? []), edit])
    fixed.push(problem)
  }
  const after = [...texts].map(([file, text]): [string, string] => [file, applyTextEdits(text, byFile.get(file) ?? [])])
  return { texts: new Map(after), fixed }
}

/** Two edits get in each other's way where they overlap, or insert at one place. */
const touches = (a: TextEdit, b: TextEdit): boolean =>
  a.offset === b.offset || (a.offset < b.offset + b.length && b.offset < a.offset + a.length)
