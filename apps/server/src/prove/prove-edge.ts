import {
  type GraphEdge,
  type IdeaSource,
  type Json,
  type JsonObject,
  type LoadedIdea,
  type Model,
  type ModelDelta,
  createExecutor,
  createMemoryJournal,
  isObject,
  systemClock,
} from '@ensemble/core'
import { normaliseTool } from '@ensemble/core/tool'
import { parseAddress } from '@ensemble/core/host'
import { exampleOf } from '@ensemble/core/editor'
import { createValidator } from '@ensemble/core/validate'
import { EARLIER_TURN, INPUT, NOTE_TOOL, canariesOf, isImported, plant } from './canaries.ts'

const WIRES = ['structured', 'tools'] as const
type Wire = (typeof WIRES)[number]

/** The data that one edge passes on, as seen in its module's first Request. */
export interface EdgeProof {
  readonly edge: string
  /** The data that passes: all of `_imports`, with those the model may choose. */
  readonly imports: readonly string[]
  /** Places of the caller that the module saw although nothing imports them. */
  readonly leaked: readonly string[]
  /** Imports that did not arrive. */
  readonly missing: readonly string[]
  /** The reason that no Request was seen; a proof needs one. */
  readonly failure?: string
}

/** Whether the edge leads into a clean room, which is what a proof is about. */
export const leadsToModule = ({ to }: GraphEdge): boolean => /^(?:idea|url|missing):/u.test(to)

/**
 * Runs the caller with a canary in every place of its context, on both wires, and looks for them in the module's
 * Request. Scripted: runs no code, asks no model, fetches nothing.
 */
export const proveEdge = async (source: IdeaSource, edge: GraphEdge): Promise<EdgeProof> => {
  const leaked = new Set<string>()
  const missing = new Set<string>()
  const proof = { edge: edge.id, imports: edge.imports }
  for (const wire of WIRES) {
    // A model that may choose is tried with nothing and with all.
    for (const chosen of edge.importsMode === 'requested' ? [[], edge.imports] : [edge.imports]) {
      const seen = await bytesOfModule(source, edge, chosen, wire).catch((error: unknown) => ({
        failure: error instanceof Error ? error.message : String(error),
      }))
      if (typeof seen !== 'string') return { ...proof, leaked: [...leaked], missing: [...missing], ...seen }
      for (const canary of canariesOf(edge)) {
        const isThere = seen.includes(canary.word)
        if (isThere && !isImported(canary, chosen)) leaked.add(canary.place)
        if (!isThere && isImported(canary, chosen)) missing.add(canary.import ?? canary.place)
      }
    }
  }
  return { ...proof, leaked: [...leaked], missing: [...missing] }
}

interface Failure {
  readonly failure: string
}
interface Answer {
  readonly calls: readonly JsonObject[]
  readonly output: Json
}

/** The same answer as each wire carries it. */
const say = (wire: Wire, { calls, output }: Answer): readonly ModelDelta[] => {
  const finish: ModelDelta = { type: 'finish', reason: 'stop' }
  if (wire === 'structured') return [{ type: 'text', text: JSON.stringify({ calls, output }) }, finish]
  if (calls.length === 0) return [{ type: 'text', text: String(output) }, finish]
  return [
    ...calls.map(({ _tool, ...parameters }, index): ModelDelta => ({
      type: 'call',
      index,
      id: `id${index}`,
      name: String(_tool),
      argumentsDelta: JSON.stringify(parameters),
    })),
    finish,
  ]
}

const asked = (wire: Wire, answers: readonly Answer[]): { readonly model: Model; readonly bodies: string[] } => {
  const bodies: string[] = []
  const model: Model = {
    name: 'scripted',
    simulated: false,
    endpoint: 'proof',
    capabilities: { structured: wire === 'structured', strict: false, tools: wire === 'tools' },
    async *ask(body) {
      bodies.push(JSON.stringify(body))
      yield* say(wire, answers[bodies.length - 1] ?? { calls: [], output: 'done' })
    },
  }
  return { model, bodies }
}

const addressOf = (node: string): string =>
  node.startsWith('idea:') ? node.replace('idea:', 'idea://') : node.replace(/^(?:url|missing):/u, '')

/** The Tool of the edge as its author wrote it, without the person who would have to confirm it. */
const toolOf = ({ idea, tools }: LoadedIdea, name: string): JsonObject => {
  const written = idea.context
    .flatMap((message) => (message.type === 'tool' ? [message.tool[name]] : []))
    .findLast((each) => each !== undefined)
  const schema = typeof written?.['$ref'] === 'string' ? (tools[name] ?? {}) : (written ?? {})
  const { _approval: _asked, ...rest } = schema
  if (!isObject(rest['properties'])) return rest
  const { _approval: _confirmed, ...properties } = rest['properties']
  return { ...rest, properties }
}

/** The address that the Tool's author wrote for the target: a choice has to be made by its own words. */
const chosenModule = (schema: JsonObject, edge: GraphEdge, caller: string): string | undefined => {
  const { module } = normaliseTool(edge.tool, schema).tool
  if (module?.type !== 'enum') return undefined
  return module.values.find((value): value is string => {
    if (typeof value !== 'string') return false
    const parsed = parseAddress(value, caller)
    return parsed.type === 'idea' ? `idea:${parsed.name}` === edge.to : edge.to.endsWith(`:${value}`)
  })
}

/** A document that is fetched when a Run needs it: what passes the wall does not hang on what is behind it. */
const unfetched = (address: string): LoadedIdea => ({ address, idea: { context: [] }, tools: {}, hash: '' })

/** The address of a caller that calls itself. */
const CALLER = 'idea://canary-caller'

/** The bytes of the first Request that the edge's module sends, called with these imports. */
const bytesOfModule = async (
  source: IdeaSource,
  edge: GraphEdge,
  chosen: readonly string[],
  wire: Wire,
): Promise<string | Failure> => {
  const caller = addressOf(edge.from)
  const loaded = await source.resolve(caller)
  const schema = toolOf(loaded, edge.tool)
  // An Idea that is the module of its own Tool is called as its file says, so the caller needs another address.
  const start = edge.from === edge.to ? CALLER : caller
  const planted = { ...plant(loaded, edge, schema), address: start }
  const module = chosenModule(schema, edge, caller)
  const parameters = exampleOf(normaliseTool(edge.tool, schema).tool.parameters)
  const call: JsonObject = {
    _tool: edge.tool,
    ...(module !== undefined && { _module: module }),
    ...(edge.importsMode === 'requested' && { _imports: chosen }),
    ...(isObject(parameters) && parameters),
  }
  const { model, bodies } = asked(wire, [
    {
      calls: [
        { _tool: NOTE_TOOL, text: EARLIER_TURN.parameters, _output: EARLIER_TURN.result },
        { _tool: EARLIER_TURN.unknownTool },
      ],
      output: null,
    },
    { calls: [call], output: null },
  ])
  const journal = createMemoryJournal()
  const executor = createExecutor({
    journal,
    models: () => model,
    activity: () => undefined,
    profile: () => ({}),
    defaultProfile: 'offline',
    validator: createValidator(),
    engine: 'proof',
    newId: () => 'run',
    ideas: {
      resolve: async (address, from) => {
        if (address === start) return planted
        if (edge.to === `url:${address}`) return unfetched(address)
        return source.resolve(address, from)
      },
    },
    // Pauses before a try again are of no use here; limits are not reached.
    clock: { ...systemClock, sleep: (ms) => (ms < 1000 ? Promise.resolve() : new Promise(() => {})) },
    artifacts: { put: async () => '', get: async () => undefined },
  })
  await executor.start({ idea: start, input: { brief: INPUT } })
  await executor.settled('run')
  const events = await journal.read('run', { hydrate: true })
  if (!events.some(({ type }) => type === 'module.entered')) {
    const [why] = events
      .flatMap(({ data }) => ('error' in data ? [data.error] : []))
      .filter(({ code }) => code !== 'tool.unknown')
    return { failure: `the module was never entered${why === undefined ? '' : `: ${why.message}`}` }
  }
  // The caller was asked twice before: without and with what it must not hand on.
  const unseen = canariesOf(edge).filter(({ word }) => bodies[1]?.includes(word) !== true)
  if (unseen.length > 0)
    return { failure: `the caller itself never saw ${unseen.map(({ place }) => place).join(', ')}` }
  return bodies[2] ?? { failure: 'the module sent no Request' }
}
