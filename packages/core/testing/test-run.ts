import { createActivityRegistry } from '../src/activity/registry.ts'
import type { ActivityFunction, ActivityOptions } from '../src/activity/activity.ts'
import type { Profile } from '../src/idea/bindings.ts'
import { createIdeaSource } from '../src/idea/workspace.ts'
import { Deferred } from '../src/journal/deferred.ts'
import type { JournalEvent } from '../src/journal/events.ts'
import type { Journal } from '../src/journal/journal.ts'
import { createMemoryJournal } from '../src/journal/memory-journal.ts'
import type { Capabilities, ChatBody, Model, ModelDelta } from '../src/model/model.ts'
import type { Json } from '../src/schema/json.ts'
import { createValidator } from '../src/schema/validate.ts'
import { createExecutor } from '../src/run/operate/executor.ts'
import type { ExecutorDeps } from '../src/run/record/executor-deps.ts'
import type { Executor } from '../src/run/operate/executor-types.ts'
import { createMemoryArtifacts } from '../src/run/program/memory-artifacts.ts'
import { createClock } from '../src/run/operate/system-clock.ts'

/** A scripted model's answer to one question: whole, in pieces, or an error to throw. */
export type Scripted = string | object | { readonly pieces: readonly ModelDelta[] } | Error
export type Script = (body: ChatBody, count: number) => Scripted | Promise<Scripted>

/** A Model for tests: answers what the script says, character by character where `chunk` asks for it. */
export function createScriptedModel(
  script: Script,
  options: { capabilities?: Partial<Capabilities>; chunk?: number; simulated?: boolean } = {},
): Model & { readonly asked: ChatBody[] } {
  const asked: ChatBody[] = []
  return {
    name: 'scripted',
    simulated: options.simulated === true,
    endpoint: 'test',
    capabilities: { structured: true, strict: false, tools: true, ...options.capabilities },
    asked,
    async *ask(body, { signal }) {
      asked.push(body)
      const said = await script(body, asked.length - 1)
      signal.throwIfAborted()
      if (said instanceof Error) throw said
      if (isPieces(said)) {
        for (const piece of said.pieces) yield piece
        return
      }
      const text = typeof said === 'string' ? said : JSON.stringify(said)
      const size = options.chunk ?? text.length
      for (let at = 0; at < text.length; at += size) yield { type: 'text', text: text.slice(at, at + size) }
      yield { type: 'finish', reason: 'stop' }
    },
  }
}

const isPieces = (said: Scripted): said is { readonly pieces: readonly ModelDelta[] } =>
  typeof said === 'object' && 'pieces' in said

export interface TestWorld {
  readonly executor: Executor
  readonly journal: Journal
  readonly model: ReturnType<typeof createScriptedModel>
  readonly deps: ExecutorDeps
  /** Starts a Run, waits until it has settled and reads its Journal. */
  run(
    input?: Json,
    more?: Partial<Parameters<Executor['start']>[0]>,
  ): Promise<{
    id: string
    status: string
    output: Json | undefined
    error: string | undefined
    events: readonly JournalEvent[]
  }>
}

export interface TestOptions {
  readonly ideas: { readonly [name: string]: object }
  readonly tools?: { readonly [name: string]: object }
  readonly activities?: {
    readonly [name: string]: ActivityFunction | { run: ActivityFunction; options: ActivityOptions }
  }
  readonly script: Script
  readonly profile?: Profile
  readonly journal?: Journal
  readonly chunk?: number
  readonly capabilities?: Partial<Capabilities>
  /** The script plays the simulated model. */
  readonly simulated?: boolean
}

/** A workspace with a scripted model, fixed ids and a clock that only moves when asked to sleep. */
export function createTestWorld(options: TestOptions): TestWorld {
  const texts = (files: { readonly [name: string]: object } = {}) =>
    new Map(Object.entries(files).map(([name, value]) => [name, JSON.stringify(value)]))
  const activities = createActivityRegistry()
  for (const [name, activity] of Object.entries(options.activities ?? {}))
    if (typeof activity === 'function') activities.register(name, activity)
    else activities.register(name, activity.run, activity.options)
  const journal = freezing(options.journal ?? createMemoryJournal())
  const model = createScriptedModel(options.script, options)
  let ids = 0
  const deps: ExecutorDeps = {
    journal,
    models: () => model,
    ideas: createIdeaSource({ ideas: texts(options.ideas), tools: texts(options.tools), activities: activities.Names }),
    activity: (name) => activities.get(name),
    profile: () => options.profile ?? {},
    defaultProfile: 'offline',
    validator: createValidator(),
    clock: createClock({
      now: () => Date.parse('2026-11-21T00:00:00Z'),
      elapsed: () => 0,
      // A pause passes at once; a deadline (a second and more) never comes by itself.
      after(ms, act) {
        const timer = ms < 1000 ? setImmediate(act) : undefined
        return () => clearImmediate(timer)
      },
    }),
    newId: () => `run-${++ids}`,
    artifacts: createMemoryArtifacts(),
    engine: 'test',
  }
  const executor = createExecutor(deps)
  return {
    executor,
    journal,
    model,
    deps,
    async run(input, more) {
      const { id } = await executor.start({
        idea: Object.keys(options.ideas)[0] ?? '',
        ...(input !== undefined && { input }),
        ...more,
      })
      const run = await executor.settled(id)
      const events = await journal.read(id, { hydrate: true })
      return { id, status: run.status, output: run.output, error: run.error?.code, events }
    },
  }
}

/** Resumes the first `events` of a Run whose process ended, in a new process, to its end. */
export async function resumeIn(
  world: TestWorld,
  left: { readonly by: TestWorld; readonly events: readonly JournalEvent[] },
): Promise<readonly JournalEvent[]> {
  const [created, ...rest] = left.events
  if (created?.type !== 'run.created') throw new Error('a record begins with its Run')
  const { journal, executor } = world
  for (const hash of Object.values(created.data.pins)) {
    const bytes = await left.by.journal.bodies.get(hash)
    if (bytes) await journal.bodies.put(bytes)
  }
  const { run } = created
  await journal.create({ id: run, idea: created.data.idea, request: null, created })
  await journal.append(await journal.lease(run), rest)
  await executor.resume(run, 'restart')
  await executor.settled(run)
  return await journal.read(run, { hydrate: true })
}

/** The same Journal, where a change to what was appended throws: some make their chain of it later. */
const freezing = (journal: Journal): Journal => ({
  ...journal,
  append(lease, events) {
    for (const event of events) freeze(event)
    return journal.append(lease, events)
  },
})
function freeze(value: unknown): void {
  if (value instanceof Deferred) return freeze(value.make())
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return
  Object.freeze(value)
  for (const member of Object.values(value)) freeze(member)
}

export const typesOf = (events: readonly JournalEvent[]): readonly string[] => events.map((event) => event.key)
