import { describe, expect, test } from 'vitest'
import type { JournalEvent } from '../../journal/events.ts'
import { createMemoryJournal } from '../../journal/memory-journal.ts'
import { createExecutor } from './executor.ts'
import { answer, tool } from '../../../testing/test-idea.ts'
import { createTestWorld, typesOf, type TestOptions, type TestWorld } from '../../../testing/test-run.ts'

/** A world whose Journal holds these events of a Run of another, and what it pinned. */
const cutShort = async (
  options: TestOptions,
  whole: TestWorld,
  { id, events }: { readonly id: string; readonly events: readonly JournalEvent[] },
): Promise<TestWorld> => {
  const again = createTestWorld(options)
  const [created, ...rest] = events
  if (created?.type !== 'run.created') throw new Error('unreachable')
  for (const hash of Object.values(created.data.pins)) {
    const bytes = await whole.journal.bodies.get(hash)
    if (bytes) await again.journal.bodies.put(bytes)
  }
  await again.journal.create({ id, idea: 'one', request: null, created })
  const lease = await again.journal.lease(id)
  await again.journal.append(lease, rest)
  return again
}

describe('The same executor resumes what is recorded', () => {
  test('after a cut at any event, no completed effect runs again and the outcome is the same', async () => {
    let effects = 0
    const options = {
      ideas: {
        one: {
          context: [
            { type: 'state', state: {} },
            { type: 'tool', tool: { work: tool({ n: { type: 'integer' }, _outputPath: { type: 'string' } }) } },
          ],
          schema: answer,
        },
      },
      activities: {
        work: ({ n }: { n: number }) => {
          effects++
          return { n }
        },
      },
      // Asks for what it has not seen done, like a model that was cut off in the middle of its answer.
      script: (body: { readonly messages: readonly object[] }) => {
        const seen = JSON.stringify(body.messages)
        const calls = [1, 2]
          .filter((n) => !new RegExp(`\\bn\\W+${n}`).test(seen))
          .map((n) => ({ _tool: 'work', n, _outputPath: `†state.w${n}` }))
        return calls.length > 0 ? { calls, output: null } : { calls, output: { text: 'done' } }
      },
    }
    const world = createTestWorld(options)
    const { id, events } = await world.run()
    expect(effects).toBe(2)
    for (let cut = 1; cut < events.length; cut++) {
      effects = 0
      const again = await cutShort(options, world, { id, events: events.slice(0, cut) })
      await again.executor.resume(id, 'restart')
      const run = await again.executor.settled(id)
      expect({ cut, status: run.status, output: run.output }).toEqual({
        cut,
        status: 'completed',
        output: { text: 'done' },
      })
      const finished = events.slice(0, cut).filter((event) => event.type === 'call.completed').length
      expect({ cut, effects }).toEqual({ cut, effects: 2 - finished })
      expect(await again.executor.replay(id)).toEqual({ identical: true })
    }
  })

  test('it tells its readers how far it has read back', async () => {
    const options = {
      ideas: {
        one: {
          context: [{ type: 'tool', tool: { work: tool({ n: { type: 'integer' } }) } }],
          schema: answer,
        },
      },
      activities: { work: ({ n }: { n: number }) => ({ n }) },
      script: (_: object, count: number) =>
        count === 0
          ? { calls: Array.from({ length: 50 }, (_each, n) => ({ _tool: 'work', n })), output: null }
          : { calls: [], output: { text: 'done' } },
    }
    const world = createTestWorld(options)
    const { id, events } = await world.run()
    // The last Request's answer and the end are missing.
    const kept = events.slice(0, -2)
    const again = await cutShort({ ...options, script: () => ({ calls: [], output: { text: 'done' } }) }, world, {
      id,
      events: kept,
    })
    const told: (readonly [type: string, done?: number, total?: number])[] = []
    const watched = (async () => {
      for await (const event of again.journal.tail(id, kept.length, new AbortController().signal))
        told.push(event.type === 'run.reading' ? [event.type, event.data.done, event.data.total] : [event.type])
    })()
    await again.executor.resume(id, 'restart')
    await again.executor.settled(id)
    await watched
    const readings = told.filter(([type]) => type === 'run.reading')
    const total = kept.length - 1
    expect(readings.length).toBeGreaterThan(2)
    expect(readings).toEqual(readings.map((_, at) => ['run.reading', (at + 1) * 32, total]))
    expect(readings.at(-1)?.[1]).toBeGreaterThan(total - 32)
    // Live parts are never recorded.
    expect((await again.journal.read(id)).map(({ type }) => type)).not.toContain('run.reading')
  })
})

describe('A Journal that refuses a fact', () => {
  const worldWithFullDisk = (isFull: () => boolean, refuses: 'append' | 'lease') => {
    const journal = createMemoryJournal()
    const full = (): Promise<never> => Promise.reject(new Error('The disk is full.'))
    return createTestWorld({
      ideas: { greeter: { context: [{ type: 'text', text: 'Greet.' }], schema: answer } },
      script: () => ({ calls: [], output: { text: 'hello' } }),
      journal: {
        ...journal,
        append: (lease, events) => (refuses === 'append' && isFull() ? full() : journal.append(lease, events)),
        lease: (run) => (refuses === 'lease' && isFull() ? full() : journal.lease(run)),
      },
    })
  }

  test.for(['append', 'lease'] as const)(
    'leaves the Run as it is, reports it, and a resume continues: %s',
    async (refuses) => {
      let isFull = true
      const world = worldWithFullDisk(() => isFull, refuses)
      const told: unknown[] = []
      const executor = createExecutor({ ...world.deps, onBroken: (...what) => told.push(what) })
      const { id, created } = await executor.start({ idea: 'greeter' })
      await expect.poll(() => told).toEqual([[id, new Error('The disk is full.')]])
      expect(created).toBe(true)
      expect(typesOf(await world.journal.read(id))).toEqual(['#run.created'])
      isFull = false
      await executor.resume(id, 'storage')
      expect(await executor.settled(id)).toMatchObject({ status: 'completed', output: { text: 'hello' } })
    },
  )
})

describe("The machine's clock is put back in the middle of a Run", () => {
  test('its events stay in order of time, and durations stay correct', async () => {
    const start = Date.parse('2026-11-21T12:00:00Z')
    let now = start
    const world = createTestWorld({
      ideas: { clock: { context: [{ type: 'tool', tool: { turnBack: tool({}) } }], schema: answer } },
      activities: { turnBack: () => ((now -= 3_600_000), null) },
      script: (_, count) =>
        count === 0 ? { calls: [{ _tool: 'turnBack' }], output: null } : { calls: [], output: { text: 'early' } },
    })
    const clock = { ...world.deps.clock, now: () => now++ }
    const executor = createExecutor({ ...world.deps, clock })
    const { id } = await executor.start({ idea: 'clock' })
    expect(await executor.settled(id)).toMatchObject({ status: 'completed' })
    const events = await world.journal.read(id)
    const times = events.map(({ at }) => at)
    expect(times).toEqual(times.toSorted())
    const took = events.flatMap(({ data }) => ('ms' in data ? [data.ms] : []))
    expect(took).toEqual([0, 0, 0])
  })
})
