import { GENESIS } from '../journal/journal.ts'
import type { EventData, EventType, JournalEvent, NewEvent } from '../journal/events.ts'
import { NO_USAGE } from '../journal/fold-run.ts'
import { DEFAULT_LIMITS } from '../request/config.ts'
import { sha256Text } from '../schema/hash.ts'

/** How large a generated Journal gets. */
export interface TestJournalOptions {
  readonly turns?: number
  readonly callsPerTurn?: number
  readonly depth?: number
  /** Share of Calls that fail, wait or are refused, 0 to 1. */
  readonly trouble?: number
}

/** mulberry32: the same numbers in 0..1 for the same seed. */
const createRandom = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

const HASH = 'ab'.repeat(32)
const IDEAS = ['producer', 'composer', 'sound-designer', 'critic']
/** The pins of a generated Journal's Modules, by name: an Idea without shared Tools. */
const PINS = new Map(
  IDEAS.map((name): [string, string] => {
    const idea = { title: name, context: [{ type: 'text', text: `You are ${name}` }] }
    return [name, JSON.stringify({ idea, tools: {} })]
  }),
)
/** The same as bodies, by their hashes. */
export const testPins = (): Readonly<Record<string, string>> =>
  Object.fromEntries([...PINS.values()].map((text) => [sha256Text(text), text]))

const TOOLS = ['chooseForm', 'writeMelody', 'designSound', 'renderPart', 'mixdown']

/** One thing under way: yields once per step, so that a scheduler can interleave it with others. */
type Task = Generator<void, void, void>

/**
 * A valid random Journal for tests and benchmarks: nested and parallel Calls, refusals, retries, approvals. Same seed,
 * same bytes.
 */
export const createTestJournal = (seed: number, options: TestJournalOptions = {}): readonly JournalEvent[] => {
  const { turns = 3, callsPerTurn = 3, depth = 2, trouble = 0.2 } = options
  const random = createRandom(seed)
  const below = (count: number): number => Math.floor(random() * count)
  const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T // never called on an empty list
  const chance = (share: number): boolean => random() < share
  const events: JournalEvent[] = []
  const tasks: Task[] = []
  const used = new Map<string, number>()
  let clock = Date.parse('2026-01-01T00:00:00.000Z')

  const append = <T extends EventType>(span: string, type: T, data: EventData[T]): void => {
    clock += below(40)
    const base = `${span}#${type}`
    const count = (used.get(base) ?? 0) + 1
    used.set(base, count)
    const segments = span.split('/')
    const event = {
      type,
      key: count === 1 ? base : `${base}:${count}`,
      at: new Date(clock).toISOString(),
      span,
      parent: span === '' ? null : segments.slice(0, -2).join('/'),
      data,
    } as NewEvent // `data` belongs to `type` by the signature above
    events.push({ ...event, v: 1, seq: events.length + 1, prev: GENESIS, run: `run-${seed}` })
  }

  function* loop(span: string, idea: string, level: number): Task {
    const count = 1 + below(turns)
    for (let turn = 0; turn < count; turn++)
      yield* request(`${span === '' ? '' : `${span}/`}request/${turn}`, idea, turn, level)
  }

  function* request(span: string, idea: string, turn: number, level: number): Task {
    append(span, 'request.started', {
      idea,
      turn,
      model: 'simulated',
      wire: 'structured',
      strict: false,
      inputs: HASH,
      schema: { type: 'object' },
      messages: [{ role: 'system', content: `You are ${idea}` }, ...history(turn)],
      tools: TOOLS.map((name) => ({ name, mode: 'latent' as const })),
    })
    yield
    if (chance(trouble)) {
      append(span, 'request.retried', { attempt: 1, code: 'model.rateLimited', delayMs: 100 })
      yield
    }
    const calls = Array.from({ length: below(callsPerTurn + 1) }, (_, index) => ({
      done: false,
      span: `${span}/call/${index}`,
    }))
    for (const item of calls) {
      tasks.push(settle(call(item.span, idea, level), item))
      if (chance(0.5)) yield
    }
    const raw = JSON.stringify({ calls: calls.length, output: null })
    const usage = {
      inputTokens: below(500),
      outputTokens: below(200),
      cachedTokens: 0,
      reasoningTokens: 0,
      estimated: false,
    }
    if (chance(trouble / 3))
      append(span, 'request.failed', { code: 'model.cut', message: 'The stream stopped early.', usage, ms: 90 })
    else
      append(span, 'request.completed', {
        raw,
        finish: 'stop',
        calls: calls.length,
        output: null,
        usage,
        ms: 90,
        firstTokenMs: 20,
        queueMs: 5,
        pieces: [
          [20, 5],
          [60, raw.length - 5],
        ],
      })
    while (calls.some((item) => !item.done)) yield
  }

  function* settle(task: Task, item: { done: boolean }): Task {
    yield* task
    item.done = true
  }

  function* call(span: string, idea: string, level: number): Task {
    const id = `call_${sha256Text(span).slice(0, 20)}`
    const tool = pick(TOOLS)
    if (chance(trouble / 3)) {
      append(span, 'call.rejected', {
        call: id,
        tool: 'wrteMelody',
        error: { code: 'tool.unknown', message: 'No such Tool.', names: [...TOOLS], retryable: true },
      })
      return
    }
    append(span, 'call.proposed', { call: id, tool, parameters: { n: below(100) }, meta: { _tool: tool }, raw: '{}' })
    yield
    if (chance(trouble / 3)) {
      append(span, 'approval.requested', { call: id, why: 'approval', hash: HASH })
      yield
      const refuse = chance(0.3)
      append(span, 'approval.decided', {
        call: id,
        decision: refuse ? 'refuse' : 'approve',
        hash: HASH,
        by: 'a person',
      })
      if (refuse) {
        append(span, 'call.rejected', {
          call: id,
          error: { code: 'approval.refused', message: 'Refused.', retryable: false },
        })
        return
      }
      yield
    }
    yield* run(span, id, idea, level)
  }

  function* run(span: string, id: string, idea: string, level: number): Task {
    const mode = level > 0 ? pick(['module', 'explicit', 'latent'] as const) : pick(['explicit', 'latent'] as const)
    const attempts = chance(trouble) ? 2 : 1
    for (let attempt = 1; attempt <= attempts; attempt++) {
      append(span, 'call.started', {
        call: id,
        mode,
        attempt,
        inputs: HASH,
        resolved: {},
        ...(mode === 'explicit' ? { activity: pick(['renderPart', 'mixdown']) } : {}),
      })
      yield
      if (mode === 'module' && attempt === 1) yield* module(span, id, level)
      if (attempt < attempts || chance(trouble / 3)) {
        const error = { code: 'activity.failed', message: 'It threw.', retryable: true } as const
        append(span, 'call.failed', { call: id, error, attempt, ms: 5 })
        yield
        continue
      }
      append(span, 'call.completed', { call: id, result: { n: below(100), idea }, ms: 5 })
      if (chance(0.5)) {
        const ref = `†state.${pick(['song', 'parts'])}.${pick(['melody', 'bass'])}`
        append(span, 'state.written', { ref, call: id, before: null, after: below(100) })
      }
      return
    }
  }

  function* module(span: string, id: string, level: number): Task {
    const address = pick(IDEAS)
    append(span, 'module.entered', {
      call: id,
      address: `idea://${address}`,
      hash: pinHash(address),
      imports: ['input'],
      passed: [],
      withheld: [],
    })
    yield* loop(span, address, level - 1)
    append(span, 'module.left', { call: id, output: { ok: true } })
  }

  append('', 'run.created', {
    engine: 'test',
    idea: 'producer',
    input: { brief: `brief ${seed}` },
    model: 'simulated',
    profile: 'offline',
    config: {},
    base: {},
    limits: DEFAULT_LIMITS,
    seed: String(seed),
    pins: {},
    bindings: {},
  })
  const root = { done: false }
  tasks.push(settle(loop('', 'producer', depth), root))
  while (!root.done) {
    const index = below(tasks.length)
    if (tasks[index]?.next().done === true) tasks.splice(index, 1)
    if (chance(trouble / 500)) break
  }
  if (root.done) append('', 'run.completed', { output: { title: 'A song' }, usage: NO_USAGE })
  else if (chance(0.5)) append('', 'run.cancelled', { by: 'a person', usage: NO_USAGE })
  else
    append('', 'run.failed', {
      error: { code: 'limit.wallMs', message: 'Out of time.', retryable: false },
      usage: NO_USAGE,
    })
  return events
}

const hashes = new Map<string, string>()
const pinHash = (name: string): string => {
  const known = hashes.get(name) ?? sha256Text(PINS.get(name) ?? '')
  hashes.set(name, known)
  return known
}

const history = (turn: number): readonly { readonly role: 'assistant' | 'user'; readonly content: string }[] =>
  Array.from({ length: turn }, (_, index) => [
    { role: 'assistant' as const, content: `answer ${index}` },
    { role: 'user' as const, content: `results ${index}` },
  ]).flat()
