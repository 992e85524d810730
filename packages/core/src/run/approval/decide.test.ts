import { describe, expect, test } from 'vitest'
import { createExecutor } from '../operate/executor.ts'
import { answer, tool } from '../../../testing/test-idea.ts'
import { createTestWorld } from '../../../testing/test-run.ts'

describe('A person decides', () => {
  test('a Tool with _approval waits; approved, it runs with exactly the arguments shown', async () => {
    const ran: unknown[] = []
    const world = createTestWorld({
      ideas: {
        ops: {
          context: [
            {
              type: 'tool',
              tool: { restart: tool({ service: { type: 'string' }, _approval: { const: 'required' } }) },
            },
          ],
          schema: answer,
        },
      },
      activities: {
        restart: (call: { service: string }) => {
          ran.push(call.service)
          return 'restarted'
        },
      },
      script: (_, count) =>
        count === 0
          ? { calls: [{ _tool: 'restart', service: 'db' }], output: null }
          : { calls: [], output: { text: 'ok' } },
    })
    const { id, status } = await world.run()
    expect(status).toBe('waiting')
    const [open] = world.executor.approvals()
    expect(open).toMatchObject({ tool: 'restart', parameters: { service: 'db' } })
    if (!open) throw new Error('unreachable')
    await expect(
      world.executor.decide(id, open.callId, { decision: 'approve', hash: '0', by: 'me' }),
    ).rejects.toMatchObject({ code: 'arguments.changed' })
    await world.executor.decide(id, open.callId, { decision: 'approve', hash: open.hash, by: 'me' })
    await expect(world.executor.decide(id, open.callId, { decision: 'refuse', by: 'you' })).rejects.toBeDefined()
    const run = await world.executor.settled(id)
    expect(run.status).toBe('completed')
    expect(ran).toEqual(['db'])
    expect(await world.executor.replay(id)).toEqual({ identical: true })
  })

  test('a Call waits from the recorded question on, however late the Run resumes', async () => {
    const restart = tool({ _approval: { const: 'required' } })
    const world = createTestWorld({
      ideas: { ops: { context: [{ type: 'tool', tool: { restart } }], schema: answer } },
      activities: { restart: () => 'restarted' },
      script: () => ({ calls: [{ _tool: 'restart' }], output: null }),
    })
    const { id, events } = await world.run()
    const nextDay = { ...world.deps.clock, now: () => world.deps.clock.now() + 86_400_000 }
    const later = createExecutor({ ...world.deps, clock: nextDay })
    await later.resume(id, 'restart')
    expect((await later.settled(id)).status).toBe('waiting')
    const asked = events.find(({ type }) => type === 'approval.requested')
    expect(later.approvals()).toMatchObject([{ tool: 'restart', since: asked?.at }])
    await later.cancel(id, 'me')
  })
})
