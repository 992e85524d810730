import { describe, expect, test } from 'vitest'
import type { Journal } from '../../journal/journal.ts'
import { createMemoryJournal } from '../../journal/memory-journal.ts'
import { REDACTED } from '../../journal/redact-json.ts'
import { createManualClock } from '../../../testing/manual-clock.ts'
import { answer } from '../../../testing/test-idea.ts'
import { createTestWorld, typesOf, type TestWorld } from '../../../testing/test-run.ts'
import { createExecutor } from './executor.ts'
import type { Executor } from './executor-types.ts'

const later = async (): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setImmediate(resolve))
}

const guarded = { type: 'object', description: 'Does it.', properties: { n: {}, _approval: { const: 'required' } } }

interface Left {
  readonly world: TestWorld
  readonly executor: Executor
  /** How often the Run came into memory: once for each lease. */
  readonly leases: () => number
  readonly ran: readonly unknown[]
  /** The Journal of an executor that keeps its Runs in memory, under the same decisions. */
  readonly deps: TestWorld['deps']
}

/** An executor whose Runs leave memory as soon as they wait. Two Calls of the first turn ask, a third in the second. */
const leavingWorld = (more: { journal?: Journal; leavesAfterMs?: number } = {}): Left => {
  const ran: unknown[] = []
  let leases = 0
  const world = createTestWorld({
    ideas: { ops: { context: [{ type: 'tool', tool: { stop: guarded, begin: guarded } }], schema: answer } },
    activities: { stop: ({ n }) => ran.push(n), begin: ({ n }) => ran.push(n) },
    script: (_, count) =>
      count === 0
        ? {
            calls: [
              { _tool: 'stop', n: 'sesame' },
              { _tool: 'begin', n: 2 },
            ],
            output: null,
          }
        : count === 1
          ? { calls: [{ _tool: 'stop', n: 3 }], output: null }
          : { calls: [], output: { text: 'done' } },
    ...(more.journal && { journal: more.journal }),
  })
  const deps = {
    ...world.deps,
    leavesAfterMs: more.leavesAfterMs ?? 1,
    journal: {
      ...world.journal,
      lease: (run: string) => {
        leases++
        return world.journal.lease(run)
      },
    },
  }
  return { world, executor: createExecutor(deps), leases: () => leases, ran, deps }
}

const approveAll = async (executor: Executor, id: string): Promise<void> => {
  for (let round = 0; round < 5; round++) {
    const [first] = executor.approvals()
    if (first === undefined) break
    await executor.decide(id, first.callId, { decision: 'approve', hash: first.hash, by: 'me' })
    await executor.settled(id)
    await later()
  }
}

describe('A Run that waits for a person leaves memory', () => {
  test('its questions are listed meanwhile, and a decision brings it back: the record is the same as if it had stayed', async () => {
    const left = leavingWorld()
    const { id } = await left.executor.start({ idea: 'ops' })
    await left.executor.settled(id)
    const before = left.executor.approvals()
    await later()
    expect(left.executor.approvals()).toEqual(before)
    expect(before.map(({ tool, parameters }) => [tool, parameters])).toEqual([
      ['stop', { n: 'sesame' }],
      ['begin', { n: 2 }],
    ])
    await approveAll(left.executor, id)
    expect(await left.executor.settled(id)).toMatchObject({ status: 'completed', output: { text: 'done' } })
    expect(left.leases()).toBe(4)
    expect(left.ran).toEqual(['sesame', 2, 3])

    const stayed = leavingWorld({ leavesAfterMs: 100_000 })
    await stayed.executor.start({ idea: 'ops' })
    await stayed.executor.settled(id)
    await approveAll(stayed.executor, id)
    expect(stayed.leases()).toBe(1)
    const [one, other] = await Promise.all([left, stayed].map(({ world }) => world.journal.read(id, { hydrate: true })))
    expect(one).toEqual(other)
  })

  test('two people who decide at once: each question gets one decision', async () => {
    const { executor, world, ran } = leavingWorld()
    const { id } = await executor.start({ idea: 'ops' })
    await executor.settled(id)
    await later()
    const open = executor.approvals()
    const ends = await Promise.allSettled(
      [...open, ...open].map(({ callId }) => executor.decide(id, callId, { decision: 'approve', by: 'me' })),
    )
    expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected'])
    await later()
    await approveAll(executor, id)
    expect(ran).toHaveLength(3)
    const types = typesOf(await world.journal.read(id))
    expect(new Set(types).size).toBe(types.length)
    expect(types.at(-1)).toBe('#run.completed')
  })

  test('a decision that is refused leaves it waiting, and records nothing', async () => {
    const { executor, world } = leavingWorld()
    const { id } = await executor.start({ idea: 'ops' })
    await executor.settled(id)
    await later()
    const before = (await world.journal.read(id)).length
    const [first] = executor.approvals()
    const decide = executor.decide(id, first?.callId ?? '', { decision: 'edit', by: 'me' })
    await expect(decide).rejects.toMatchObject({ code: 'approval.invalid' })
    await later()
    expect(executor.approvals()).toHaveLength(2)
    expect(await world.journal.read(id)).toHaveLength(before)
  })

  test('cancelled meanwhile, it ends with what it used', async () => {
    const { executor, world } = leavingWorld()
    const { id } = await executor.start({ idea: 'ops' })
    const { usage } = await executor.settled(id)
    await later()
    await executor.cancel(id, 'me')
    expect(await executor.settled(id)).toMatchObject({ status: 'cancelled', usage })
    expect(usage.requests).toBe(1)
    expect(typesOf(await world.journal.read(id)).slice(-2)).toEqual(['#run.waiting:1', '#run.cancelled'])
    expect(executor.approvals()).toEqual([])
  })

  test('removed meanwhile, its questions go with it', async () => {
    const { executor } = leavingWorld()
    const { id } = await executor.start({ idea: 'ops' })
    await executor.settled(id)
    await later()
    expect(await executor.remove(id)).toBe(true)
    expect(executor.approvals()).toEqual([])
  })

  test('a drain has nothing to stop, and another process takes it up', async () => {
    const { executor, world, deps } = leavingWorld()
    const { id } = await executor.start({ idea: 'ops' })
    await executor.settled(id)
    await later()
    await executor.drain()
    expect(typesOf(await world.journal.read(id)).at(-1)).toBe('#run.waiting:1')
    const next = createExecutor(deps)
    await next.resume(id, 'restart')
    await next.settled(id)
    await later()
    expect(typesOf(await world.journal.read(id)).slice(-3)).toEqual([
      '#run.waiting:1',
      '#run.resumed:1',
      '#run.waiting:2',
    ])
    await approveAll(next, id)
    expect(await next.settled(id)).toMatchObject({ status: 'completed' })
  })

  test('a question that expires brings it back', async () => {
    const { world, deps } = leavingWorld()
    const clock = createManualClock()
    const executor = createExecutor({ ...deps, clock, approvalsExpireAfter: () => 60_000 })
    const { id } = await executor.start({ idea: 'ops' })
    for (let turn = 0; turn < 50 && executor.approvals().length < 2; turn++) {
      await later()
      clock.advance(1)
    }
    await later()
    clock.advance(10)
    await later()
    expect(executor.approvals()).toHaveLength(2)
    clock.advance(60_001)
    for (let turn = 0; turn < 5; turn++) {
      await later()
      clock.advance(1)
    }
    const decided = (await world.journal.read(id)).filter(({ type }) => type === 'approval.decided')
    expect(decided.map(({ data }) => data)).toMatchObject([{ decision: 'expire' }, { decision: 'expire' }])
  })

  test('breakpoints that a person set stay, and a step goes to the next stop', async () => {
    const { world, deps } = leavingWorld()
    const executor = createExecutor(deps)
    const { id } = await executor.start({ idea: 'ops' })
    await executor.settled(id)
    await later()
    await executor.setBreakpoints(id, [{ tool: 'stop', on: 'error' }, { tool: 'begin' }])
    await later()
    await approveAll(executor, id)
    expect(await executor.settled(id)).toMatchObject({ status: 'completed' })
    expect(world.model.asked).toHaveLength(3)
  })

  test('its time is measured by work: what it waited outside memory does not count', async () => {
    const { world, deps } = leavingWorld()
    const clock = createManualClock()
    const executor = createExecutor({ ...deps, clock, config: { limits: { wallMs: 5_000 } } })
    const { id } = await executor.start({ idea: 'ops' })
    const turns = async (): Promise<void> => {
      for (let turn = 0; turn < 5; turn++) {
        await later()
        clock.advance(1)
      }
    }
    await turns()
    clock.advance(3_600_000)
    await turns()
    for (const { callId } of executor.approvals()) {
      await Promise.all([executor.decide(id, callId, { decision: 'approve', by: 'me' }), turns()])
      clock.advance(3_600_000)
    }
    await turns()
    const events = await world.journal.read(id)
    expect(events.filter(({ type }) => type === 'limit.reached')).toEqual([])
    expect(events.filter(({ type }) => type === 'call.completed')).toHaveLength(2)
  })

  test('not if its record lacks a secret: what a person approves is what they were shown', async () => {
    const journal = createMemoryJournal({ redact: (text) => text.replaceAll('sesame', REDACTED) })
    const { executor, leases, ran } = leavingWorld({ journal })
    const { id } = await executor.start({ idea: 'ops' })
    await executor.settled(id)
    await later()
    await approveAll(executor, id)
    expect(ran).toEqual(['sesame', 2, 3])
    expect(leases()).toBe(1)
  })
})
