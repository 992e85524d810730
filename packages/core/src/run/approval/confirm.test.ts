import { describe, expect, test } from 'vitest'
import { createExecutor } from '../operate/executor.ts'
import { answer } from '../../../testing/test-idea.ts'
import { createTestWorld } from '../../../testing/test-run.ts'

const guarded = { type: 'object', description: 'Does it.', properties: { _approval: { const: 'required' } } }
const plain = { type: 'object', description: 'Does it.', properties: {} }

const createWorld = (tool: object, expireAfterMs?: number) => {
  const world = createTestWorld({
    ideas: { ops: { context: [{ type: 'tool', tool: { act: tool } }], schema: answer } },
    activities: { act: () => 'done' },
    script: (_, count) =>
      count === 0 ? { calls: [{ _tool: 'act' }], output: null } : { calls: [], output: { text: 'done' } },
  })
  const after = (ms?: number) => createExecutor({ ...world.deps, approvalsExpireAfter: () => ms })
  return { world, executor: after(expireAfterMs), after }
}

const MINUTE = 60_000
const IN_A_MINUTE = '2026-11-21T00:01:00.000Z'

describe('A question that a Tool asks', () => {
  test('is due at a time, which every reader of it sees', async () => {
    const { world, executor } = createWorld(guarded, MINUTE)
    const { id } = await executor.start({ idea: 'ops' })
    const { waitingFor } = await executor.settled(id)
    expect(waitingFor).toMatchObject([{ type: 'approval', expiresAt: IN_A_MINUTE }])
    expect(executor.approvals()).toMatchObject([{ why: 'approval', expiresAt: IN_A_MINUTE }])
    const asked = (await world.journal.read(id)).find(({ type }) => type === 'approval.requested')
    expect(asked?.data).toMatchObject({ expiresAt: IN_A_MINUTE })
  })

  test('is due at the time set when it was asked, whatever the settings are when its Run resumes', async () => {
    const { executor, after } = createWorld(guarded, MINUTE)
    const { id } = await executor.start({ idea: 'ops' })
    await executor.settled(id)
    const restarted = after(2 * MINUTE)
    await restarted.resume(id, 'restart')
    await restarted.settled(id)
    expect(restarted.approvals()).toMatchObject([{ expiresAt: IN_A_MINUTE }])
  })

  test('is refused once it is due, even if the machine slept through its timer: a later decision comes too late', async () => {
    const { world, after } = createWorld(guarded)
    let now = world.deps.clock.now()
    const executor = createExecutor({
      ...world.deps,
      clock: { ...world.deps.clock, now: () => now, after: () => () => {} },
      approvalsExpireAfter: () => MINUTE,
    })
    const { id } = await executor.start({ idea: 'ops' })
    await executor.settled(id)
    now += MINUTE - 1
    const [open] = executor.approvals()
    const callId = open?.callId ?? ''
    await expect(executor.decide(id, callId, { decision: 'edit', by: 'me' })).rejects.toMatchObject({
      code: 'approval.invalid',
    })
    now += 1
    await expect(executor.decide(id, callId, { decision: 'approve', by: 'me' })).rejects.toMatchObject({
      code: 'approval.decided',
      message: expect.stringContaining(IN_A_MINUTE),
    })
    expect((await executor.settled(id)).output).toEqual({ text: 'done' })
    const decided = (await world.journal.read(id)).find(({ type }) => type === 'approval.decided')
    expect(decided?.data).toMatchObject({ decision: 'expire', by: 'expiry' })
    expect(await after().replay(id)).toEqual({ identical: true })
  })

  test('waits as long as it takes where nothing is set', async () => {
    const { world, executor, after } = createWorld(guarded)
    const { id } = await executor.start({ idea: 'ops' })
    const { waitingFor } = await executor.settled(id)
    expect(waitingFor[0]).not.toHaveProperty('expiresAt')
    expect(executor.approvals()[0]).not.toHaveProperty('expiresAt')
    const asked = (await world.journal.read(id)).find(({ type }) => type === 'approval.requested')
    expect(Object.keys(asked?.data ?? {})).toEqual(['call', 'why', 'hash'])
    const restarted = after(MINUTE)
    await restarted.resume(id, 'restart')
    await restarted.settled(id)
    expect(restarted.approvals()[0]).not.toHaveProperty('expiresAt')
  })
})

test('A person’s answer is the result of the Call, in the place of its Activity: the model sees it and the state holds it', async () => {
  const ran: unknown[] = []
  const written = { ...guarded.properties, _outputPath: { const: '†state.done' }, _output: { type: 'integer' } }
  const world = createTestWorld({
    ideas: {
      ops: {
        context: [
          { type: 'state', state: {} },
          { type: 'tool', tool: { act: { ...guarded, properties: written } } },
        ],
        schema: answer,
      },
    },
    activities: { act: () => ran.push('act') },
    script: (body, count) =>
      count === 0
        ? { calls: [{ _tool: 'act' }], output: null }
        : { calls: [], output: { text: String(/done\\":(\d+)/.exec(JSON.stringify(body.messages))?.[1]) } },
  })
  const { id } = await world.executor.start({ idea: 'ops' })
  await world.executor.settled(id)
  const [{ callId } = { callId: '' }] = world.executor.approvals()
  const wrong = world.executor.decide(id, callId, { decision: 'answer', result: 'many', by: 'me' })
  await expect(wrong).rejects.toMatchObject({ code: 'approval.invalid' })
  await world.executor.decide(id, callId, { decision: 'answer', result: 42, by: 'me' })
  expect((await world.executor.settled(id)).output).toEqual({ text: '42' })
  expect(ran).toEqual([])
  const events = await world.journal.read(id)
  expect(events.find(({ type }) => type === 'call.completed')?.data).toMatchObject({ result: 42, ms: 0 })
  expect(events.map(({ type }) => type)).not.toContain('call.started')
  expect(await world.executor.replay(id)).toEqual({ identical: true })
})

test('Of two Calls that wait, the other still does when one is refused, and no time passes for the Run', async () => {
  const world = createTestWorld({
    ideas: { ops: { context: [{ type: 'tool', tool: { act: guarded } }], schema: answer } },
    activities: { act: () => 'done' },
    script: (_, count) =>
      count === 0
        ? { calls: [{ _tool: 'act' }, { _tool: 'act' }], output: null }
        : { calls: [], output: { text: 'done' } },
  })
  const { id } = await world.executor.start({ idea: 'ops' })
  await world.executor.settled(id)
  await new Promise(setImmediate)
  const [first, second] = world.executor.approvals()
  await world.executor.decide(id, first?.callId ?? '', { decision: 'refuse', by: 'me' })
  const { status, waitingFor } = await world.executor.settled(id)
  expect({ status, waitingFor }).toMatchObject({ status: 'waiting', waitingFor: [{ callId: second?.callId }] })
})

test('A breakpoint is a person’s own, and is never due', async () => {
  const { executor } = createWorld(plain, MINUTE)
  const { id } = await executor.start({ idea: 'ops', breakpoints: [{ tool: 'act' }] })
  expect((await executor.settled(id)).waitingFor).toMatchObject([{ type: 'breakpoint' }])
  expect(executor.approvals()[0]).toMatchObject({ why: 'breakpoint' })
  expect(executor.approvals()[0]).not.toHaveProperty('expiresAt')
})

test('A Run that was cancelled while it waited is replayed without an answer', async () => {
  const { executor } = createWorld(guarded)
  const { id } = await executor.start({ idea: 'ops' })
  await executor.settled(id)
  await executor.cancel(id, 'me')
  expect(await executor.replay(id)).toEqual({ identical: true })
})
