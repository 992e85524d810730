import type { CompositionOptions } from '../idea/idea.ts'
import { hasOwn, isObject } from '../schema/json.ts'
import type { Json, JsonObject, JsonSchema } from '../schema/json.ts'
import { pointerOf } from '../schema/pointer.ts'
import { META_FIELDS } from '../tool/meta-fields.ts'
import type { MetaFieldName } from '../tool/meta-names.ts'
import { authorRequires } from '../tool/normalise.ts'
import { pruneDefinitions } from '../tool/prune-definitions.ts'
import { withDefinitions } from '../tool/stand-alone.ts'
import type { Openness, Tool } from '../tool/tool.ts'
import type { ComposedTool, EffectiveTool } from './composition.ts'
import { embedSchema } from './embed-schema.ts'
import { acceptsString } from './schema-types.ts'

/** The parts of a Request that shape every Tool's branch. */
export interface BranchOptions {
  readonly hasState: boolean
  /** Parameters may be references: the context holds `state` or `input`. */
  readonly references: boolean
  readonly instances: readonly string[]
  readonly options: CompositionOptions
}

/** The addition to a parameter's own schema if it may be a reference (docs/contract/protocol.md#state). */
export const REFERENCE_SCHEMA: JsonObject = {
  type: 'string',
  pattern: '^†',
  description: 'A reference instead of the value: †state.path or †input.path',
}

const OUTPUT_PATH_SCHEMA: JsonObject = {
  type: 'string',
  pattern: '^†state\\.',
  description: 'Where in the state the result is written: †state.path',
}
const REASONING_SCHEMA: JsonObject = { type: 'string', description: 'Why this Call is made.' }

/** One Tool as the model sees it, a closed object: `_tool`, other meta fields, parameters, `_output` (docs/contract/protocol.md#composition). */
export function composeTool(effective: EffectiveTool, options: BranchOptions): ComposedTool {
  const { tool } = effective
  const meta = metaProperties(effective, options)
  const output = outputProperty(effective, options.options)
  const isFirst = options.options.outputPosition === 'first'
  const own = placeable(tool.parameters, options.references)
  const parameters = ownProperties(own)
  const definitions: { [name: string]: Json } = {}
  const properties = {
    ...embedFields(meta, definitions),
    ...(isFirst && embedFields(output, definitions)),
    ...(options.references ? mapValues(parameters, (schema) => withReference(schema, own)) : parameters),
    ...(!isFirst && embedFields(output, definitions)),
  }
  const branch: JsonObject = {
    type: 'object',
    description: describe(effective),
    properties,
    required: [
      ...requiredMeta(tool, meta),
      ...ownRequired(tool),
      ...requiredOutput(effective, output, options.options),
    ],
    ...omit(own, ON_BRANCH),
    ...(Object.keys(definitions).length > 0 && { $defs: { ...(isObject(own.$defs) && own.$defs), ...definitions } }),
  }
  return { ...effective, name: tool.name, branch: pruneDefinitions(branch), parameters: tool.parameters }
}

/** The parameters' schema inside a branch: references to moved parts become references to definitions. */
const placeable = (parameters: JsonObject, references: boolean): JsonObject =>
  withDefinitions(parameters, parameters, (reference) => {
    const place = pointerOf(reference)
    return place !== '' && !(references && place !== undefined && /^\/properties\/[^/]+\//u.test(place))
  })

/** Schemas of meta fields stand by themselves: in the branch, what they refer to is among its definitions. */
const embedFields = (fields: JsonObject, definitions: { [name: string]: Json }): JsonObject =>
  mapValues(fields, (field, name) => {
    if (!isObject(field)) return field
    const embedded = embedSchema(pruneDefinitions(field), `${name}.`, `/properties/${name}`)
    Object.assign(definitions, embedded.definitions)
    return embedded.schema
  })

const ON_BRANCH = ['type', 'properties', 'required', '$schema', '$id']

function metaProperties(effective: EffectiveTool, options: BranchOptions): JsonObject {
  const { tool } = effective
  const values: Partial<Record<MetaFieldName, JsonSchema | undefined>> = {
    _tool: { const: tool.name },
    _activity: activityShown(effective),
    _module: opened(tool, '_module', tool.module),
    _imports: opened(tool, '_imports', tool.imports),
    _outputPath: opened(tool, '_outputPath', tool.outputPath) ?? (options.hasState ? OUTPUT_PATH_SCHEMA : undefined),
    _instance: instanceShown(tool, options.instances),
    _reasoningForCall: tool.reasoning ?? (options.options.reasoning ? REASONING_SCHEMA : undefined),
  }
  const shown = META_FIELDS.filter((field) => field.shown === 'field')
  return Object.fromEntries(
    shown.flatMap(({ name }): [string, Json][] => {
      const schema = values[name]
      return schema === undefined ? [] : [[name, schema]]
    }),
  )
}

/** The authored name stays visible when a profile swaps the implementation behind it: same bytes, other code. */
function activityShown(effective: EffectiveTool): JsonObject | undefined {
  if (effective.mode === 'latent') return { const: '' }
  if (effective.activity === '') return undefined
  return { const: effective.tool.activity || effective.activity }
}

/** The instances that are there, as far as the author leaves them open. */
function instanceShown(tool: Tool, instances: readonly string[]): JsonSchema | undefined {
  const { instance } = tool
  const isOpen = (id: string): boolean =>
    instance?.type === 'const' ? instance.value === id : instance?.type !== 'enum' || instance.values.includes(id)
  const values = instances.filter(isOpen)
  if (values.length === 0) return undefined
  return opened(tool, '_instance', instance?.type === 'const' ? instance : { type: 'enum', values })
}

function opened(tool: Tool, field: MetaFieldName, openness: Openness | undefined): JsonSchema | undefined {
  if (openness === undefined) return undefined
  const description = authoredDescription(tool, field)
  const about: JsonObject = description === undefined ? {} : { description }
  switch (openness.type) {
    case 'const':
      return { const: openness.value, ...about }
    case 'enum':
      return { type: 'string', enum: openness.values, ...about }
    case 'subset':
      return { type: 'array', items: { type: 'string', enum: openness.values }, ...about }
    case 'free':
      return openness.schema
  }
}

/** The author's description of a meta field helps the model to choose its value. */
function authoredDescription(tool: Tool, field: MetaFieldName): string | undefined {
  const alias = META_FIELDS.find((row) => row.name === field)?.alias
  const properties = ownProperties(tool.source)
  const written = properties[field] ?? (alias === undefined ? undefined : properties[alias])
  return isObject(written) && typeof written.description === 'string' ? written.description : undefined
}

function outputProperty(effective: EffectiveTool, options: CompositionOptions): JsonObject {
  const { output, hidesOutput = false } = effective.tool
  const isShown = effective.mode === 'latent' || (options.explicitOutput === 'optional' && !hidesOutput)
  return output !== undefined && isShown ? { _output: output } : {}
}

/** A single value may be left out of a Call and is filled in; of the open fields, those the work cannot start without. */
function requiredMeta(tool: Tool, meta: JsonObject): readonly string[] {
  const isRequired = (name: string): boolean => {
    if (name === '_tool') return true
    if (name === '_module') return tool.module?.type !== 'const'
    if (name === '_imports') return tool.imports?.type === 'subset' && authorRequires(tool, '_imports')
    if (name === '_instance') return tool.instance?.type !== 'const' && authorRequires(tool, '_instance')
    return name === '_outputPath' && tool.outputPath?.type !== 'const' && authorRequires(tool, '_outputPath')
  }
  return Object.keys(meta).filter(isRequired)
}

const ownRequired = (tool: Tool): readonly Json[] =>
  Array.isArray(tool.parameters.required) ? tool.parameters.required : []

const requiredOutput = (
  effective: EffectiveTool,
  output: JsonObject,
  options: CompositionOptions,
): readonly string[] => (effective.mode === 'latent' && options.latentOutput === 'required' ? Object.keys(output) : [])

function describe({ tool, mode }: EffectiveTool): string {
  const sentences = [
    tool.description,
    ...(mode === 'latent' && tool.output !== undefined ? [LATENT] : []),
    ...(tool.approval === undefined ? [] : [approvalSentence(tool.approval)]),
  ]
  return sentences.filter((sentence) => sentence !== '').join('\n')
}

const LATENT = 'Do this yourself: fill `_output` with the result, after the parameters.'

const approvalSentence = (rule: NonNullable<Tool['approval']>): string =>
  rule.type === 'always'
    ? 'A person confirms each Call before it runs.'
    : `A person confirms the Call before it runs when its parameters fit ${JSON.stringify(rule.schema)}.`

/** A string already allows a reference; other types get an alternative for it. */
const withReference = (schema: Json, root: JsonObject): Json =>
  acceptsString(schema, root) ? schema : { anyOf: [schema, REFERENCE_SCHEMA] }

const ownProperties = (schema: JsonObject): JsonObject => (isObject(schema.properties) ? schema.properties : {})

const mapValues = (object: JsonObject, change: (value: Json, key: string) => Json): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value, key)]))

const omit = (object: JsonObject, keys: readonly string[]): JsonObject =>
  Object.fromEntries(Object.entries(object).filter(([key]) => hasOwn(object, key) && !keys.includes(key)))
