import { NeedsApproval, type ActivityContext, type RegisteredActivity } from '../../src/activity/activity.ts'
import { createIdeaSource } from '../../src/idea/workspace.ts'
import { createMemoryJournal } from '../../src/journal/memory-journal.ts'
import type { Breakpoint } from '../../src/journal/events.ts'
import type { Journal } from '../../src/journal/journal.ts'
import { REDACTED } from '../../src/journal/redact-json.ts'
import type { Capabilities, ChatBody, Model } from '../../src/model/model.ts'
import { sha256Bytes } from '../../src/schema/hash.ts'
import type { Json, JsonObject } from '../../src/schema/json.ts'
import { hashOf } from '../../src/schema/kept-text.ts'
import { onAbort } from '../../src/schema/on-abort.ts'
import type { Validator } from '../../src/schema/validator.ts'
import { createExecutor } from '../../src/run/operate/executor.ts'
import type { ExecutorDeps, PinQuestion } from '../../src/run/record/executor-deps.ts'
import type { Executor } from '../../src/run/operate/executor-types.ts'
import {
  createFaultyJournal,
  createProcess,
  createQuickJournal,
  drawFaults,
  NO_FAULTS,
  type Faults,
  type Process,
} from './faults.ts'
import { createGraph, type SimulatedGraph } from './graph.ts'
import { createRandom, type Random } from './random.ts'
import { createRandomModel, drawCapabilities } from './random-model.ts'
import { createScheduler, type Scheduler } from './scheduler.ts'
import { ACTIVITIES } from './tools.ts'

/** One seed's world: a workspace, a Journal that outlives every process, and the processes that work on it. */
export interface SimulatedWorld {
  readonly graph: SimulatedGraph
  readonly scheduler: Scheduler
  readonly journal: Journal
  readonly random: Random
  /** Another process may find that the model can do other things. */
  readonly isFickle: boolean
  /** An unanswered question to a person is refused in time. */
  readonly expires: boolean
  /** Words are taken out of the record. */
  readonly isRedacted: boolean
  /** Where the Run stops for a person. */
  readonly breakpoints: readonly Breakpoint[]
  /** A new process on the same Journal, with an executor that knows nothing but the Journal. */
  boot(options?: { readonly faultless?: boolean; readonly effectless?: boolean }): Booted
  /** Forbidden actions: reported at the end of the seed. */
  readonly violations: string[]
}

export interface Booted {
  readonly executor: Executor
  readonly process: Process
}

export function createSimulatedWorld(seed: number, validator: Validator): SimulatedWorld {
  const random = createRandom(seed)
  const graph = createGraph(random.split())
  // A quarter of the worlds keep their Journal in memory: it knows no faults.
  const isInMemory = seed % 4 === 0
  const drawn = drawFaults(random.split())
  const faults = isInMemory ? NO_FAULTS : drawn
  const scheduler = createScheduler()
  const isRedacted = random.chance(0.05)
  const expires = random.chance(0.15)
  const journal = createMemoryJournal(isRedacted ? { redact: (text) => text.replaceAll('sea', REDACTED) } : {})
  const steps = { count: 0 }
  const violations: string[] = []
  // Redaction makes the same question a different one.
  const watch = watchEffects(journal, isRedacted ? [] : violations)
  const breakpoints = random.chance(0.1) ? drawBreakpoints(random.split()) : []
  const isPinned = random.chance(0.1)
  const isFickle = random.chance(0.3)
  const usual = drawCapabilities(random.split())
  let ids = 0

  let latest: Process | undefined

  return {
    graph,
    scheduler,
    journal,
    random,
    isFickle,
    isRedacted,
    expires,
    breakpoints,
    violations,
    boot({ faultless = false, effectless = false } = {}) {
      const active: Faults = faultless ? NO_FAULTS : faults
      // One process owns a workspace: what the one before still did ends with it.
      latest?.kill()
      const process = (latest = createProcess(scheduler, random.split(), active, steps))
      const capabilities = isFickle ? drawCapabilities(random.split()) : usual
      const effects = effectless
        ? forbidden(capabilities)
        : {
            model: createRandomModel({ random: random.split(), graph, process, capabilities, onAsk: watch.asked }),
            activity: createActivity(random.split(), process, watch.invoked),
          }
      const deps: ExecutorDeps = {
        journal: isInMemory
          ? createQuickJournal(journal, process)
          : createFaultyJournal(journal, process, active, steps),
        models: () => effects.model,
        ideas: createIdeaSource({ ideas: graph.ideas, tools: new Map(), activities: ACTIVITIES }),
        activity: effects.activity,
        profile: () => ({}),
        defaultProfile: 'offline',
        validator,
        clock: {
          now: scheduler.now,
          elapsed: scheduler.now,
          // A branch that was between two steps when the process ended sleeps for ever, too.
          after: (ms, act) => (process.isAlive ? scheduler.after(ms, act) : () => {}),
          sleep: (ms, signal) => (process.isAlive ? scheduler.sleep(ms, signal) : new Promise(() => {})),
        },
        newId: () => `run-${++ids}`,
        artifacts: { put: async (bytes) => sha256Bytes(bytes), get: async () => undefined },
        concurrency: () => 2,
        // From at once to never, in this world's time.
        ...(seed % 3 !== 0 && { leavesAfterMs: seed % 40 }),
        ...(expires && { approvalsExpireAfter: () => EXPIRE_AFTER_MS }),
        // Pins may have changed since the process before.
        ...(isPinned && random.chance(0.7) && { pinned: pinOf }),
        engine: 'simulation',
      }
      return { executor: createExecutor(deps), process }
    },
  }
}

export const EXPIRE_AFTER_MS = 400

const drawBreakpoints = (random: Random): readonly Breakpoint[] => [
  random.pick<Breakpoint>([
    { tool: 'echo' },
    { idea: 'idea://middle' },
    { on: 'error' },
    { tool: 'store', on: 'error' },
  ]),
]

/** Some results are pinned, and one of them does not fit its Tool. */
const pinOf = ({ tool }: PinQuestion): { readonly result: Json } | undefined =>
  tool === 'echo' || tool === 'guess' || tool === 'draw' ? { result: tool === 'echo' ? 'pinned' : {} } : undefined

const forbidden = (capabilities: Capabilities) => ({
  model: {
    name: 'random',
    simulated: true,
    endpoint: 'simulation',
    capabilities,
    ask() {
      throw new Error('a replay asked the model')
    },
  } satisfies Model,
  activity: registered(() => () => {
    throw new Error('a replay ran an Activity')
  }),
})

/** One effect is done once: asking again for what the Journal already holds is the failure this simulation looks for. */
function watchEffects(journal: Journal, violations: string[]) {
  const recorded = async (test: (event: Awaited<ReturnType<Journal['read']>>[number]) => boolean): Promise<boolean> => {
    const { items } = await journal.runs.list({ limit: 100 })
    for (const { id } of items) if ((await journal.read(id)).some(test)) return true
    return false
  }
  return {
    asked(body: ChatBody): void {
      const inputs = hashOf(body)
      void journal.runs.list({ limit: 100 }).then(async ({ items }) => {
        let open = 0
        for (const { id } of items) {
          const events = await journal.read(id)
          const ended = new Set(
            events.flatMap(({ type, span }) =>
              type === 'request.completed' || type === 'request.failed' ? [span] : [],
            ),
          )
          open += events.filter(
            (event) => event.type === 'request.started' && event.data.inputs === inputs && !ended.has(event.span),
          ).length
        }
        if (open === 0) violations.push('the model was asked what the Journal has an answer to')
      })
    },
    invoked(context: ActivityContext): void {
      void recorded((event) => event.type === 'call.completed' && event.data.call === context.idempotencyKey).then(
        (done) => {
          if (done) violations.push(`an Activity ran again after its result was recorded: ${context.idempotencyKey}`)
        },
      )
    },
  }
}

/** Activities that take a while, fail, ask for approval, make files and return what they should not. */
function createActivity(random: Random, process: Process, invoked: (context: ActivityContext) => void) {
  const run =
    (name: string) =>
    async (call: JsonObject, context: ActivityContext): Promise<unknown> => {
      invoked(context)
      await process.step(async () => {})
      if (random.chance(0.3)) context.log('working')
      if (random.chance(0.04))
        await new Promise((_, reject) => onAbort(context.signal, () => reject(new Error('stopped'))))
      if (random.chance(name === 'shaky' ? 0.5 : 0.05)) throw new Error('it did not work')
      if (name === 'asks' && context.attempt === 1) throw new NeedsApproval('sure?')
      if (name === 'draw') {
        const size = typeof call.size === 'number' ? call.size : 1
        const artifact = await context.artifact('picture.svg', new TextEncoder().encode(String(size)), {
          type: 'image/svg+xml',
        })
        return random.chance(0.1) ? 'not an object' : { artifact, text: 'y'.repeat(Math.min(size, 6000)) }
      }
      return random.pick<Json>([call.n ?? null, { n: call.n ?? 0 }, 'done'])
    }
  return registered(run)
}

/** The Activities by name, whatever they do: what registers them belongs to the question that a model is asked. */
function registered(runOf: (name: string) => RegisteredActivity['run']) {
  const activities = new Map(
    ACTIVITIES.map((name): [string, RegisteredActivity] => [
      name,
      {
        name,
        run: runOf(name),
        options: { timeoutMs: 2000, ...(name === 'shaky' && { retry: { attempts: 3, backoffMs: 50 } }) },
        hash: sha256Bytes(new TextEncoder().encode(name)),
      },
    ]),
  )
  return (name: string): RegisteredActivity | undefined => activities.get(name)
}
