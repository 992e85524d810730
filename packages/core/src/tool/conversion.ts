import type { Json, JsonObject } from '../schema/json.ts'
import { isObject } from '../schema/json.ts'
import { isMetaName, META_FIELD_SPELLINGS } from './meta-names.ts'
import { RESERVED_TOOL_NAMES, isName } from './name.ts'
import { normaliseTool } from './normalise.ts'
import { pruneDefinitions } from './prune-definitions.ts'
import type { Tool, ToolSchema } from './tool.ts'

/** A part that a conversion lost: its place, and the reason in a sentence. */
export interface Lost {
  readonly path: string
  readonly what: string
  /** The sentence by its code, where it has one: a page in another language has its own. */
  readonly told?: { readonly code: string; readonly values: { readonly [name: string]: string } }
}
/** A Tool that was found in a text, under the name it has there. */
export interface ImportedTool {
  readonly name: string
  readonly schema: ToolSchema
  /** The HTTP Activity that does its work, as `activities.http` of ensemble.json holds it. */
  readonly http?: JsonObject
}
/** The Tools of a text, and what of it they could not take along. */
export interface Imported {
  readonly tools: readonly ImportedTool[]
  readonly lost: readonly Lost[]
}
/** A Tool in another format, and what that format could not say. */
export interface Exported {
  readonly text: string
  readonly lost: readonly Lost[]
}

export const nothing = (what: string): Imported => ({ tools: [], lost: [{ path: '', what }] })

export const stringOf = (value: Json | undefined): string | undefined => (typeof value === 'string' ? value : undefined)

/** A valid Tool name: separators become `_`, and the change is reported. */
export const toolNameFrom = (written: string, path: string, lost: Lost[]): string => {
  if (RESERVED_TOOL_NAMES.includes(written)) {
    const name = `${written}_tool`
    lost.push({ path, what: `The name ${written} became ${name}: the final answer travels by that name.` })
    return name
  }
  if (isName(written)) return written
  const folded = written
    .replaceAll(/[^A-Za-z0-9_-]+/gu, '_')
    .replaceAll(/^[^A-Za-z]+|_+$/gu, '')
    .slice(0, 64)
  const name = isName(folded) ? folded : 'tool'
  lost.push({
    path,
    what: `The name ${JSON.stringify(written)} became ${name}: a letter, then letters, digits, _ and -.`,
  })
  return name
}

/** The names that parameters have in a Tool, of those that cannot keep theirs: names with `_` belong to the system. */
export const renamedParameters = (keys: readonly string[]): ReadonlyMap<string, string> => {
  const taken = new Set(keys)
  const renamed = new Map<string, string>()
  for (const key of keys.filter(isMetaName)) {
    const plain = key.replace(/^_+/u, '') || 'value'
    let name = plain
    for (let count = 2; taken.has(name); count++) name = `${plain}_${count}`
    taken.add(name)
    renamed.set(key, name)
  }
  return renamed
}

/** A Tool from another format. Parameters that begin with `_` are renamed; `_parameterNames` keeps the API's name. */
export const toolFrom = (
  parts: {
    readonly title?: string | undefined
    readonly description?: string | undefined
    readonly parameters: Json | undefined
    readonly output?: Json | undefined
    /** The same of what an API answers, which is checked and not composed. */
    readonly result?: Json | undefined
    readonly meta?: JsonObject
  },
  path: string,
  lost: Lost[],
): ToolSchema => {
  const { title, description, parameters, output, result, meta = {} } = parts
  const given = isObject(parameters) ? pruneDefinitions(parameters) : {}
  if (parameters !== undefined && !isObject(parameters))
    lost.push({ path, what: 'The parameters aren’t an object schema.' })
  const {
    type: _type,
    title: ownTitle,
    description: ownDescription,
    properties,
    required,
    $schema: _dialect,
    ...rest
  } = given
  const entries = Object.entries(isObject(properties) ? properties : {})
  const renamed = renamedParameters(entries.map(([key]) => key))
  const own = entries.map(([key, schema]): [string, Json] => [renamed.get(key) ?? key, schema])
  const names = Array.isArray(required) ? required.map((key: Json) => renamed.get(String(key)) ?? key) : []
  const said = description ?? stringOf(ownDescription)
  const called = title ?? stringOf(ownTitle)
  return {
    type: 'object',
    ...(called !== undefined && { title: called }),
    ...(said !== undefined && { description: said }),
    properties: {
      ...withNames(meta, renamed),
      ...Object.fromEntries(own),
      ...(output !== undefined && { _output: pruned(output) }),
      ...(result !== undefined && { _result: pruned(result) }),
    },
    ...(names.length > 0 && { required: names }),
    ...rest,
  }
}

const pruned = (schema: Json): Json => (isObject(schema) ? pruneDefinitions(schema) : schema)

const withNames = (meta: JsonObject, renamed: ReadonlyMap<string, string>): JsonObject =>
  renamed.size === 0
    ? meta
    : { ...meta, _parameterNames: { const: Object.fromEntries([...renamed].map(([key, name]) => [name, key])) } }

/** A Tool read for export, with the meta fields the other format has no place for. */
export const toolToExport = (
  name: string,
  schema: ToolSchema,
  understood: readonly string[],
): { readonly tool: Tool; readonly parameters: JsonObject; readonly lost: Lost[] } => {
  const { tool } = normaliseTool(name, schema)
  const properties = isObject(schema.properties) ? Object.keys(schema.properties) : []
  const written = [
    ...properties.map((key) => [`/properties/${key}`, key]),
    ...Object.keys(schema).map((key) => [`/${key}`, key]),
  ]
  const lost = written.flatMap(([path = '', key = '']): readonly Lost[] =>
    META_FIELD_SPELLINGS.includes(key) && key !== '_tool' && key !== '_parameterNames' && !understood.includes(key)
      ? [{ path, what: `${key} belongs to Ensemble and is not exported.` }]
      : [],
  )
  return { tool, parameters: withOwnNames(tool), lost: [...lost] }
}

/** The parameters by the names that the other API knows. */
const withOwnNames = ({ parameters, parameterNames: names }: Tool): JsonObject => {
  if (names === undefined || !isObject(parameters.properties)) return parameters
  const nameOf = (key: string): string => (Object.hasOwn(names, key) ? (names[key] ?? key) : key)
  const properties = Object.entries(parameters.properties).map(([key, schema]) => [nameOf(key), schema])
  const { required } = parameters
  return {
    ...parameters,
    properties: Object.fromEntries(properties) as JsonObject, // the same schemas under other keys
    ...(Array.isArray(required) && { required: required.map((key: Json) => nameOf(String(key))) }),
  }
}

/** Keywords of a schema that the other format has no words for. */
export const keywordsLost = (keywords: readonly string[], where: string): readonly Lost[] =>
  keywords.map((keyword) => ({ path: '', what: `${keyword} cannot be said in ${where}.` }))

export const pretty = (value: Json): string => `${JSON.stringify(value, null, 2)}\n`
