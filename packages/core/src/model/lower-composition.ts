import type { ComposedTool, Composition } from '../request/composition.ts'
import { embedSchema } from '../request/embed-schema.ts'
import { isObject } from '../schema/json.ts'
import type { Json, JsonObject, JsonSchema, Pointer } from '../schema/json.ts'
import { liftValue } from '../schema/lower/lift.ts'
import { lowerSchema, type LoweredSchema } from '../schema/lower/lower.ts'
import { withNull } from '../schema/lower/lower-scalars.ts'
import { charactersIn, isHeavy } from '../schema/rest.ts'
import { findStrictIssue } from '../schema/strict-subset.ts'
import { A_TURN, type Steps, atOnce } from '../schema/turns.ts'
import type { EncodedRequest, LoweringChange } from './wire.ts'

type Lowered = Pick<EncodedRequest, 'schema' | 'strict' | 'changes' | 'liftCall' | 'liftOutput' | 'openCall'>

/**
 * A composed schema for the endpoint, with the way back (docs/contract/protocol.md#composition). `strict` lowers it,
 * unless it is too large; `keyed` has each Call as `{ "<toolName>": { … } }`.
 */
export const lowerComposition = (composition: Composition, strict: boolean, how: LowerOptions = {}): Lowered =>
  atOnce(lowerInSteps(composition, strict, how))

/** The same, a Tool in each step. */
export function* lowerInSteps(
  composition: Composition,
  strict: boolean,
  { keyed = false, keywords = NONE }: LowerOptions = {},
): Steps<Lowered> {
  if (!strict) return unlowered(composition, [])
  const forms = formsOf(strictForms, composition)
  const key = `${keyed} ${keywords.join()}`
  const known = forms.get(key)
  if (known) return known
  const lowered = yield* lowerAll(composition, keyed, keywords)
  if (isHeavy(lowered.schema)) yield A_TURN
  const issue = findStrictIssue(lowered.schema, keywords)
  const form = issue === undefined ? lowered : unlowered(composition, [notStrict(issue)])
  forms.set(key, form)
  return form
}

/** How a strict form is made: Calls under their Tools' names, and the keywords that stay in place. */
export interface LowerOptions {
  readonly keyed?: boolean | undefined
  readonly keywords?: readonly string[] | undefined
}
const NONE: readonly string[] = []

/** Forms of one thing by how they were made. */
const formsOf = <K extends object, V>(all: WeakMap<K, Map<string, V>>, key: K): Map<string, V> => {
  const forms = all.get(key) ?? new Map<string, V>()
  all.set(key, forms)
  return forms
}

const strictForms = new WeakMap<Composition, Map<string, Lowered>>()

const unlowered = (composition: Composition, changes: readonly LoweringChange[]): Lowered => ({
  schema: composition.schema,
  strict: false,
  changes,
  liftCall: (_tool, value) => value,
  liftOutput: (value) => value,
})

const notStrict = (why: string): LoweringChange => ({
  path: '',
  keyword: 'strict',
  what: 'the schema is sent as it is, without strict mode',
  why,
})

function* lowerAll(composition: Composition, keyed: boolean, keywords: readonly string[]): Steps<Lowered> {
  const { tools } = composition
  const definitions: { [name: string]: Json } = {}
  const changes: LoweringChange[] = []
  /** Puts a lowered part into the whole; its definitions move to the root. */
  const place = ({ schema, changes: own }: LoweredSchema, prefix: string, at: Pointer): JsonSchema => {
    const embedded = embedSchema(schema, prefix, at)
    Object.assign(definitions, embedded.definitions)
    for (const change of own) changes.push({ ...change, path: placed(change.path, prefix, at) })
    return embedded.schema
  }
  const lowerBranch = (tool: ComposedTool, index: number): JsonSchema => {
    const at = tools.length === 1 ? '/properties/calls/items' : `/properties/calls/items/anyOf/${index}`
    if (!keyed) return place(lowerTool(tool, keywords), `${tool.name}.`, at)
    return underName(tool.name, place(lowerTool(tool, keywords), `${tool.name}.`, `${at}/properties/${tool.name}`))
  }
  const branches: JsonSchema[] = []
  for (const [index, tool] of tools.entries()) {
    branches.push(lowerBranch(tool, index))
    yield charactersIn(tool.branch)
  }
  if (keyed) changes.push(UNDER_NAMES)
  const output = composition.output === null ? undefined : lowerSchema(composition.output, keywords)
  const answer = output && place(output, 'output.', '/properties/output/anyOf/0')
  const schema: JsonObject = {
    type: 'object',
    properties: {
      calls: callsSchema(branches),
      output: isObject(answer) ? withNull({ schema: answer }) : { type: ['string', 'null'] },
    },
    required: ['calls', 'output'],
    additionalProperties: false,
    ...(Object.keys(definitions).length > 0 && { $defs: definitions }),
  }
  return {
    schema,
    strict: true,
    changes,
    liftCall: (name, value) => {
      const tool = composition.byName.get(name)
      return tool ? liftValue(lowerTool(tool, keywords).plan, value) : value
    },
    liftOutput: (value) => (output && value !== null ? liftValue(output.plan, value) : value),
    ...(keyed && { openCall }),
  }
}

const UNDER_NAMES: LoweringChange = {
  path: '/properties/calls/items',
  keyword: 'anyOf',
  what: "each call stands under its tool's name instead of naming it in _tool",
  why: 'the endpoint refused alternatives that begin with the same key',
}

const underName = (name: string, branch: JsonSchema): JsonSchema => {
  if (!isObject(branch) || !isObject(branch.properties)) return branch
  const { _tool, ...properties } = branch.properties
  const required = Array.isArray(branch.required) ? branch.required.filter((one) => one !== '_tool') : []
  return {
    type: 'object',
    properties: { [name]: { ...branch, properties, required } },
    required: [name],
    additionalProperties: false,
  }
}

/** A model that names the Tool in `_tool` all the same is understood too. */
const openCall = (call: JsonObject): JsonObject => {
  const [[name, parameters] = [], another] = Object.entries(call)
  const isKeyed = name !== undefined && another === undefined && name !== '_tool' && isObject(parameters)
  return isKeyed ? { ...parameters, _tool: name } : call
}

const loweredTools = new WeakMap<ComposedTool, Map<string, LoweredSchema>>()

/** A Tool is lowered once for all compositions it takes part in. */
const lowerTool = (tool: ComposedTool, keywords: readonly string[]): LoweredSchema => {
  const forms = formsOf(loweredTools, tool)
  const key = keywords.join()
  const lowered = forms.get(key) ?? lowerSchema(tool.branch, keywords)
  forms.set(key, lowered)
  return lowered
}

const placed = (path: Pointer, prefix: string, at: Pointer): Pointer =>
  path.startsWith('/$defs/') ? `/$defs/${prefix}${path.slice('/$defs/'.length)}` : at + path

const NO_CALLS: JsonObject = {
  type: 'array',
  description: 'Must be empty.',
  items: { type: 'object', properties: {}, required: [], additionalProperties: false },
}

const callsSchema = (branches: readonly JsonSchema[]): JsonObject => {
  const [only] = branches
  if (only === undefined) return NO_CALLS
  return { type: 'array', items: branches.length === 1 ? only : { anyOf: branches } }
}
