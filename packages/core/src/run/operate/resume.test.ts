import { describe, expect, test } from 'vitest'
import { createMemoryJournal } from '../../journal/memory-journal.ts'
import { createExecutor } from './executor.ts'
import { answer, tool } from '../../../testing/test-idea.ts'
import { createTestWorld, typesOf } from '../../../testing/test-run.ts'

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
      const kept = events.slice(0, cut)
      effects = 0
      const again = createTestWorld(options)
      const [created, ...rest] = kept
      if (created?.type !== 'run.created') throw new Error('unreachable')
      for (const event of events)
        if (event.type === 'run.created')
          for (const hash of Object.values(event.data.pins)) {
            const bytes = await world.journal.bodies.get(hash)
            if (bytes) await again.journal.bodies.put(bytes)
          }
      await again.journal.create({ id, idea: 'one', request: null, created })
      const lease = await again.journal.lease(id)
      await again.journal.append(lease, rest)
      await again.executor.resume(id, 'restart')
      const run = await again.executor.settled(id)
      expect({ cut, status: run.status, output: run.output }).toEqual({
        cut,
        status: 'completed',
        output: { text: 'done' },
      })
      const finished = kept.filter((event) => event.type === 'call.completed').length
      expect({ cut, effects }).toEqual({ cut, effects: 2 - finished })
      expect(await again.executor.replay(id)).toEqual({ identical: true })
    }
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
