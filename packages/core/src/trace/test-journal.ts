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

/** Random choices that are the same for the same seed. */
class Draw {
  readonly #random: () => number
  constructor(seed: number) {
    this.#random = createRandom(seed)
  }
  below(count: number): number {
    return Math.floor(this.#random() * count)
  }
  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T // never called on an empty list
  }
  chance(share: number): boolean {
    return this.#random() < share
  }
}

/** A Run that makes itself up as it goes: its Requests, Calls and Modules are tasks, interleaved at random. */
class RandomRun {
  readonly events: JournalEvent[] = []
  readonly #seed: number
  readonly #options: Required<TestJournalOptions>
  readonly #draw: Draw
  readonly #tasks: Task[] = []
  readonly #used = new Map<string, number>()
  #clock = Date.parse('2026-01-01T00:00:00.000Z')

  constructor(seed: number, options: TestJournalOptions) {
    this.#seed = seed
    this.#options = { turns: 3, callsPerTurn: 3, depth: 2, trouble: 0.2, ...options }
    this.#draw = new Draw(seed)
  }

  #append<T extends EventType>(span: string, type: T, data: EventData[T]): void {
    this.#clock += this.#draw.below(40)
    const base = `${span}#${type}`
    const count = (this.#used.get(base) ?? 0) + 1
    this.#used.set(base, count)
    const segments = span.split('/')
    const event = {
      type,
      key: count === 1 ? base : `${base}:${count}`,
      at: new Date(this.#clock).toISOString(),
      span,
      parent: span === '' ? null : segments.slice(0, -2).join('/'),
      data,
    } as NewEvent // `data` belongs to `type` by the signature above
    this.events.push({ ...event, v: 1, seq: this.events.length + 1, prev: GENESIS, run: `run-${this.#seed}` })
  }

  *#loop(span: string, idea: string, level: number): Task {
    const count = 1 + this.#draw.below(this.#options.turns)
    for (let turn = 0; turn < count; turn++)
      yield* this.#request(`${span === '' ? '' : `${span}/`}request/${turn}`, idea, turn, level)
  }

  *#request(span: string, idea: string, turn: number, level: number): Task {
    this.#append(span, 'request.started', {
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
    if (this.#draw.chance(this.#options.trouble)) {
      this.#append(span, 'request.retried', { attempt: 1, code: 'model.rateLimited', delayMs: 100 })
      yield
    }
    const calls = Array.from({ length: this.#draw.below(this.#options.callsPerTurn + 1) }, (_, index) => ({
      done: false,
      span: `${span}/call/${index}`,
    }))
    for (const item of calls) {
      this.#tasks.push(this.#settle(this.#call(item.span, idea, level), item))
      if (this.#draw.chance(0.5)) yield
    }
    const raw = JSON.stringify({ calls: calls.length, output: null })
    const usage = {
      inputTokens: this.#draw.below(500),
      outputTokens: this.#draw.below(200),
      cachedTokens: 0,
      reasoningTokens: 0,
      estimated: false,
    }
    if (this.#draw.chance(this.#options.trouble / 3))
      this.#append(span, 'request.failed', { code: 'model.cut', message: 'The stream stopped early.', usage, ms: 90 })
    else
      this.#append(span, 'request.completed', {
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

  *#settle(task: Task, item: { done: boolean }): Task {
    yield* task
    item.done = true
  }

  *#call(span: string, idea: string, level: number): Task {
    const id = `call_${sha256Text(span).slice(0, 20)}`
    const tool = this.#draw.pick(TOOLS)
    if (this.#draw.chance(this.#options.trouble / 3)) {
      this.#append(span, 'call.rejected', {
        call: id,
        tool: 'wrteMelody',
        error: { code: 'tool.unknown', message: 'No such Tool.', names: [...TOOLS], retryable: true },
      })
      return
    }
    this.#append(span, 'call.proposed', {
      call: id,
      tool,
      parameters: { n: this.#draw.below(100) },
      meta: { _tool: tool },
      raw: '{}',
    })
    yield
    if (this.#draw.chance(this.#options.trouble / 3)) {
      this.#append(span, 'approval.requested', { call: id, why: 'approval', hash: HASH })
      yield
      const refuse = this.#draw.chance(0.3)
      this.#append(span, 'approval.decided', {
        call: id,
        decision: refuse ? 'refuse' : 'approve',
        hash: HASH,
        by: 'a person',
      })
      if (refuse) {
        this.#append(span, 'call.rejected', {
          call: id,
          error: { code: 'approval.refused', message: 'Refused.', retryable: false },
        })
        return
      }
      yield
    }
    yield* this.#run(span, id, idea, level)
  }

  *#run(span: string, id: string, idea: string, level: number): Task {
    const mode =
      level > 0
        ? this.#draw.pick(['module', 'explicit', 'latent'] as const)
        : this.#draw.pick(['explicit', 'latent'] as const)
    const attempts = this.#draw.chance(this.#options.trouble) ? 2 : 1
    for (let attempt = 1; attempt <= attempts; attempt++) {
      this.#append(span, 'call.started', {
        call: id,
        mode,
        attempt,
        inputs: HASH,
        resolved: {},
        ...(mode === 'explicit' ? { activity: this.#draw.pick(['renderPart', 'mixdown']) } : {}),
      })
      yield
      if (mode === 'module' && attempt === 1) yield* this.#module(span, id, level)
      if (attempt < attempts || this.#draw.chance(this.#options.trouble / 3)) {
        const error = { code: 'activity.failed', message: 'It threw.', retryable: true } as const
        this.#append(span, 'call.failed', { call: id, error, attempt, ms: 5 })
        yield
        continue
      }
      this.#append(span, 'call.completed', { call: id, result: { n: this.#draw.below(100), idea }, ms: 5 })
      if (this.#draw.chance(0.5)) {
        const ref = `†state.${this.#draw.pick(['song', 'parts'])}.${this.#draw.pick(['melody', 'bass'])}`
        this.#append(span, 'state.written', { ref, call: id, before: null, after: this.#draw.below(100) })
      }
      return
    }
  }

  *#module(span: string, id: string, level: number): Task {
    const address = this.#draw.pick(IDEAS)
    this.#append(span, 'module.entered', {
      call: id,
      address: `idea://${address}`,
      hash: pinHash(address),
      imports: ['input'],
      passed: [],
      withheld: [],
    })
    yield* this.#loop(span, address, level - 1)
    this.#append(span, 'module.left', { call: id, output: { ok: true } })
  }

  /** From its first event to its end, or to where it stops short. */
  play(): void {
    this.#append('', 'run.created', {
      engine: 'test',
      idea: 'producer',
      input: { brief: `brief ${this.#seed}` },
      model: 'simulated',
      profile: 'offline',
      config: {},
      base: {},
      limits: DEFAULT_LIMITS,
      seed: String(this.#seed),
      pins: {},
      bindings: {},
    })
    const root = { done: false }
    this.#tasks.push(this.#settle(this.#loop('', 'producer', this.#options.depth), root))
    while (!root.done) {
      const index = this.#draw.below(this.#tasks.length)
      if (this.#tasks[index]?.next().done === true) this.#tasks.splice(index, 1)
      if (this.#draw.chance(this.#options.trouble / 500)) break
    }
    if (root.done) this.#append('', 'run.completed', { output: { title: 'A song' }, usage: NO_USAGE })
    else if (this.#draw.chance(0.5)) this.#append('', 'run.cancelled', { by: 'a person', usage: NO_USAGE })
    else
      this.#append('', 'run.failed', {
        error: { code: 'limit.wallMs', message: 'Out of time.', retryable: false },
        usage: NO_USAGE,
      })
  }
}

/**
 * A valid random Journal for tests and benchmarks: nested and parallel Calls, refusals, retries, approvals. Same seed,
 * same bytes.
 */
export const createTestJournal = (seed: number, options: TestJournalOptions = {}): readonly JournalEvent[] => {
  const run = new RandomRun(seed, options)
  run.play()
  return run.events
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
