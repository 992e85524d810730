import { SCHEMA_LIMITS, findSchemaIssues, isDraft07, tellIssue } from '../schema/check-schema.ts'
import { isObject } from '../schema/json.ts'
import type { Json, JsonObject, JsonSchema } from '../schema/json.ts'
import { withLocalReferences } from '../schema/local-references.ts'
import { charactersIn } from '../schema/rest.ts'
import type { Steps } from '../schema/turns.ts'
import { weigh, weighText } from '../schema/weigh.ts'
import { closeSchema } from './close-schema.ts'
import { collectMeta } from './collect-meta.ts'
import type { Report, WrittenMeta } from './collect-meta.ts'
import { tellForeign } from './foreign-tool.ts'
import { isMetaName, metaFieldOf } from './meta-names.ts'
import type { MetaFieldName } from './meta-names.ts'
import {
  readApproval,
  readConst,
  readImports,
  readOpenString,
  readParameterNames,
  readSchema,
  readString,
} from './meta-values.ts'
import type { ReadValue } from './meta-values.ts'
import { NAME_PATTERN, isName, RESERVED_TOOL_NAMES } from './name.ts'
import type { Problem } from './problem.ts'
import { standAlone } from './stand-alone.ts'
import type { Tool, ToolSchema } from './tool.ts'

export interface NormalisedTool {
  readonly tool: Tool
  /** Paths point into the author's schema. A Tool with a problem of severity `error` must not be used. */
  readonly problems: readonly Problem[]
}

/** By schema, what was made of it; by name, too, where it goes by several: hardly any does, and tens of thousands are held. */
const known = new WeakMap<ToolSchema, NormalisedTool | Map<string, NormalisedTool>>()

const knownAs = (name: string, schema: ToolSchema): NormalisedTool | undefined => {
  const found = known.get(schema)
  if (found instanceof Map) return found.get(name)
  return found?.tool.name === name ? found : undefined
}

const keep = (name: string, schema: ToolSchema, result: NormalisedTool): void => {
  const others = known.get(schema)
  if (others instanceof Map) others.set(name, result)
  else if (others === undefined) known.set(schema, result)
  else known.set(schema, new Map([others, result].map((each) => [each.tool.name, each])))
}

/**
 * The Tool of an author's schema (docs/contract/protocol.md#tools): one form of meta fields, aliases read, parameters
 * closed. Never throws or changes `schema`; faults come as problems with as complete a Tool as possible.
 */
export function normaliseTool(name: string, schema: ToolSchema): NormalisedTool {
  const before = knownAs(name, schema)
  if (before !== undefined) return before
  const result = fromSameShape(name, schema) ?? normalise(name, schema)
  keep(name, schema, result)
  return result
}

/** By schema, an earlier one that is the same but for the words of `title` and `description`, which must be texts. */
const sameShape = new WeakMap<ToolSchema, ToolSchema>()

/** By such an earlier schema, its weight without those words. */
const shapeWeights = new WeakMap<ToolSchema, number>()

const wordsWeight = ({ title, description }: ToolSchema): number =>
  [title, description].reduce<number>((sum, text) => (typeof text === 'string' ? sum + weighText(text.length) : sum), 0)

/** The weight of a schema by that of the earlier one: thousands differ by their words alone. */
function weighLike(earlier: ToolSchema, schema: ToolSchema): number {
  let shape = shapeWeights.get(earlier)
  if (shape === undefined) {
    shape = weigh(earlier, SCHEMA_LIMITS.weight) - wordsWeight(earlier)
    shapeWeights.set(earlier, shape)
  }
  return shape + wordsWeight(schema)
}

/** Tells of a schema that it is an earlier one with another title or description: its Tool then shares that one's parts. */
export const noteSameShape = (schema: ToolSchema, earlier: ToolSchema): void => {
  sameShape.set(schema, earlier)
}

function fromSameShape(name: string, schema: ToolSchema): NormalisedTool | undefined {
  const earlier = sameShape.get(schema)
  const known = earlier && knownAs(name, earlier)
  // Long texts may make it too large, and a problem speaks of the schema's own words.
  if (!known || known.problems.length > 0 || weighLike(earlier, schema) > SCHEMA_LIMITS.weight) return undefined
  const { title, description = '' } = schema as { readonly title?: string; readonly description?: string } // as noted
  // Tens of thousands are made: a conditional spread would take several times as long.
  const tool =
    title === undefined
      ? { ...known.tool, description, source: schema }
      : { ...known.tool, title, description, source: schema }
  return { tool, problems: known.problems }
}
const NONE: readonly Problem[] = []

/** A Tool that takes over another's parts costs as much as reading so many characters. */
export const LIKE_ANOTHER = 1024

/** Normalises one Tool in each step. Results are cached for later callers. */
export function* normaliseInSteps(tools: Iterable<readonly [name: string, schema: ToolSchema]>): Steps<void> {
  for (const [name, schema] of tools) {
    if (knownAs(name, schema) !== undefined) continue
    normaliseTool(name, schema)
    yield sameShape.has(schema) ? LIKE_ANOTHER : charactersIn(schema)
  }
}

function normalise(name: string, schema: ToolSchema): NormalisedTool {
  const problems: Problem[] = []
  const report: Report = (code, message, path = '') => {
    problems.push({ code, severity: 'error', message, path, tool: name })
  }
  checkName(name, report)
  const foreign = isObject(schema.properties) ? undefined : tellForeign(schema)
  if (foreign !== undefined) report('tool.foreign', `The Tool ${name} ${foreign}`)
  else if (schema.type !== undefined && schema.type !== 'object') {
    report('tool.notObject', `The Tool ${name} must be a schema of type object.`, '/type')
  }
  const issues = findSchemaIssues(schema)
  const isValid = issues.length === 0
  // An envelope isn't a schema, and its schema faults help no one.
  for (const issue of foreign === undefined ? issues : [])
    report('tool.schema', `The Tool ${name} is not a valid schema${tellIssue(issue)}`, issue.path)
  // Names by which places refer to each other hold in this document alone; an invalid one may be too deep to walk.
  const local = isValid ? withLocalReferences(schema, isDraft07(schema)) : schema
  const whole = isObject(local) ? local : schema
  const reader = createReader(name, collectMeta(name, whole, report), report)
  const tool = readTool(name, whole, reader, isValid)
  return { tool: withoutUndefined({ ...tool, source: schema }), problems: problems.length === 0 ? NONE : problems }
}

function checkName(name: string, report: Report): void {
  if (!isName(name)) report('tool.name', `The Tool name ${JSON.stringify(name)} must match ${NAME_PATTERN.source}.`)
  if (RESERVED_TOOL_NAMES.includes(name)) {
    report('tool.reserved', `No Tool may be called ${name}: the name is taken for the final answer.`)
  }
}

type Reader = <T>(field: MetaFieldName, read: (written: Json) => ReadValue<T>) => T | undefined

const createReader =
  (name: string, meta: ReadonlyMap<MetaFieldName, WrittenMeta>, report: Report): Reader =>
  (field, read) => {
    const written = meta.get(field)
    if (written === undefined) return undefined
    const result = read(written.value)
    if (result.ok) return result.value
    report('tool.metaValue', `${written.key} of the Tool ${name} must be ${result.expected}.`, written.path)
    return undefined
  }

const MODULE = 'an address, or an enum of addresses: a module is never left free'

function readTool(name: string, schema: ToolSchema, reader: Reader, isValid: boolean): Tool {
  // An invalid schema may be too deep to walk.
  const parameters = isValid ? closeSchema(standAlone(parametersOf(schema), schema)) : parametersOf(schema)
  /** A reference in a meta field's schema begins at the Tool's. */
  const alone = (written: JsonSchema): JsonSchema => (isValid ? standAlone(written, schema) : written)
  const readAlone = (written: Json): ReadValue<JsonSchema> => {
    const result = readSchema(written)
    return result.ok ? { ok: true, value: alone(result.value) } : result
  }
  const approval = reader('_approval', readApproval)
  const [shown, hidden] = [reader('_output', readAlone), reader('_result', readAlone)]
  const title = typeof schema.title === 'string' ? schema.title : undefined
  return {
    name,
    title,
    description: typeof schema.description === 'string' ? schema.description : '',
    parameters,
    activity: reader('_activity', (written) => readString(written, 'the name of an Activity, or an empty string')),
    module: reader('_module', (written) => readOpenString(written, (value) => value !== '', false, MODULE)),
    imports: reader('_imports', readImports),
    outputPath: reader('_outputPath', (written) =>
      readOpenString(written, (value) => /^†state\./u.test(value), true, 'a state path such as "†state.song.melody"'),
    ),
    instance: reader('_instance', (written) => readOpenString(written, (value) => value !== '', true, 'a string')),
    reasoning: reader('_reasoningForCall', readAlone),
    approval: approval?.type === 'when' ? { ...approval, schema: alone(approval.schema) } : approval,
    idempotent: reader('_idempotent', (written) => readConst(written, [true, false])) ?? true,
    polls: reader('_polls', (written) => readConst(written, [true, false])) === true ? true : undefined,
    parameterNames: reader('_parameterNames', readParameterNames),
    resolve: reader('_resolve', (written) => readConst(written, RESOLVE)) ?? 'runtime',
    output: shown ?? hidden,
    hidesOutput: shown === undefined && hidden !== undefined ? true : undefined,
    source: schema,
  }
}

const RESOLVE = ['runtime', 'upfront', 'upfront+output'] as const

/** The schema without meta fields and without the Tool's own keywords. */
function parametersOf(schema: ToolSchema): JsonObject {
  const rest = Object.entries(schema).filter(([key]) => !isMetaName(key) && !ON_THE_TOOL.includes(key))
  const properties = isObject(schema.properties) ? schema.properties : {}
  const own = Object.fromEntries(Object.entries(properties).filter(([key]) => !isMetaName(key)))
  const required = Array.isArray(schema.required) ? schema.required.filter((key) => !isMetaKey(key)) : []
  return { type: 'object', properties: own, ...(required.length > 0 && { required }), ...Object.fromEntries(rest) }
}

const ON_THE_TOOL = ['type', 'title', 'description', 'properties', 'required']
const isMetaKey = (key: Json): boolean => typeof key === 'string' && isMetaName(key)

/** Whether the author lists the field in `required`, under either of its names. */
export const authorRequires = (tool: Tool, field: MetaFieldName): boolean =>
  Array.isArray(tool.source.required) &&
  tool.source.required.some((key: Json) => typeof key === 'string' && metaFieldOf(key) === field)

/** Optional fields that were not written are absent, so that Tools compare and print cleanly. */
function withoutUndefined(tool: { readonly [Key in keyof Tool]: Tool[Key] | undefined }): Tool {
  const written: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(tool)) if (value !== undefined) written[field] = value
  // Only keys whose value is undefined go; every required field of Tool is set above.
  return written as unknown as Tool
}
