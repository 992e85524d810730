import { clip } from '../schema/clip.ts'
import { escapePointer, isObject, isPrototypeName } from '../schema/json.ts'
import type { Json, JsonObject, Pointer } from '../schema/json.ts'
import type { Reference, ReferencePath, ReferenceView, Resolved } from './reference.types.ts'
import { getPath } from './state.ts'

/** Begins every reference; doubled, it is the character itself (docs/contract/protocol.md#state). */
export const DAGGER = '†'

/** Whether a value is a reference. `††` at the start is a literal `†`. */
export const isReference = (value: Json): value is `†${string}` =>
  typeof value === 'string' && value.startsWith(DAGGER) && !value.startsWith(DAGGER + DAGGER)

export type ParsedReference =
  { readonly ok: true; readonly reference: Reference } | { readonly ok: false; readonly message: string }

/** Reads `†state.a.b`, `†input.mood`, `†a || †b` or `†a && †b`. A problem is a sentence that a model can act on. */
export const parseReference = (text: string): ParsedReference => parsePaths(text, parsePath)

function parsePaths(text: string, parse: (text: string) => ReferencePath | string): ParsedReference {
  const hasAny = text.includes('||')
  const hasAll = text.includes('&&')
  if (hasAny && hasAll) return { ok: false, message: `${clip(text)} mixes || and &&; use one of them.` }
  const paths: ReferencePath[] = []
  for (const part of text.split(/\|\||&&/u)) {
    const path = parse(part.trim())
    if (typeof path === 'string') return { ok: false, message: path }
    paths.push(path)
  }
  return { ok: true, reference: { operator: hasAny ? 'any' : hasAll ? 'all' : 'one', paths, text } }
}

/** Whether a reference can lead to a member of this name. */
export const isReferable = (name: string): boolean =>
  name !== '' && name.trim() === name && !/[.]|\|\||&&/u.test(name) && !isPrototypeName(name)

/** The path, or a sentence about what is wrong with it. */
function parsePath(text: string): ReferencePath | string {
  const [root, ...segments] = text.slice(DAGGER.length).split('.')
  if (!isReference(text) || (root !== 'state' && root !== 'input')) {
    return `${JSON.stringify(clip(text))} is no reference; write †state.path or †input.path.`
  }
  if (segments.includes('')) return `${clip(text)} has an empty name between dots.`
  const forbidden = segments.find(isPrototypeName)
  if (forbidden !== undefined) return `${clip(text)} uses ${forbidden}, which no path may.`
  return { root, segments, text }
}

const MEMBER = / <- /u

/** `†state.melody`, or `†state.melody <- melody` for one member of the result. */
function parseTarget(text: string): ReferencePath | string {
  const [path = '', member, ...more] = text.split(MEMBER).map((part) => part.trim())
  const parsed = parsePath(path)
  if (typeof parsed === 'string' || member === undefined) return parsed
  const segments = member.split('.')
  return more.length > 0 || segments.includes('') || segments.some(isPrototypeName)
    ? `${clip(text)} names no member of the result; write †state.path <- member.`
    : { ...parsed, member: segments }
}

/** The paths of an output path, each without the member of the result that goes there. */
export const writtenTexts = (outputPath: string): readonly string[] => {
  const parsed = writesOf(outputPath)
  return parsed.ok ? parsed.reference.paths.map(({ text }) => text) : []
}

/** Where a Call's result is written: like a reference, with paths into the state only, each for all of it or for a member. */
export function writesOf(outputPath: string): ParsedReference {
  const parsed = parsePaths(outputPath, parseTarget)
  if (!parsed.ok) return parsed
  const wrong = parsed.reference.paths.find(({ root, segments }) => root !== 'state' || segments.length === 0)
  return wrong === undefined
    ? parsed
    : { ok: false, message: `${clip(wrong.text)} cannot be written; a result goes to †state.path.` }
}

export interface FoundReference {
  /** Within the parameters. */
  readonly path: Pointer
  readonly reference: Reference
}
export interface InvalidReference {
  readonly path: Pointer
  readonly text: string
  readonly message: string
}

/** Whether anything in it is or could be taken for a reference. Most values hold none: then nothing of them is copied. */
export const hasDagger = (value: Json): boolean => {
  if (typeof value === 'string') return value.startsWith(DAGGER)
  if (Array.isArray(value)) return value.some(hasDagger)
  // By names: of an object of many, a list of its values takes twice as long to make.
  return isObject(value) && Object.keys(value).some((name) => hasDagger(value[name] ?? null))
}

/** Every well-formed reference in a Call's parameters, at any depth, in order. */
export const findReferences = (parameters: Json): readonly FoundReference[] =>
  referenceTexts(parameters).flatMap(({ path, text }) => {
    const parsed = parseReference(text)
    return parsed.ok ? [{ path, reference: parsed.reference }] : []
  })

/** Strings that begin like a reference but aren't one. */
export const invalidReferences = (parameters: Json): readonly InvalidReference[] =>
  referenceTexts(parameters).flatMap(({ path, text }) => {
    const parsed = parseReference(text)
    return parsed.ok ? [] : [{ path, text, message: parsed.message }]
  })

interface ReferenceText {
  readonly path: Pointer
  readonly text: string
}
const referenceTexts = (value: Json): readonly ReferenceText[] => (hasDagger(value) ? referenceTextsAt(value, '') : [])

function referenceTextsAt(value: Json, path: Pointer): readonly ReferenceText[] {
  if (isReference(value)) return [{ path, text: value }]
  if (Array.isArray(value)) return value.flatMap((item: Json, index) => referenceTextsAt(item, `${path}/${index}`))
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([key, item]) => referenceTextsAt(item, `${path}/${escapePointer(key)}`))
}

/** The value of a reference in one world: the first existing of `||`, the last of `&&` once all exist. */
export function resolveReference(reference: Reference, view: ReferenceView): Resolved {
  const values = reference.paths.map((path) => ({ path, value: readPath(path, view) }))
  const missing = values.filter(({ value }) => value === undefined).map(({ path }) => path)
  const found = values.filter(({ value }) => value !== undefined)
  const chosen = reference.operator === 'any' ? found[0] : missing.length === 0 ? found.at(-1) : undefined
  return chosen?.value === undefined ? { found: false, missing } : { found: true, value: chosen.value }
}

export const readPath = ({ root, segments }: ReferencePath, view: ReferenceView): Json | undefined =>
  getPath(root === 'state' ? view.state : view.input, segments)

export type ResolvedParameters =
  | { readonly ok: true; readonly resolved: JsonObject }
  | {
      readonly ok: false
      readonly missing: readonly ReferencePath[]
      readonly invalid: readonly InvalidReference[]
      /** Paths that a reference may use now. */
      readonly existing: readonly string[]
    }

/** A Call's parameters with every reference replaced by its value and every `††` by `†`. All or nothing. */
export function resolveParameters(parameters: JsonObject, view: ReferenceView): ResolvedParameters {
  const missing: ReferencePath[] = []
  const replace = (value: Json): Json => {
    if (isReference(value)) {
      const parsed = parseReference(value)
      const result: Resolved = parsed.ok ? resolveReference(parsed.reference, view) : { found: false, missing: [] }
      if (result.found) return result.value
      missing.push(...result.missing)
      return null
    }
    if (typeof value === 'string') return value.startsWith(DAGGER) ? value.slice(DAGGER.length) : value
    if (Array.isArray(value)) return value.map(replace)
    return isObject(value) ? replaceAll(value) : value
  }
  const replaceAll = (object: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(object).map(([key, value]) => [key, replace(value)]))
  const resolved = replaceAll(parameters)
  const invalid = invalidReferences(parameters)
  if (missing.length === 0 && invalid.length === 0) return { ok: true, resolved }
  return { ok: false, missing, invalid, existing: existingPaths(view) }
}

const MOST_LISTED = 50
const DEEPEST_LISTED = 3

/** The readable paths, breadth first, so that a long list is cut at its least useful end. */
export function existingPaths(view: ReferenceView): readonly string[] {
  const found: string[] = []
  let level: [string, Json][] = [
    [`${DAGGER}state`, view.state],
    [`${DAGGER}input`, view.input],
  ]
  for (let depth = 0; depth < DEEPEST_LISTED && level.length > 0 && found.length < MOST_LISTED; depth += 1) {
    level = level.flatMap(([path, value]) =>
      isObject(value)
        ? Object.entries(value).flatMap(([key, item]): [string, Json][] =>
            isReferable(key) ? [[`${path}.${key}`, item]] : [],
          )
        : [],
    )
    found.push(...level.map(([path]) => path))
  }
  return found.slice(0, MOST_LISTED)
}
