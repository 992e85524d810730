import { canonicalJson } from '../schema/hash.ts'
import { isObject, type Json, type Pointer } from '../schema/json.ts'
import { applyTextEdits, editBetween, jsonOf, nodeAt, parseDocument, type TextEdit } from '../schema/json-document.ts'
import { replaceValue } from '../schema/json-edits.ts'
import { parsePointer } from '../schema/pointer.ts'
import { setKeywords } from './property-edits.ts'

/**
 * Other values for the parameter at `at`. One that was renamed keeps its meaning: the conditions of `_approval` that
 * ask for the old value ask for the new one.
 */
export const setEnum = (text: string, at: Pointer, values: Json | undefined): readonly TextEdit[] => {
  const before = jsonAt(text, `${at}/enum`)
  const edited = applyTextEdits(text, setKeywords(text, at, { enum: values }))
  const renames = renamesBetween(before, values)
  const place = parameterAt(at)
  if (renames.size === 0 || place === undefined) return editBetween(text, edited)
  const after = APPROVALS.reduce((current, condition) => {
    const pointer = `${place.tool}${condition}`
    const written = jsonAt(current, pointer)
    const carried = written === undefined ? undefined : carry(written, place.names, renames)
    const node = nodeAt(parseDocument(current).root, pointer)
    if (carried === undefined || node === undefined || canonicalJson(carried) === canonicalJson(written ?? null))
      return current
    return applyTextEdits(current, replaceValue(parseDocument(current), node, carried))
  }, edited)
  return editBetween(text, after)
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

/** The Tool that a parameter belongs to, and its names from there: `/properties/target/properties/region`. */
function parameterAt(at: Pointer): { readonly tool: Pointer; readonly names: readonly string[] } | undefined {
  const found = /^(.*?)((?:\/properties\/[^/]+)+)$/u.exec(at)
  if (found === null) return undefined
  const names = (parsePointer(found[2] ?? '') ?? []).filter((_, index) => index % 2 === 1)
  return { tool: found[1] ?? '', names }
}

const BRANCHES = ['allOf', 'anyOf', 'oneOf']
const INNER = ['not', 'if', 'then', 'else']

/** The condition with renamed values of the parameter that `names` lead to. */
function carry(condition: Json, names: readonly string[], renames: ReadonlyMap<string, Json>): Json {
  if (!isObject(condition)) return condition
  const renamed = (value: Json): Json => renames.get(canonicalJson(value)) ?? value
  const [name, ...rest] = names
  const entries = Object.entries(condition).map(([key, value]): [string, Json] => {
    if (BRANCHES.includes(key) && Array.isArray(value)) return [key, value.map((each) => carry(each, names, renames))]
    if (INNER.includes(key)) return [key, carry(value, names, renames)]
    if (name === undefined && key === 'const') return [key, renamed(value)]
    if (name === undefined && key === 'enum' && Array.isArray(value)) return [key, value.map(renamed)]
    if (name === undefined || key !== 'properties' || !isObject(value)) return [key, value]
    const inner = value[name]
    return [key, inner === undefined ? value : { ...value, [name]: carry(inner, rest, renames) }]
  })
  return Object.fromEntries(entries)
}
