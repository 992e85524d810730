import { canonicalJson } from '../schema/hash.ts'
import { isObject, type Json, type Pointer } from '../schema/json.ts'
import { applyTextEdits, editBetween, jsonOf, nodeAt, parseDocument, type TextEdit } from '../schema/json-document.ts'
import { replaceValue } from '../schema/json-edits.ts'
import { parsePointer } from '../schema/pointer.ts'
import { setKeywords } from './property-edits.ts'

/**
 * Other values for the parameter at `at`. One that was renamed keeps its meaning: the parameter's `default` and
 * `examples`, and the conditions of `_approval` that ask for the old value, have the new one.
 */
export const setEnum = (text: string, at: Pointer, values: Json | undefined): readonly TextEdit[] => {
  const before = jsonAt(text, `${at}/enum`)
  const edited = applyTextEdits(text, setKeywords(text, at, { enum: values }))
  const renames = renamesBetween(before, values)
  if (renames.size === 0) return editBetween(text, edited)
  const renamed = (value: Json): Json => renames.get(canonicalJson(value)) ?? value
  const changes: readonly (readonly [Pointer, (written: Json) => Json])[] = [
    [`${at}/default`, renamed],
    [`${at}/examples`, (written) => (Array.isArray(written) ? written.map(renamed) : written)],
    ...conditionsOn(at).map(
      ({ pointer, names }) => [pointer, (written: Json) => carry(written, names, renamed)] as const,
    ),
  ]
  return editBetween(text, changes.reduce(rewritten, edited))
}

/** The text with another value at a place; the same text where nothing is there, or nothing changes. */
function rewritten(text: string, [pointer, change]: readonly [Pointer, (written: Json) => Json]): string {
  const document = parseDocument(text)
  const node = nodeAt(document.root, pointer)
  if (node === undefined) return text
  const written = jsonOf(node)
  const next = change(written)
  if (canonicalJson(next) === canonicalJson(written)) return text
  return applyTextEdits(text, replaceValue(document, node, next))
}

/** The places of a condition in a Tool, as they may be written. */
const APPROVALS = [
  '/_approval/when',
  '/_approval/const/when',
  '/properties/_approval/when',
  '/properties/_approval/const/when',
]

const jsonAt = (text: string, pointer: Pointer): Json | undefined => {
  const node = nodeAt(parseDocument(text).root, pointer)
  return node === undefined ? undefined : jsonOf(node)
}

/** Old values by the new ones in their places: a list of the same length in which some were exchanged. */
function renamesBetween(before: Json | undefined, after: Json | undefined): ReadonlyMap<string, Json> {
  const renames = new Map<string, Json>()
  if (!Array.isArray(before) || !Array.isArray(after) || before.length !== after.length) return renames
  const [old, fresh] = [new Set(before.map(canonicalJson)), new Set(after.map(canonicalJson))]
  for (const [index, value] of before.entries()) {
    const next = after[index]
    if (next === undefined || fresh.has(canonicalJson(value)) || old.has(canonicalJson(next))) continue
    renames.set(canonicalJson(value), next)
  }
  return renames
}

/** The conditions that may ask for a parameter, with its names from its Tool: `/properties/target/properties/region`. */
function conditionsOn(at: Pointer): readonly { readonly pointer: Pointer; readonly names: readonly string[] }[] {
  const found = /^(.*?)((?:\/properties\/[^/]+)+)$/u.exec(at)
  if (found === null) return []
  const names = (parsePointer(found[2] ?? '') ?? []).filter((_, index) => index % 2 === 1)
  return APPROVALS.map((condition) => ({ pointer: `${found[1]}${condition}`, names }))
}

const BRANCHES = ['allOf', 'anyOf', 'oneOf']
const INNER = ['not', 'if', 'then', 'else']

/** The condition with renamed values of the parameter that `names` lead to. */
function carry(condition: Json, names: readonly string[], renamed: (value: Json) => Json): Json {
  if (!isObject(condition)) return condition
  const [name, ...rest] = names
  const entries = Object.entries(condition).map(([key, value]): [string, Json] => {
    if (BRANCHES.includes(key) && Array.isArray(value)) return [key, value.map((each) => carry(each, names, renamed))]
    if (INNER.includes(key)) return [key, carry(value, names, renamed)]
    if (name === undefined && key === 'const') return [key, renamed(value)]
    if (name === undefined && key === 'enum' && Array.isArray(value)) return [key, value.map(renamed)]
    if (name === undefined || key !== 'properties' || !isObject(value)) return [key, value]
    const inner = value[name]
    return [key, inner === undefined ? value : { ...value, [name]: carry(inner, rest, renamed) }]
  })
  return Object.fromEntries(entries)
}
