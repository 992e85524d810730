import type { Message } from '../../../idea/message.ts'
import { applyImports, importedPath } from '../../../request/imports.ts'
import type { ReferenceView } from '../../../request/reference.types.ts'
import { getPath, setPath } from '../../../request/state.ts'
import { hasOwn, isObject, type Json, type JsonObject } from '../../../schema/json.ts'
import { isSameJson } from '../../../schema/same-json.ts'
import { metaFieldOf } from '../../../tool/meta-names.ts'
import { normaliseTool } from '../../../tool/normalise.ts'
import { declareImport, type DeclaredImport } from './declared-imports.ts'
import { refused, type LiftedCall } from '../../record/lifted-calls.ts'
import { asData, importsOf, innerState, isEarlier, overlaps, pathOf } from '../../record/lifted-reads.ts'

/** A Call as a replay of its Run saw it. */
export interface SeenCall {
  readonly context: readonly Message[]
  readonly view: ReferenceView
}

export interface LiftedImports {
  /** Members of the new Idea's input, with the Messages that take their values from there. */
  readonly declared: readonly DeclaredImport[]
  /** The module Tool's imports from the caller. */
  readonly passed: readonly string[]
}

/** Imports of the lifted Tools from outside. Throws EnsembleError `extract.calls` if they changed between the Calls. */
export function liftImports(
  calls: readonly [LiftedCall, ...LiftedCall[]],
  schemas: ReadonlyMap<string, JsonObject>,
  seen: (span: string) => SeenCall,
  taken: ReadonlySet<string>,
): LiftedImports {
  const last = calls.at(-1) ?? calls[0]
  const base = seen(calls[0].span).view.state
  const outer = (call: LiftedCall): JsonObject => outerState(seen(call.span).view.state, base, calls, call)
  const passed = [
    ...new Set(
      calls.flatMap((call) =>
        [...new Set([...openImports(schemas.get(call.tool) ?? {}), ...importsOf(call)])].filter(
          (name) => !isInside(name, calls, call, seen(call.span)),
        ),
      ),
    ),
  ]
  for (const kind of ['input', 'text'])
    if (passed.includes(kind) && passed.includes(`data:${kind}`))
      throw refused(
        `The Calls import both ${kind} and data:${kind}, which would be one and the same in the new Idea. Choose Calls that import one of them.`,
      )
  const imported = (call: LiftedCall, names: readonly string[], state: JsonObject): readonly Message[] =>
    applyImports(seen(call.span).context, names, { state }).context
  for (const call of calls) {
    const names = importsOf(call).filter((name) => passed.includes(name))
    const [own, now] = [imported(call, names, outer(call)), imported(last, names, outer(last))]
    if (!isSameJson(own as unknown as Json, now as unknown as Json))
      // Messages are JSON
      throw refused(
        `What ${call.tool} (${call.span}) imports (${names.join(', ')}) changes before ${last.tool} (${last.span}) is called. Choose fewer Calls.`,
      )
  }
  const names = new Set(taken)
  const declared = imported(last, passed, outer(last)).flatMap((message) => {
    const one = declareImport(message, names, () => true)
    if (one !== undefined) names.add(one.name)
    return one ?? []
  })
  return { declared, passed }
}

/** The state without what the lifted Calls wrote before `reader`. */
const outerState = (
  state: JsonObject,
  base: JsonObject,
  calls: readonly LiftedCall[],
  reader: LiftedCall,
): JsonObject =>
  calls
    .filter((call) => isEarlier(call, reader))
    .flatMap(({ refs }) => refs.map(pathOf))
    .reduce((next, path) => restored(next, base, path), state)

const restored = (state: JsonObject, base: JsonObject, path: readonly string[]): JsonObject => {
  const before = getPath(base, path)
  const next = before === undefined ? without(state, path, base) : setPath(state, path, before)
  return isObject(next) ? next : state
}

/** Objects that were made for what is left out go with it. */
const without = (value: Json, [name, ...rest]: readonly string[], base: Json): Json => {
  if (name === undefined || !isObject(value) || !hasOwn(value, name)) return value
  const { [name]: inner = null, ...others } = value
  if (rest.length === 0) return others
  const before = getPath(base, [name])
  const left = without(inner, rest, before ?? null)
  return before === undefined && isObject(left) && Object.keys(left).length === 0 ? others : { ...others, [name]: left }
}

/** Whether all of what is imported was written by one of the Calls before it, and is what the Call saw. */
const isInside = (name: string, calls: readonly LiftedCall[], reader: LiftedCall, { view }: SeenCall): boolean => {
  const path = importedPath(name)
  const wrote = (call: LiftedCall): boolean =>
    isEarlier(call, reader) &&
    call.refs.some((ref) => pathOf(ref).length <= (path ?? []).length && overlaps(pathOf(ref), path ?? []))
  if (path === undefined || !calls.some(wrote)) return false
  const inner = getPath(innerState(calls, reader, isEarlier), path)
  return inner !== undefined && isSameJson(inner, getPath(view.state, path) ?? null)
}

/** The author's imports of the Tool. */
const openImports = (schema: JsonObject): readonly string[] => {
  const open = normaliseTool('tool', schema).tool.imports
  const found = open?.type === 'const' ? open.value : open !== undefined && 'values' in open ? open.values : []
  return Array.isArray(found) ? found.filter((one): one is string => typeof one === 'string') : []
}

/** A Tool's entry whose imports of the caller's input and texts are those of the data they are now. */
export function withDataImports(entry: JsonObject, schema: JsonObject): JsonObject {
  const properties = isObject(schema.properties) ? schema.properties : {}
  const at = [properties, schema].flatMap((members) =>
    Object.entries(members).filter(([name]) => metaFieldOf(name) === '_imports'),
  )[0]
  if (at === undefined) return entry
  const [name, written] = at
  const renamed = renameIn(written)
  if (isSameJson(renamed, written)) return entry
  if (hasOwn(entry, '$ref') || hasOwn(entry, name)) return { ...entry, [name]: renamed }
  return { ...entry, properties: { ...properties, [name]: renamed } }
}

const renameIn = (value: Json): Json => {
  if (typeof value === 'string') return asData(value)
  if (Array.isArray(value)) return value.map(renameIn)
  if (!isObject(value)) return value
  // Without words for people.
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [
      key,
      key === 'const' || key === 'enum' || key === 'items' ? renameIn(item) : item,
    ]),
  )
}
