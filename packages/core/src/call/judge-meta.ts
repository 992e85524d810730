import type { ComposedTool } from '../request/composition.ts'
import { writesOf } from '../request/reference.ts'
import { clip } from '../schema/clip.ts'
import { canonicalJson } from '../schema/hash.ts'
import { hasOwn, isObject } from '../schema/json.ts'
import type { Json, JsonObject } from '../schema/json.ts'
import { nearestName } from '../schema/nearest-name.ts'
import type { Validator } from '../schema/validator.ts'
import { META_FIELD_SPELLINGS, type MetaFieldName } from '../tool/meta-names.ts'
import type { Openness } from '../tool/tool.ts'
import type { CallError } from './call-error.ts'
import { callError } from './call-errors.ts'
import type { CallMeta } from './judged-call.ts'

/** The meta fields that carry a value of the Call; `_reasoningForCall` and `_output` are read apart. */
const VALUE_FIELDS = ['_activity', '_module', '_imports', '_outputPath', '_instance'] as const
type ValueField = (typeof VALUE_FIELDS)[number]

interface Offered {
  readonly open: ReadonlyMap<ValueField, Openness>
  readonly required: ReadonlySet<string>
}

export type JudgedMeta =
  { readonly ok: true; readonly meta: CallMeta } | { readonly ok: false; readonly error: CallError }

type JudgedValue =
  { readonly ok: true; readonly value: Json | undefined } | { readonly ok: false; readonly error: CallError }

const offers = new WeakMap<ComposedTool, Offered>()

const opennessOf = (schema: Json): Openness => {
  if (!isObject(schema)) return { type: 'free', schema: true }
  if (schema.const !== undefined) return { type: 'const', value: schema.const }
  if (Array.isArray(schema.enum)) return { type: 'enum', values: schema.enum }
  const { items } = schema
  if (schema.type === 'array' && isObject(items) && Array.isArray(items.enum)) {
    return { type: 'subset', values: items.enum }
  }
  return { type: 'free', schema }
}

/** The composed schema decides what the model may write, so the rules come from its branch. */
const offeredBy = (tool: ComposedTool): Offered => {
  const known = offers.get(tool)
  if (known) return known
  const properties = isObject(tool.branch.properties) ? tool.branch.properties : {}
  const open = new Map<ValueField, Openness>()
  for (const field of VALUE_FIELDS) {
    const schema = hasOwn(properties, field) ? properties[field] : undefined
    if (schema !== undefined) open.set(field, opennessOf(schema))
  }
  const names = Array.isArray(tool.branch.required) ? tool.branch.required : []
  const required = new Set(names.filter((name: Json): name is string => typeof name === 'string'))
  const offered = { open, required }
  offers.set(tool, offered)
  return offered
}

const forged = (field: string, message: string, names?: readonly string[]): CallError =>
  callError('meta.forged', message, { path: `/${field}`, names })

const accepted = (value: Json | undefined): JudgedValue => ({ ok: true, value })
const refused = (error: CallError): JudgedValue => ({ ok: false, error })
const isSame = (a: Json, b: Json): boolean => a === b || canonicalJson(a) === canonicalJson(b)
const shown = (values: readonly Json[]): string => values.map((value) => JSON.stringify(value)).join(', ')
const quote = (written: Json): string => clip(JSON.stringify(written))
const asNames = (values: readonly Json[]): readonly string[] =>
  values.filter((value): value is string => typeof value === 'string')

/** `_imports` may only narrow what the Tool's author let through (docs/contract/protocol.md#the-loop). */
const judgeSubset = (field: string, values: readonly Json[], written: Json): JudgedValue => {
  if (!Array.isArray(written))
    return refused(forged(field, `${field} must be a list of: ${shown(values)}.`, asNames(values)))
  const outside = written.find((item: Json) => !values.some((value) => isSame(value, item)))
  if (outside === undefined) return accepted([...new Set<Json>(written)])
  const message = `${field} may only narrow what is open here: ${quote(outside)} is not one of ${shown(values)}.`
  return refused(forged(field, message, asNames(values)))
}

const judgeFree = (field: string, schema: Json, written: Json, validator: Validator | undefined): JudgedValue => {
  if (field === '_outputPath') {
    const path = typeof written === 'string' ? writesOf(written) : undefined
    if (!path?.ok) {
      const reason = path === undefined ? 'it is no text' : path.message
      return refused(forged(field, `${field} must be a path into the state like "†state.song.melody": ${reason}`))
    }
  }
  const isSchema = typeof schema === 'boolean' || isObject(schema)
  const verdict = isSchema ? validator?.check(schema, written) : undefined
  if (verdict === undefined || verdict.ok) return accepted(written)
  return refused(forged(field, `${field}: ${verdict.issues[0]?.message ?? 'the value is not open here'}.`))
}

const judgeValue = (
  field: ValueField,
  openness: Openness,
  written: Json | undefined,
  validator: Validator | undefined,
): JudgedValue => {
  if (written === undefined) {
    if (openness.type === 'const') return accepted(openness.value)
    return accepted(openness.type === 'subset' ? [] : undefined)
  }
  switch (openness.type) {
    case 'const': {
      if (isSame(openness.value, written)) return accepted(openness.value)
      if (field === '_imports' && Array.isArray(openness.value)) return judgeSubset(field, openness.value, written)
      const message = `${field} is fixed to ${JSON.stringify(openness.value)} here; leave it out or write exactly that.`
      return refused(forged(field, message, asNames([openness.value])))
    }
    case 'enum': {
      if (openness.values.some((value) => isSame(value, written))) return accepted(written)
      const message = `${field} must be one of ${shown(openness.values)}; got ${quote(written)}.`
      return refused(forged(field, message, asNames(openness.values)))
    }
    case 'subset':
      return judgeSubset(field, openness.values, written)
    case 'free':
      return judgeFree(field, openness.schema, written, validator)
  }
}

/** Unknown names with an underscore: an invented field, or one that this Tool doesn't open. */
const judgeNames = (
  tool: ComposedTool,
  written: ReadonlyMap<string, Json>,
  offered: Offered,
): CallError | undefined => {
  for (const name of written.keys()) {
    if (name === '_tool' || name === '_reasoningForCall' || offered.open.has(name as ValueField)) continue
    // A prediction with an explicit or module Call never refuses it (docs/contract/protocol.md#composition).
    if (name === '_output' && (tool.mode !== 'latent' || tool.tool.output !== undefined)) continue
    const names = ['_tool', ...offered.open.keys()]
    const near = META_FIELD_SPELLINGS.includes(name) ? undefined : nearestName(name, names)
    const hint = near === undefined ? '; leave it out' : `; did you mean ${near}?`
    return forged(name, `The tool "${tool.name}" offers no field ${clip(name)}${hint}.`, names)
  }
  return undefined
}

/** Judges the fields that belong to the system; null counts as left out. */
export const judgeMeta = (
  tool: ComposedTool,
  written: ReadonlyMap<MetaFieldName | string, Json>,
  validator?: Validator,
): JudgedMeta => {
  const offered = offeredBy(tool)
  const unknown = judgeNames(tool, written, offered)
  if (unknown) return { ok: false, error: unknown }
  const meta: { [field: string]: Json } = { _tool: tool.name }
  for (const [field, openness] of offered.open) {
    const judged = judgeValue(field, openness, written.get(field) ?? undefined, validator)
    if (!judged.ok) return judged
    if (judged.value !== undefined) meta[field] = judged.value
    else if (offered.required.has(field)) return { ok: false, error: missingField(tool, field, openness) }
  }
  // Every value was checked against the openness of its field, whose values normalisation typed.
  return { ok: true, meta: meta as JsonObject as unknown as CallMeta }
}

const missingField = (tool: ComposedTool, field: string, openness: Openness): CallError => {
  const values = openness.type === 'enum' ? openness.values : []
  const choice = values.length > 0 ? ` Choose one of ${shown(values)}.` : ''
  return callError('arguments.invalid', `The call of "${tool.name}" must say ${field}.${choice}`, {
    path: `/${field}`,
    names: asNames(values),
  })
}
