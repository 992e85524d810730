import { describe, expect, test } from 'vitest'
import { isEnd } from '../../journal/fold-run.ts'
import type { Journal } from '../../journal/journal.ts'
import { createExecutor } from './executor.ts'
import { answer } from '../../../testing/test-idea.ts'
import { createTestWorld } from '../../../testing/test-run.ts'

const later = (): Promise<unknown> => new Promise((resolve) => setImmediate(resolve))

/** The same Journal, with each step of resuming taking a turn of the host, as with a disk. */
const slow = (journal: Journal): Journal => ({
  ...journal,
  async lease(run) {
    await later()
    return await journal.lease(run)
  },
  async signal(...said) {
    await later()
    return await journal.signal(...said)
  },
  runs: {
    ...journal.runs,
    async get(id) {
      const run = await journal.runs.get(id)
      await later()
      return run
    },
  },
})

describe('A Run that ends while it is asked for', () => {
  const TICKS = 40
  test.each(['cancel', 'resume', 'setBreakpoints'] as const)('has one end, and nothing after it: %s', async (asked) => {
    for (let ticks = 0; ticks < TICKS; ticks++) {
      const world = createTestWorld({
        ideas: { greeter: { context: [{ type: 'text', text: 'Greet.' }], schema: answer } },
        script: () => ({ calls: [], output: { text: 'hello' } }),
      })
      const executor = createExecutor({ ...world.deps, journal: slow(world.journal) })
      const { id } = await executor.start({ idea: 'greeter' })
      for (let tick = 0; tick < ticks; tick++) await Promise.resolve()
      if (asked === 'cancel') await executor.cancel(id, 'me')
      if (asked === 'resume') await executor.resume(id, 'restart')
      if (asked === 'setBreakpoints') await executor.setBreakpoints(id, []).catch(() => {})
      await executor.settled(id)
      const types = (await world.journal.read(id)).map(({ type }) => type)
      expect([ticks, types.filter(isEnd)]).toEqual([ticks, types.slice(-1)])
    }
  })
})

test('A Run that several callers resume at once resumes once, and every caller gets through', async () => {
  const guarded = { type: 'object', description: 'Does it.', properties: { _approval: { const: 'required' } } }
  const world = createTestWorld({
    ideas: { ops: { context: [{ type: 'tool', tool: { stop: guarded, begin: guarded } }], schema: answer } },
    activities: { stop: () => 'stopped', begin: () => 'begun' },
    script: (_, count) =>
      count === 0
        ? { calls: [{ _tool: 'stop' }, { _tool: 'begin' }], output: null }
        : { calls: [], output: { text: 'both' } },
  })
  const { id } = await world.run()
  const waiting = world.executor.approvals()
  const broken: unknown[] = []
  const restarted = createExecutor({
    ...world.deps,
    journal: slow(world.journal),
    onBroken: (_, error) => broken.push(error),
  })
  await Promise.all([
    restarted.resume(id, 'restart'),
    ...waiting.map(({ callId }) => restarted.decide(id, callId, { decision: 'approve', by: 'me' })),
  ])
  expect(await restarted.settled(id)).toMatchObject({ status: 'completed', output: { text: 'both' } })
  expect(broken).toEqual([])
})

test('A Run that resumes while the executor drains is left unchanged, and none of it begins', async () => {
  const ran: string[] = []
  const guarded = { type: 'object', description: 'Does it.', properties: { _approval: { const: 'required' } } }
  const world = createTestWorld({
    ideas: { ops: { context: [{ type: 'tool', tool: { stop: guarded } }], schema: answer } },
    activities: { stop: () => ran.push('stop') },
    script: () => ({ calls: [{ _tool: 'stop' }], output: null }),
  })
  const { id } = await world.run()
  const [open] = world.executor.approvals()
  await world.journal.signal(id, `approval:${open?.callId ?? ''}:1`, { decision: 'approve', by: 'me' })
  const restarted = createExecutor({ ...world.deps, journal: slow(world.journal) })
  const resumed = restarted.resume(id, 'restart').catch((error: unknown) => error)
  await later()
  await later()
  await restarted.drain()
  expect(await resumed).toMatchObject({ code: 'engine.draining' })
  await later()
  expect(ran).toEqual([])
  expect((await world.journal.read(id)).at(-1)?.type).toBe('run.waiting')
})
