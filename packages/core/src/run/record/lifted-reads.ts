import type { JournalEvent } from '../../journal/events.ts'
import { importedPath } from '../../request/imports.ts'
import { findReferences, parseReference } from '../../request/reference.ts'
import { getPath, writeInto } from '../../request/state.ts'
import { isObject, type Json, type JsonObject } from '../../schema/json.ts'
import { isSameJson } from '../../schema/same-json.ts'
import { inOrder, type LiftedCall } from './lifted-calls.ts'

/** A Call as far as others may depend on it. */
export type Reader = Pick<LiftedCall, 'turn' | 'index' | 'tool' | 'parameters' | 'meta' | 'refs' | 'result'>

type Path = readonly string[]

export const pathOf = (ref: string): Path => {
  const parsed = parseReference(ref)
  return parsed.ok ? (parsed.reference.paths[0]?.segments ?? []) : []
}

export const overlaps = (one: Path, other: Path): boolean =>
  one.slice(0, other.length).every((segment, at) => segment === other[at])

export const importsOf = ({ meta }: Pick<Reader, 'meta'>): readonly string[] => {
  const imports: Json = meta['_imports'] ?? []
  return Array.isArray(imports) ? imports.filter((one) => typeof one === 'string') : []
}

/** Where in the state a Call looks, by a reference or by an import; `[]` is all of it. */
export const readsOf = (call: Pick<Reader, 'parameters' | 'meta'>) => ({
  references: findReferences(call.parameters).flatMap(({ reference }) =>
    reference.paths.flatMap(({ root, segments }) => (root === 'state' ? [segments] : [])),
  ),
  imports: importsOf(call).flatMap((name) => (name === 'state' ? [[]] : [importedPath(name) ?? []].filter(isPath))),
})
const isPath = (path: Path): boolean => path.length > 0

/** The caller's input and texts are data in the new Idea. */
export const asData = (name: string): string => (name === 'input' || name === 'text' ? `data:${name}` : name)

/** The lifted Calls' writes, as far as `reader` could see them. */
export const innerState = (calls: readonly LiftedCall[], reader: LiftedCall, before = isVisible): JsonObject =>
  calls
    .filter((call) => call.span !== reader.span && before(call, reader))
    .reduce<JsonObject>(
      (state, { refs, result }) => refs.reduce((next, ref) => writeInto(next, pathOf(ref), result), state),
      {},
    )

/** References wait for any Call of their answer. */
const isVisible = (writer: LiftedCall, reader: LiftedCall): boolean => writer.turn <= reader.turn
/** Imports wait for earlier ones alone. */
export const isEarlier = (writer: LiftedCall, reader: LiftedCall): boolean => inOrder(writer, reader) < 0

/** Whether a reference reads what the lifted Calls wrote, something else, or a value that both made. */
export function originOf(
  text: string,
  value: Json,
  calls: readonly LiftedCall[],
  reader: LiftedCall,
): 'inside' | 'outside' | 'both' {
  const parsed = parseReference(text)
  if (!parsed.ok) return 'outside'
  const inner = innerState(calls, reader)
  /** It saw one of several writers: of its own answer, the first. */
  const written = (path: Path): Json | undefined =>
    calls
      .filter((call) => call.span !== reader.span && isVisible(call, reader))
      .flatMap(({ refs, result }) => refs.map((ref) => ({ at: pathOf(ref), result })))
      .filter(({ at }) => at.length <= path.length && overlaps(at, path))
      .map(({ at, result }) => getPath(result, path.slice(at.length)))
      .find((one) => one !== undefined && isSameJson(one, value))
  const found = parsed.reference.paths.map(({ root, segments }) =>
    root === 'state' ? (written(segments) ?? getPath(inner, segments)) : undefined,
  )
  if (found.every((one) => one === undefined)) return 'outside'
  if (found.every((one) => one !== undefined) && isSameJson(found.at(-1) ?? null, value)) return 'inside'
  if (found.some((one) => one !== undefined && isSameJson(one, value)) && found.length > 1) return 'both'
  return found.some((one) => isObject(one) || Array.isArray(one)) ? 'both' : 'outside'
}

const MOST_LEAVES = 5000
/** Shorter ones are the same by chance. */
const SHORTEST_TEXT = 4
const SMALLEST_NUMBER = 100

/** The texts and numbers of a value that say where they come from. */
const leavesOf = (value: Json): readonly string[] => {
  const leaves: string[] = []
  const waiting: Json[] = [value]
  for (let next = waiting.pop(); next !== undefined && leaves.length < MOST_LEAVES; next = waiting.pop()) {
    if (typeof next === 'string' && next.trim().length >= SHORTEST_TEXT) leaves.push(next.trim())
    else if (typeof next === 'number' && (Math.abs(next) >= SMALLEST_NUMBER || !Number.isInteger(next)))
      leaves.push(String(next))
    else if (typeof next === 'object' && next !== null) for (const item of Object.values(next)) waiting.push(item)
  }
  return leaves
}

/**
 * Whether a value holds text that only that Call's result can have given. `known`: everything its caller had read
 * before.
 */
export function isCopied(value: Json, { result }: Pick<Reader, 'result'>, known: string): boolean {
  const texts = leavesOf(value)
  if (texts.length === 0) return false
  return leavesOf(result).some((leaf) => !known.includes(leaf) && texts.some((text) => text.includes(leaf)))
}

/** Everything a Loop's model had read before that turn, as one text. */
export const readBefore = (source: readonly JournalEvent[], loop: string, turn: number): string => {
  const span = loop === '' ? `request/${turn}` : `${loop}/request/${turn}`
  const asked = source.find((event) => event.span === span && event.type === 'request.started')
  return asked?.type === 'request.started' ? textsIn(asked.data.messages as Json).join('\n') : '' // hydrated
}

const textsIn = (value: Json): readonly string[] => {
  if (typeof value === 'string') return [value, ...(value.includes('\\') ? [unescaped(value)] : [])]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
/** Messages hold JSON as text. */
const unescaped = (text: string): string => text.replaceAll(/\\(["\\])/g, '$1').replaceAll('\\n', '\n')
