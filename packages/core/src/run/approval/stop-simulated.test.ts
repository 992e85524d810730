import { describe, expect, test } from 'vitest'
import type { ActivityOptions } from '../../activity/activity.ts'
import { answer, tool } from '../../../testing/test-idea.ts'
import { createTestWorld } from '../../../testing/test-run.ts'

const MARKED = {
  'a Tool that is not idempotent': tool({ _idempotent: { const: false } }),
  'a Tool with an approval whose condition is not met': tool({
    n: { type: 'integer' },
    _approval: { const: { when: { properties: { n: { minimum: 5 } } } } },
  }),
}

const createWorld = (schema: object, options: ActivityOptions = {}, simulated = true) => {
  const ran: unknown[] = []
  const world = createTestWorld({
    simulated,
    ideas: { ops: { context: [{ type: 'tool', tool: { act: schema } }], schema: answer } },
    activities: { act: { run: () => ran.push('act'), options } },
    script: (_, count) =>
      count % 2 === 0
        ? { calls: [{ _tool: 'act', ...('n' in (schema as any).properties && { n: 1 }) }], output: null } // eslint-disable-line @typescript-eslint/no-explicit-any -- a schema made above
        : { calls: [], output: { text: 'done' } },
  })
  return { ...world, ran }
}

describe.each(Object.entries(MARKED))('Under the simulated model, a Call to %s', (_, schema) => {
  test('waits for a person, and runs once it is approved', async () => {
    const { run, executor, ran } = createWorld(schema)
    const { id, status } = await run(undefined, { idea: 'ops' })
    expect(status).toBe('waiting')
    expect(ran).toEqual([])
    const [open] = executor.approvals()
    expect(open).toMatchObject({ why: 'approval', tool: 'act', reason: expect.stringContaining('simulated model') })
    await executor.decide(id, open?.callId ?? '', { decision: 'approve', by: 'me' })
    expect((await executor.settled(id)).status).toBe('completed')
    expect(ran).toHaveLength(1)
    expect(await executor.replay(id)).toEqual({ identical: true })
  })

  test('runs at once where the Run was allowed effects, which the Journal tells', async () => {
    const { run, executor, ran } = createWorld(schema)
    const { id, status, events } = await run(undefined, { idea: 'ops', allowEffects: true })
    expect(status).toBe('completed')
    expect(ran).toHaveLength(1)
    expect(events[0]?.data).toMatchObject({ allowEffects: true })
    expect(events.map(({ type }) => type)).not.toContain('approval.requested')
    expect(await executor.replay(id)).toEqual({ identical: true })
  })

  test('runs at once under any other model', async () => {
    const { run, ran } = createWorld(schema, {}, false)
    expect((await run(undefined, { idea: 'ops' })).status).toBe('completed')
    expect(ran).toHaveLength(1)
  })

  test('is kept in a fork without a question, and a new one asks again: the permission was for one Run', async () => {
    const { run, executor, ran } = createWorld(schema)
    const { id, events } = await run(undefined, { idea: 'ops', allowEffects: true })
    const kept = await executor.fork(id, { at: events.length })
    expect((await executor.settled(kept.id)).status).toBe('completed')
    const again = await executor.fork(id, { at: 1 })
    expect((await executor.settled(again.id)).status).toBe('waiting')
    expect(ran).toHaveLength(1)
  })
})

test('An Activity that changes something outside makes every Call to it wait, whatever its Tool says', async () => {
  const { run, ran } = createWorld(tool(), { changes: true })
  expect((await run(undefined, { idea: 'ops' })).status).toBe('waiting')
  expect(ran).toEqual([])
})

test('A Call that only reads runs at once', async () => {
  const { run, ran } = createWorld(tool())
  expect((await run(undefined, { idea: 'ops' })).status).toBe('completed')
  expect(ran).toHaveLength(1)
})

test('A Run that was recorded before there was this question still replays', async () => {
  const { run, executor, deps } = createWorld(tool({ _idempotent: { const: false } }), {}, false)
  const { id } = await run(undefined, { idea: 'ops' })
  Object.assign(deps.models(undefined), { simulated: true })
  expect(await executor.replay(id)).toEqual({ identical: true })
})
