import { contextTools } from '../../../idea/context-tools.ts'
import type { Idea } from '../../../idea/idea.ts'
import type { JournalEvent } from '../../../journal/events.ts'
import { EnsembleError } from '../../../schema/ensemble-error.ts'
import { canonicalJson } from '../../../schema/hash.ts'
import { hasOwn, isObject, type Json, type JsonObject } from '../../../schema/json.ts'
import { normaliseTool } from '../../../tool/normalise.ts'
import type { ExecutorDeps } from '../../record/executor-deps.ts'
import { createPins } from '../../record/pins.ts'
import { hasInnerReference, liftedCalls, type LiftedCall } from '../../record/lifted-calls.ts'

/** Calls of one Loop as an Idea of their own, and the Tool that takes their place in the Idea that made them. */
export interface Lifted {
  readonly idea: Idea
  /** Of the Idea that made them. */
  readonly caller: string
  /** The module Tool, without its name. */
  readonly tool: JsonObject
  /** Tools whose every Call of the Loop was lifted: the caller needs them no longer. */
  readonly replaced: readonly string[]
  /** What the Calls wrote into the caller's state → where it is found now. */
  readonly moved: { readonly [reference: string]: string }
}

export interface LiftOptions {
  /** Spans of the Calls. */
  readonly calls: readonly string[]
  /** Of the new Idea. */
  readonly name: string
  /** Of the Tool that takes their place. */
  readonly tool: string
}

const refused = (message: string): EnsembleError => new EnsembleError('extract.calls', message)

/** Throws EnsembleError `extract.calls` where the Calls are no siblings or one of them did not complete. */
export async function liftCalls(
  deps: ExecutorDeps,
  source: readonly JournalEvent[],
  { calls: spans, name, tool: toolName }: LiftOptions,
): Promise<Lifted> {
  const calls = liftedCalls(source, spans)
  const [{ caller, loop }] = calls
  const pin = createPins({ journal: deps.journal, ideas: deps.ideas, recorded: source, store: false })
  const { idea, tools } = await pin(caller, undefined)
  const schemas = new Map(contextTools(idea.context, tools).tools.map((tool) => [tool.name, tool.schema]))
  const schemaOf = (tool: string): JsonObject => {
    const schema = schemas.get(tool)
    if (schema === undefined) throw refused(`${caller} has no Tool ${tool} in its file: it cannot be lifted.`)
    return schema
  }
  const lifted = Object.fromEntries(calls.map(({ tool }) => [tool, schemaOf(tool)]))
  const input = inputOf(calls, lifted)
  const outputs = calls.map(({ key, tool }): [string, JsonObject] => [key, outputOf(tool, schemaOf(tool))])
  const $defs = sharedDefinitions(Object.values(lifted))
  const writes = calls.filter(({ ref }) => ref !== undefined)
  const names = Object.keys(lifted)
  return {
    caller,
    idea: {
      ...(idea.config && { config: idea.config }),
      context: [
        { type: 'text', text: `Call ${list(names)} for the input. Then answer with their results.` },
        { type: 'input', schema: { ...input.schema, ...$defs }, input: input.value },
        ...(writes.length > 0 ? [{ type: 'state', state: {} } as const] : []),
        { type: 'tool', tool: lifted },
      ],
      schema: {
        type: 'object',
        properties: Object.fromEntries(outputs),
        required: outputs.map(([key]) => key),
        ...$defs,
      },
    },
    tool: {
      type: 'object',
      description: `Does in one step: ${names.map((tool) => descriptionOf(tool, schemaOf(tool))).join(' ')}`,
      properties: {
        _module: { const: `idea://${name}` },
        _imports: { const: [...importsOf(Object.entries(lifted), calls)] },
        ...(writes.length > 0 && { _outputPath: { const: `†state.${toolName}` } }),
        ...(isObject(input.schema.properties) && input.schema.properties),
      },
      ...(input.schema.required !== undefined && { required: input.schema.required }),
      ...$defs,
    },
    replaced: names.filter((tool) => callsIn(source, loop, tool).every((span) => spans.includes(span))),
    moved: Object.fromEntries(writes.map(({ ref = '', key }) => [ref, `†state.${toolName}.${key}`])),
  }
}

const callsIn = (source: readonly JournalEvent[], loop: string, tool: string): readonly string[] =>
  source.flatMap((event) =>
    event.type === 'call.proposed' && event.data.tool === tool && loopOf(event.span) === loop ? [event.span] : [],
  )

const loopOf = (span: string): string => span.split('/').slice(0, -4).join('/')

/** One member for each parameter that no lifted Call writes; alike ones are one, others of the same name get the Tool's. */
function inputOf(
  calls: readonly LiftedCall[],
  schemas: { readonly [tool: string]: JsonObject },
): { readonly schema: JsonObject; readonly value: JsonObject } {
  const properties: { [name: string]: Json } = {}
  const value: { [name: string]: Json } = {}
  const required = new Set<string>()
  for (const { tool, key, parameters, resolved } of calls) {
    const schema = schemas[tool] ?? {}
    const declared = isObject(schema.properties) ? schema.properties : {}
    for (const [name, given] of Object.entries(resolved)) {
      if (hasInnerReference(parameters[name] ?? null, calls)) continue
      const own = declared[name] ?? {}
      const isSame = (as: string): boolean =>
        canonicalJson(properties[as] ?? null) === canonicalJson(own) &&
        canonicalJson(value[as] ?? null) === canonicalJson(given)
      const as = [name, `${key}_${name}`].find((free) => !hasOwn(value, free) || isSame(free)) ?? `${key}_${name}`
      properties[as] = own
      value[as] = given
      if (Array.isArray(schema.required) && schema.required.includes(name)) required.add(as)
    }
  }
  return {
    schema: { type: 'object', properties, ...(required.size > 0 && { required: [...required] }) },
    value,
  }
}

const descriptionOf = (name: string, { description }: JsonObject): string =>
  typeof description === 'string' ? description : `${name}.`

const outputOf = (name: string, schema: JsonObject): JsonObject => {
  const { output } = normaliseTool(name, schema).tool
  return isObject(output) ? output : {}
}

/** What the lifted Tools hand on, but for what they write themselves. */
const importsOf = (
  tools: readonly (readonly [string, JsonObject])[],
  calls: readonly LiftedCall[],
): ReadonlySet<string> => {
  const written = new Set(calls.flatMap(({ ref }) => ref?.replace(/^†/u, '').replace('.', ':') ?? []))
  const imports = tools.flatMap(([name, schema]) => {
    const open = normaliseTool(name, schema).tool.imports
    const found = open?.type === 'const' ? open.value : open !== undefined && 'values' in open ? open.values : []
    return Array.isArray(found) ? found.filter((one): one is string => typeof one === 'string') : []
  })
  return new Set(imports.filter((one) => one !== 'input' && !written.has(one)))
}

/** Schemas refer to definitions at the root of their document, which is another one now. */
function sharedDefinitions(schemas: readonly JsonObject[]): { readonly $defs?: JsonObject } {
  const $defs: { [name: string]: Json } = {}
  for (const { $defs: own } of schemas)
    for (const [name, schema] of Object.entries(isObject(own) ? own : {})) {
      if (hasOwn($defs, name) && canonicalJson($defs[name] ?? null) !== canonicalJson(schema))
        throw refused(`Two of the Tools define $defs.${name} differently. Give one of them another name first.`)
      $defs[name] = schema
    }
  return Object.keys($defs).length === 0 ? {} : { $defs }
}

const list = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`
