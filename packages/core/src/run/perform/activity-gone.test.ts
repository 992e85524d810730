import { describe, expect, test } from 'vitest'
import { createExecutor } from '../operate/executor.ts'
import { createTestWorld } from '../../../testing/test-run.ts'

const later = (): Promise<unknown> => new Promise((resolve) => setImmediate(resolve))

/** A Run that was stopped while the Activity of its one Call ran, and an executor where its code is gone. */
const stoppedInPay = async (meta: object = {}) => {
  const world = createTestWorld({
    ideas: {
      ops: {
        context: [{ type: 'tool', tool: { pay: { type: 'object', properties: meta } } }],
        schema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
      },
    },
    activities: { pay: { run: () => new Promise(() => {}), options: { retry: { attempts: 3, backoffMs: 1 } } } },
    script: (_, count) =>
      count === 0 ? { calls: [{ _tool: 'pay' }], output: null } : { calls: [], output: { text: 'done' } },
  })
  const { id } = await world.executor.start({ idea: 'ops' })
  while (!(await world.journal.read(id)).some(({ type }) => type === 'call.started')) await later()
  await world.executor.drain()
  const restarted = createExecutor({ ...world.deps, activity: () => undefined })
  await restarted.resume(id, 'restart')
  const ends = async () => (await world.journal.read(id)).filter(({ type }) => type === 'call.failed')
  return { world, id, restarted, ends }
}

const gone = { data: { error: { code: 'activity.missing' } } }

describe('An Activity whose code is gone when its Run resumes', () => {
  test('fails its Call, and the Run continues', async () => {
    const { id, restarted, ends } = await stoppedInPay()
    expect(await restarted.settled(id)).toMatchObject({ status: 'completed', output: { text: 'done' } })
    expect(await ends()).toMatchObject([gone])
    expect(await restarted.replay(id)).toEqual({ identical: true })
  })

  test('is not begun again once it is back: the Loop may have gone on without it', async () => {
    const { world, id, restarted, ends } = await stoppedInPay()
    await restarted.settled(id)
    const events = await world.journal.read(id)
    const end = events.findIndex(({ type }) => type === 'call.failed') + 1
    const again = createTestWorld({
      ideas: {},
      activities: { pay: { run: () => 'paid', options: { retry: { attempts: 3, backoffMs: 1 } } } },
      script: () => ({ calls: [], output: { text: 'done' } }),
      journal: world.journal,
    })
    await world.journal.runs.remove(id)
    const [created, ...rest] = events.slice(0, end)
    if (created?.type !== 'run.created') throw new Error('a Run begins with run.created')
    await world.journal.create({ id, idea: 'ops', request: null, created })
    await world.journal.append(await world.journal.lease(id), rest)
    await again.executor.resume(id, 'restart')
    expect(await again.executor.settled(id)).toMatchObject({ status: 'completed' })
    expect(await ends()).toMatchObject([gone])
    expect((await world.journal.read(id)).filter(({ type }) => type === 'call.started')).toHaveLength(1)
  })

  test('is still asked about where its Tool is not idempotent; approved, the Call fails', async () => {
    const { id, restarted, ends } = await stoppedInPay({ _idempotent: { const: false } })
    await restarted.settled(id)
    const [open] = restarted.approvals()
    expect(open).toMatchObject({ tool: 'pay', why: 'decision' })
    await restarted.decide(id, open?.callId ?? '', { decision: 'approve', by: 'me' })
    expect(await restarted.settled(id)).toMatchObject({ status: 'completed', output: { text: 'done' } })
    expect(await ends()).toMatchObject([gone])
    expect(await restarted.replay(id)).toEqual({ identical: true })
  })
})
