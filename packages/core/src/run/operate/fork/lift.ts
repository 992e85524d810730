import type { Idea, LoadedIdea } from '../../../idea/idea.ts'
import type { Message } from '../../../idea/message.ts'
import type { JournalEvent } from '../../../journal/events.ts'
import type { Json, JsonObject } from '../../../schema/json.ts'
import { normaliseTool } from '../../../tool/normalise.ts'
import { isName } from '../../../tool/name.ts'
import { standAlone } from '../../../tool/stand-alone.ts'
import type { ExecutorDeps } from '../../record/executor-deps.ts'
import { replayTo } from '../replay.ts'
import type { Endpoints } from '../../perform/run-scope.ts'
import type { DeclaredImport } from './declared-imports.ts'
import { refuseBetween } from './lifted-between.ts'
import { callPlace, refused } from '../../record/lifted-calls.ts'
import { liftImports, withDataImports, type SeenCall } from './lifted-imports.ts'
import { planOf, type Calls, type Plan } from '../../record/lifted-plan.ts'
import { Definitions, type LiftedValues } from '../../record/lifted-values.ts'

/** A member of the new Idea's input, as it is shown before anything is written. */
export interface LiftedMember {
  readonly name: string
  readonly schema: JsonObject
  /** As recorded. */
  readonly example: Json
  /** The caller's text in the Call: the value, or a reference to it. */
  readonly given: Json
  /** The parameters that it fills (`writeMelody.mood`), or that it is imported. */
  readonly from: readonly string[] | 'imports'
}

/** Calls of one Loop as an Idea, and the Tool that replaces them in their own Idea. */
export interface Lifted {
  readonly idea: Idea
  /** Shared Tools that it refers to, as the Run met them. */
  readonly shared: LoadedIdea['tools']
  /** The Idea that made them. */
  readonly caller: string
  /** The module Tool, without its name. */
  readonly tool: JsonObject
  /** The Tools of the new Idea, as the Run met them. */
  readonly tools: { readonly [name: string]: JsonObject }
  /** Those whose every Call of the Loop was lifted: the caller needs them no longer. */
  readonly replaced: readonly string[]
  readonly inputs: readonly LiftedMember[]
  /** The module Tool's imports from the caller. */
  readonly imports: readonly string[]
  /** Paths of the caller's state that the Calls wrote; the module Tool writes there, too. */
  readonly writes: readonly string[]
  /** Parameters that the new Idea fills from the result of an earlier Call, because the record copied them from there. */
  readonly copied: readonly string[]
  /** Texts of the caller that name a Tool that is replaced, as pointers into its file. */
  readonly namedIn: readonly string[]
  /** Tools whose Activity could look at values of the caller's state that no import names. */
  readonly unseen: readonly string[]
}

export interface LiftOptions {
  /** Spans of the Calls. */
  readonly calls: readonly string[]
  /** The new Idea's title. */
  readonly name: string
  /** The replacing Tool's name. */
  readonly tool: string
}

/**
 * Sibling Calls as an Idea, with their recorded inputs, and the replacing Tool. Throws EnsembleError `extract.calls`.
 */
export async function liftCalls(
  deps: ExecutorDeps,
  endpoints: Endpoints,
  source: readonly JournalEvent[],
  { calls: spans, name, tool: toolName }: LiftOptions,
): Promise<Lifted> {
  const plan = await planOf(deps, source, spans)
  const { calls, loaded, entries, schemas, values } = plan
  if (!isName(toolName)) throw refused(`${toolName} isn’t a valid name for a Tool: use letters, digits, - and _.`)
  if (entries.has(toolName))
    throw refused(`${calls[0].caller} has a Tool ${toolName} already. Give the new one another name.`)
  const seen = await seenCalls(deps, endpoints, source, calls)
  refuseBetween(source, calls, seen)
  const { declared, passed } = liftImports(calls, schemas, seen, new Set(values.inputs.map((input) => input.name)))
  const $defs = new Definitions()
  const outputs = calls.map(({ key, tool }): [string, Json] => [key, $defs.without(outputOf(tool, schemas))])
  const writes = new Map(calls.flatMap(({ refs, key }) => refs.map((ref): [string, string] => [ref, key])))
  const names = [...schemas.keys()]
  const replaced = names.filter((tool) => callsIn(source, calls[0].loop, tool).every((span) => spans.includes(span)))
  const parameters = inputSchema(values, [])
  return {
    caller: calls[0].caller,
    shared: loaded.tools,
    idea: {
      ...(loaded.idea.config && { config: loaded.idea.config }),
      context: [
        { type: 'text', text: `Call ${list(calledIn(calls))} for the input. Answer with their results, unchanged.` },
        { type: 'input', schema: inputSchema(values, declared), input: exampleOf(values, declared) },
        ...messagesOf(declared, writes.size > 0),
        { type: 'tool', tool: Object.fromEntries(names.map((tool) => [tool, entryOf(tool, plan)])) },
      ],
      schema: {
        type: 'object',
        properties: Object.fromEntries(outputs),
        required: outputs.map(([key]) => key),
        ...definitions($defs.all),
      },
    },
    tool: {
      type: 'object',
      description: `Does in one step: ${names.map((tool) => descriptionOf(tool, schemas)).join(' ')}`,
      ...parameters,
      properties: {
        _module: { const: `idea://${name}` },
        _imports: { const: [...passed] },
        ...(writes.size > 0 && {
          _outputPath: { const: [...writes].map(([ref, key]) => `${ref} <- ${key}`).join(' && ') },
        }),
        ...(parameters.properties as JsonObject), // as inputSchema made it
      },
    },
    tools: Object.fromEntries(schemas),
    replaced,
    inputs: [
      ...values.inputs.map(({ name, schema, value, given, of }) => ({ name, schema, example: value, given, from: of })),
      ...declared.map(({ name, schema, value }) => ({
        name,
        schema,
        example: value,
        given: value,
        from: 'imports' as const,
      })),
    ],
    imports: passed,
    writes: [...writes.keys()],
    copied: values.copied,
    namedIn: namedIn(loaded.idea.context, replaced),
    unseen: unseenIn(calls, seen, passed),
  }
}

/** By a replay of the Run. */
async function seenCalls(
  deps: ExecutorDeps,
  endpoints: Endpoints,
  source: readonly JournalEvent[],
  calls: Calls,
): Promise<(span: string) => SeenCall> {
  const found = new Map<string, SeenCall>()
  const run = source[0]?.run ?? ''
  await replayTo({ deps, run, endpoints }, { onCall: (span, call) => void found.set(span, call) })
  const missed = calls.find(({ span }) => !found.has(span))
  if (missed !== undefined) throw refused(`The record of run ${run} does not replay to the Call at ${missed.span}.`)
  const nothing: SeenCall = { context: [], view: { state: {}, input: null } }
  return (span) => found.get(span) ?? nothing
}

const callsIn = (source: readonly JournalEvent[], loop: string, tool: string): readonly string[] =>
  source.flatMap((event) =>
    event.type === 'call.proposed' && event.data.tool === tool && callPlace(event.span)?.loop === loop
      ? [event.span]
      : [],
  )

const definitions = ($defs: JsonObject): JsonObject => (Object.keys($defs).length === 0 ? {} : { $defs })

/** Imports are optional: the Idea may run alone without them. */
const inputSchema = ({ inputs, $defs }: LiftedValues, declared: readonly DeclaredImport[]): JsonObject => {
  const required = inputs.flatMap((input) => (input.required ? [input.name] : []))
  return {
    type: 'object',
    properties: Object.fromEntries([...inputs, ...declared].map(({ name, schema }) => [name, schema])),
    ...(required.length > 0 && { required }),
    ...definitions($defs),
  }
}

const exampleOf = ({ inputs }: LiftedValues, declared: readonly DeclaredImport[]): JsonObject =>
  Object.fromEntries([...inputs, ...declared].map(({ name, value }) => [name, value]))

const messagesOf = (declared: readonly DeclaredImport[], writes: boolean): readonly Message[] => {
  const messages = declared.flatMap(({ message }) => message ?? [])
  const hasState = messages.some(({ type }) => type === 'state')
  return [...messages, ...(writes && !hasState ? [{ type: 'state', state: {} } as const] : [])]
}

/** As the caller's file has it, a shared Tool by its name. */
const entryOf = (tool: string, { entries, schemas }: Plan): JsonObject => {
  const schema = schemas.get(tool) ?? {}
  const { message, shared } = entries.get(tool) ?? {}
  const entry = message?.type === 'tool' && shared !== undefined ? message.tool[tool] : schema
  return withDataImports(entry ?? schema, schema)
}

const descriptionOf = (tool: string, schemas: Plan['schemas']): string => {
  const { description } = schemas.get(tool) ?? {}
  // The Tools themselves tell callers the rest.
  return typeof description === 'string' ? (/^.*?[.!?…](?=\s|$)/su.exec(description)?.[0] ?? description) : `${tool}.`
}

const outputOf = (tool: string, schemas: Plan['schemas']): JsonObject => {
  const schema = schemas.get(tool) ?? {}
  const { output } = normaliseTool(tool, schema).tool
  return typeof output === 'object' ? standAlone(output, schema) : {}
}

/** Texts whose words name a Tool that is there no longer. */
const namedIn = (context: readonly Message[], replaced: readonly string[]): readonly string[] =>
  context.flatMap((message, at) =>
    message.type === 'text' &&
    replaced.some((tool) => new RegExp(`(?<![\\w-])${tool}(?![\\w-])`, 'u').test(message.text))
      ? [`/context/${at}/text`]
      : [],
  )

/** An Activity sees all of its Loop's state, whatever it imports (docs/contract/protocol.md#activities). */
const unseenIn = (calls: Calls, seen: (span: string) => SeenCall, passed: readonly string[]): readonly string[] => {
  const isPassed = (name: string): boolean =>
    passed.includes('state') || passed.some((one) => one === `state:${name}` || one.startsWith(`state:${name}.`))
  const written = new Set(calls.flatMap(({ refs }) => refs.map((ref) => ref.split('.')[1] ?? '')))
  const reach = calls.filter(
    ({ isExplicit, span }) =>
      isExplicit && Object.keys(seen(span).view.state).some((name) => !isPassed(name) && !written.has(name)),
  )
  return [...new Set(reach.map(({ tool }) => tool))]
}

const calledIn = (calls: Calls): readonly string[] => {
  const counts = new Map<string, number>()
  for (const { tool } of calls) counts.set(tool, (counts.get(tool) ?? 0) + 1)
  return [...counts].map(([tool, count]) => (count === 1 ? tool : `${tool} ${count} times`))
}

const list = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`
