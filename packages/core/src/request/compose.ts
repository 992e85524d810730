import { isDraft07 } from '../schema/check-schema.ts'
import type { JsonObject, JsonSchema } from '../schema/json.ts'
import { withLocalReferences } from '../schema/local-references.ts'
import { charactersIn } from '../schema/rest.ts'
import { type Steps, atOnce } from '../schema/turns.ts'
import { closeSchema } from '../tool/close-schema.ts'
import { withQuestions } from './ask-person.ts'
import { pruneDefinitions } from '../tool/prune-definitions.ts'
import { composeTool } from './branch.ts'
import type { BranchOptions } from './branch.ts'
import type { ComposedTool, ComposeInput, Composition, EffectiveTool } from './composition.ts'
import { type Embedded, embedSchema } from './embed-schema.ts'

/** One schema for the model: `{ calls, output }`. Pure; cached, so that a Loop's second turn composes nothing. */
export const compose = (input: ComposeInput): Composition => atOnce(composeInSteps(input))

/** The same, a Tool in each step. */
export function* composeInSteps(input: ComposeInput): Steps<Composition> {
  const shared: BranchOptions = {
    hasState: input.hasState,
    references: input.hasState || input.hasInput,
    instances: input.instances,
    options: input.options,
  }
  const sharedKey = JSON.stringify(shared)
  const tools: ComposedTool[] = []
  for (const tool of withQuestions(input.tools, input.options)) tools.push(yield* cachedTool(tool, shared, sharedKey))
  const key = `${tools.map(identityOf).join()}|${outputKey(input.output)}|${sharedKey}`
  return recall(key) ?? remember(key, yield* composeAll(tools, input, shared.references))
}

function* composeAll(tools: readonly ComposedTool[], input: ComposeInput, references: boolean): Steps<Composition> {
  const output =
    input.output === undefined
      ? null
      : pruneDefinitions(closeSchema(withLocalReferences(input.output, isDraft07(input.output))))
  return {
    tools,
    byName: new Map(tools.map((tool) => [tool.name, tool])),
    output,
    schema: yield* envelope(tools, output),
    references,
    instances: input.instances,
  }
}

function* envelope(tools: readonly ComposedTool[], output: JsonSchema | null): Steps<JsonObject> {
  const branches: Embedded[] = []
  for (const [index, tool] of tools.entries()) {
    const at = tools.length === 1 ? '/properties/calls/items' : `/properties/calls/items/anyOf/${index}`
    branches.push(embedSchema(tool.branch, `${tool.name}.`, at))
    yield charactersIn(tool.branch)
  }
  const answer = output === null ? undefined : embedSchema(output, '_output.', '/properties/output/anyOf/0')
  const definitions = Object.assign({}, ...[...branches, answer].map((part) => part?.definitions)) as JsonObject // merges JsonObjects
  const schemas = branches.map((branch) => branch.schema)
  return {
    type: 'object',
    properties: {
      calls: callsSchema(schemas),
      output: answer === undefined ? TEXT_OUTPUT : { anyOf: [answer.schema, { type: 'null' }] },
    },
    required: ['calls', 'output'],
    additionalProperties: false,
    ...(Object.keys(definitions).length > 0 && { $defs: definitions }),
  }
}

/** An Idea without a schema answers in text. */
const TEXT_OUTPUT: JsonObject = { type: ['string', 'null'] }

/** With no Tools an empty list; the item schema is there because some endpoints refuse an array without one. */
const NO_CALLS: JsonObject = {
  type: 'array',
  items: { type: 'object', properties: {}, required: [], additionalProperties: false },
  maxItems: 0,
}

function callsSchema(branches: readonly JsonSchema[]): JsonObject {
  const [first] = branches
  if (first === undefined) return NO_CALLS
  return { type: 'array', items: branches.length === 1 ? first : { anyOf: branches } }
}

// Caches. A Tool is the same object as long as its schema is (normaliseTool), so identity means equality.

const branches = new WeakMap<EffectiveTool['tool'], Map<string, ComposedTool>>()

function* cachedTool(effective: EffectiveTool, shared: BranchOptions, sharedKey: string): Steps<ComposedTool> {
  const byKey = branches.get(effective.tool) ?? new Map<string, ComposedTool>()
  branches.set(effective.tool, byKey)
  const key = `${effective.mode}|${effective.activity}|${sharedKey}`
  const known = byKey.get(key)
  if (known !== undefined) return known
  const composed = composeTool(effective, shared)
  if (byKey.size >= MOST_REMEMBERED) byKey.clear()
  byKey.set(key, composed)
  yield charactersIn(composed.branch)
  return composed
}

const identities = new WeakMap<object, number>()
let lastIdentity = 0

function identityOf(value: object): number {
  const known = identities.get(value)
  if (known !== undefined) return known
  lastIdentity += 1
  identities.set(value, lastIdentity)
  return lastIdentity
}

const outputKey = (output: JsonSchema | undefined): string =>
  typeof output === 'object' ? String(identityOf(output)) : String(output)

const compositions = new Map<string, Composition>()
const MOST_REMEMBERED = 100

const recall = (key: string): Composition | undefined => {
  const known = compositions.get(key)
  return known && remember(key, known)
}

function remember(key: string, composition: Composition): Composition {
  // Re-inserted last: the first key is always the one not used for longest.
  compositions.delete(key)
  compositions.set(key, composition)
  for (const oldest of compositions.keys()) {
    if (compositions.size <= MOST_REMEMBERED) break
    compositions.delete(oldest)
  }
  return composition
}
