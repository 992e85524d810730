import { describe, expect, test } from 'vitest'
import { needsApproval, type ActivityContext, type ActivityOptions } from '../../activity/activity.ts'
import { createExecutor } from '../operate/executor.ts'
import { createTestWorld, resumeIn } from '../../../testing/test-run.ts'

const text = { type: 'string' }
const plain = { type: 'object', description: 'Sends it.', properties: { to: text } }
const careful = {
  ...plain,
  properties: { to: text, _approval: { const: 'required' }, _idempotent: { const: false } },
}
const answer = { type: 'object', properties: { text }, required: ['text'] }
const REASON = 'The server does not say that send is safe.'
const GUARDED: ActivityOptions = { approval: REASON, idempotent: false }

const createWorld = (
  tool: object,
  options: ActivityOptions,
  run?: (call: unknown, context: ActivityContext) => unknown,
) => {
  const sent: ActivityContext[] = []
  const world = createTestWorld({
    ideas: { post: { context: [{ type: 'tool', tool: { send: tool } }], schema: answer } },
    activities: {
      send: {
        run: (call, context) => {
          sent.push(context)
          return run ? run(call, context) : 'sent'
        },
        options,
      },
    },
    script: (_, count) =>
      count % 2 === 0 ? { calls: [{ _tool: 'send', to: 'a' }], output: null } : { calls: [], output: { text: 'done' } },
  })
  return { world, sent }
}
const approve = { decision: 'approve', by: 'me' } as const

describe('An Activity that wants a person to confirm each Call', () => {
  test.each([
    ['whatever its Tool says', plain],
    ['once, where its Tool wants it too', careful],
  ])('is not run before: %s', async (_, tool) => {
    const { world, sent } = createWorld(tool, GUARDED)
    const { id, status } = await world.run()
    expect([status, sent.length]).toEqual(['waiting', 0])
    const [asked] = world.executor.approvals()
    expect(asked).toMatchObject({ why: 'activity', reason: REASON })
    await world.executor.decide(id, asked?.callId ?? '', approve)
    expect((await world.executor.settled(id)).output).toEqual({ text: 'done' })
    expect(sent.map(({ attempt, approved, approvedFor }) => [attempt, approved, approvedFor])).toEqual([
      [1, true, REASON],
    ])
    const events = await world.journal.read(id)
    expect(events.filter(({ type }) => type === 'approval.requested')).toHaveLength(1)
    expect(await world.executor.replay(id)).toEqual({ identical: true })
    expect(await createExecutor({ ...world.deps, activity: () => undefined }).replay(id)).toEqual({ identical: true })
  })

  test('tells it why a person approved, where it asked itself', async () => {
    const { world, sent } = createWorld(plain, {}, (_, { approvedFor }) => {
      if (approvedFor !== 'Other words.') throw needsApproval('Other words.')
      return 'sent'
    })
    const { id } = await world.run()
    await world.executor.decide(id, world.executor.approvals()[0]?.callId ?? '', approve)
    expect((await world.executor.settled(id)).output).toEqual({ text: 'done' })
    expect(sent.map(({ approved }) => approved)).toEqual([false, true])
  })

  test('does not ask in a replay or fork of a Run in which it did not ask', async () => {
    const free = createWorld(plain, {})
    const { id, status } = await free.world.run()
    expect(status).toBe('completed')
    const strict = createWorld(plain, GUARDED)
    const now = createExecutor({ ...free.world.deps, activity: strict.world.deps.activity })
    expect(await now.replay(id)).toEqual({ identical: true })
    const { id: fork } = await now.fork(id, { at: (await free.world.journal.read(id)).length })
    expect((await now.settled(fork)).status).toBe('completed')
    expect(await now.replay(fork)).toEqual({ identical: true })
    expect(strict.sent).toEqual([])
  })
})

describe('A fork of a Run in which an Activity wanted a person', () => {
  test.each([
    ['approve', { decision: 'approve' }],
    ['edit', { decision: 'edit', call: { to: 'b' } }],
    ['refuse', { decision: 'refuse' }],
    ['answer', { decision: 'answer', result: 'written' }],
  ] as const)('keeps what they decided: %s', async (_, decision) => {
    const { world, sent } = createWorld(plain, GUARDED)
    const { id } = await world.run()
    await world.executor.decide(id, world.executor.approvals()[0]?.callId ?? '', { ...decision, by: 'me' })
    expect((await world.executor.settled(id)).status).toBe('completed')
    const before = sent.length
    const { id: fork } = await world.executor.fork(id, { at: (await world.journal.read(id)).length })
    expect((await world.executor.settled(fork)).status).toBe('completed')
    expect([sent.length, world.executor.approvals()]).toEqual([before, []])
    expect(await world.executor.replay(fork)).toEqual({ identical: true })
  })
})

describe('An Activity that may not run twice', () => {
  test.each([plain, careful])('waits for a person after the process ended in the middle of it', async (tool) => {
    const first = createWorld(tool, { idempotent: false }, () => new Promise(() => {}))
    const { id } = await first.world.executor.start({ idea: 'post' })
    if (tool === careful) {
      await first.world.executor.settled(id)
      await first.world.executor.decide(id, first.world.executor.approvals()[0]?.callId ?? '', approve)
    }
    await expect.poll(() => first.sent.length).toBe(1)
    const events = await first.world.journal.read(id)
    const next = createWorld(tool, { idempotent: false })
    await resumeIn(next.world, { by: first.world, events }).catch(() => undefined)
    expect(next.sent).toEqual([])
    expect(next.world.executor.approvals()).toMatchObject([{ why: 'decision' }])
  })
})
