import {
  createActivityRegistry,
  createExecutor,
  createIdeaSource,
  createMemoryJournal,
  createSimulatedModel,
  isObject,
  sha256Bytes,
  type ActivityFunction,
  type DecisionInput,
  type JournalEvent,
  type Json,
  type JsonObject,
  type StartRun,
  systemClock,
} from '@ensemble/core'
import type { ForkOptions } from '@ensemble/core/run'
import { createValidator } from '@ensemble/core/validate'
import { existsSync, readdirSync, readFileSync } from 'node:fs'

const textsIn = (folder: string): ReadonlyMap<string, string> =>
  new Map(
    (existsSync(folder) ? readdirSync(folder) : [])
      .filter((file) => file.endsWith('.json'))
      .map((file) => [file.slice(0, -'.json'.length), readFileSync(`${folder}/${file}`, 'utf8')]),
  )

/**
 * An example's workspace without a key: the simulated model at pace 0, profile `offline`. `modules` are its
 * `activities` files.
 */
export const createTestWorkspace = (folder: string, modules: readonly object[]) => {
  const activities = createActivityRegistry()
  for (const [name, activity] of modules.flatMap((module) => Object.entries(module)))
    activities.register(name, activity as ActivityFunction) // each export of an activity file is one
  const ideas = textsIn(`${folder}/ideas`)
  const settings = JSON.parse(readFileSync(`${folder}/ensemble.json`, 'utf8'))
  const model = createSimulatedModel({ pace: 0, sleep: () => Promise.resolve() })
  const journal = createMemoryJournal()
  const files = new Map<string, Uint8Array>()
  let ids = 0
  const executor = createExecutor({
    journal,
    models: () => model,
    ideas: createIdeaSource({
      ideas,
      tools: textsIn(`${folder}/tools`),
      activities: activities.Names,
    }),
    activity: (name) => activities.get(name),
    profile: (name) => settings.profiles?.[name] ?? {},
    defaultProfile: 'offline',
    config: settings.config ?? {},
    validator: createValidator(),
    clock: systemClock,
    newId: () => `run-${++ids}`,
    artifacts: {
      put: async (bytes) => {
        const hash = sha256Bytes(bytes)
        files.set(hash, bytes)
        return hash
      },
      get: async (hash) => files.get(hash),
    },
    engine: 'test',
  })
  const settled = async (id: string) => {
    const run = await executor.settled(id)
    const events = await journal.read(id, { hydrate: true })
    return { id, status: run.status, error: run.error, output: run.output, waitingFor: run.waitingFor, events }
  }
  return {
    /** Runs an Idea until it has ended or waits for a person. */
    async run(idea: string, input: Json, more: Partial<StartRun> = {}) {
      const { id } = await executor.start({ idea, input, ...more })
      return await settled(id)
    },
    /** Decides on the only Call of a waiting Run, and continues. */
    async decide(id: string, decision: DecisionInput['decision'], more: Partial<DecisionInput> = {}) {
      const [approval] = executor.approvals().filter(({ run }) => run === id)
      if (approval === undefined) throw new Error(`Nothing of ${id} waits for a person.`)
      await executor.decide(id, approval.callId, { decision, by: 'a test', ...more })
      return await settled(id)
    },
    approvals: () => executor.approvals(),
    /** An Idea with one more sentence before its own. */
    reworded: (address: string): Json => {
      const idea = JSON.parse(ideas.get(address.slice('idea://'.length)) ?? '') as { readonly context: readonly Json[] }
      return { ...idea, context: [{ type: 'text', text: 'Be brief.' }, ...idea.context] }
    },
    /** The name of some Activity; of none where the example has no code. */
    anActivity: modules.flatMap((module) => Object.keys(module))[0] ?? '',
    replay: (id: string) => executor.replay(id),
    blastRadius: (id: string, options: ForkOptions) => executor.blastRadius(id, options),
    async fork(id: string, options: ForkOptions) {
      return await settled((await executor.fork(id, options)).id)
    },
    /** The bytes of an Artifact in a result. */
    bytes: (artifact: Json | undefined): Uint8Array => {
      const hash = isObject(artifact) ? artifact.sha256 : undefined
      return files.get(String(hash)) ?? new Uint8Array()
    },
  }
}

export interface ProposedCall {
  readonly tool: string
  readonly parameters: JsonObject
  readonly meta: JsonObject
}

const dataOf = <T>(events: readonly JournalEvent[], type: JournalEvent['type']): readonly T[] =>
  events.flatMap((event) => (event.type === type ? [event.data as T] : [])) // the data of that type

/** The Calls of a Run, in the order the model made them. */
export const callsOf = (events: readonly JournalEvent[]): readonly ProposedCall[] =>
  dataOf<ProposedCall>(events, 'call.proposed')

/** The names of the Tools that were called. */
export const toolsOf = (events: readonly JournalEvent[]): readonly string[] => callsOf(events).map(({ tool }) => tool)

/** The Calls' results, in the order they ended. */
export const resultsOf = (events: readonly JournalEvent[]): readonly Json[] =>
  dataOf<{ readonly result: Json }>(events, 'call.completed').map(({ result }) => result)

/** Calls that were refused or failed, as texts. */
export const problemsOf = (events: readonly JournalEvent[]): readonly string[] =>
  events
    .filter(({ type }) => type === 'call.failed' || type === 'call.rejected')
    .map((event) => JSON.stringify(event.data))

/** Channel and program of every program change in a MIDI file. */
export const programsOf = (midi: Uint8Array): readonly (readonly [channel: number, program: number])[] =>
  [...midi].flatMap((byte, at) =>
    (byte & 0xf0) === 0xc0 && midi[at - 1] === 0 ? [[byte & 0x0f, midi[at + 1] ?? -1] as const] : [],
  )

export const field = (value: Json | undefined, name: string): Json | undefined =>
  isObject(value) ? value[name] : undefined
