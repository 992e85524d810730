import { describe, expect, test } from 'vitest'
import { needsApproval, type ActivityContext, type ActivityFunction } from '../../activity/activity.ts'
import type { JsonObject } from '../../schema/json.ts'
import { DONE, tool, idea, once } from '../../../testing/test-idea.ts'
import { createTestWorld, resumeIn, type Script } from '../../../testing/test-run.ts'

/** Writes a word into every object of a value. */
function scribble(value: unknown): void {
  if (typeof value !== 'object' || value === null) return
  for (const member of Object.values(value)) scribble(member)
  if (Array.isArray(value)) value.push('scribble')
  else Reflect.set(value, 'scribble', 'scribble')
}

describe('What an Activity is given', () => {
  test('is a snapshot: whatever it does to its Call, imports and state, the Run, its record and others see nothing', async () => {
    const seen: unknown[] = []
    const world = createTestWorld({
      ideas: {
        a: idea(
          {
            scrawl: tool({
              from: { type: 'array' },
              own: { type: 'object' },
              _imports: { const: ['state', 'data:notes', 'input'] },
            }),
            look: tool({ from: { type: 'array' }, _imports: { const: ['data:notes', 'input'] } }),
          },
          { type: 'state', state: { list: [[1]], deep: { x: {} } } },
          { type: 'data', kind: 'notes', data: { y: [{}] } },
          { type: 'input', input: { z: [{}] } },
        ),
      },
      activities: {
        scrawl: (call: JsonObject, { imports, state }: ActivityContext) => {
          for (const given of [call, imports, state]) scribble(given)
          return Object.keys(state)
        },
        look: (call: JsonObject, { imports, state }: ActivityContext) => void seen.push([call, imports, state]),
      },
      script: (_, count) => {
        const from = '†state.list'
        if (count > 1) return DONE
        const look = { _tool: 'look', from }
        return { calls: count === 0 ? [{ _tool: 'scrawl', from, own: { a: [] } }, look] : [look], output: null }
      },
    })
    const { id, events } = await world.run()
    expect(seen).toHaveLength(2)
    expect(JSON.stringify(seen)).not.toContain('scribble')
    expect(JSON.stringify(world.model.asked[1]?.messages).match(/scribble/g)).toHaveLength(1) // the keys of its own copy
    expect(events.filter((event) => JSON.stringify(event.data).includes('scribble')).map(({ key }) => key)).toEqual([
      'request/0/call/0#call.completed',
      'request/1#request.started',
      'request/2#request.started',
    ])
    expect(await world.executor.replay(id)).toEqual({ identical: true })
  })
})

describe('An Activity that asks for approval', () => {
  const pay = async (isIdempotent: boolean) => {
    const attempts: number[] = []
    const world = createTestWorld({
      ideas: { a: idea({ pay: tool({ n: { type: 'integer' }, _idempotent: { const: isIdempotent } }) }) },
      activities: {
        pay: (_: JsonObject, { attempt, approved }: ActivityContext) => {
          attempts.push(attempt)
          if (!approved) throw needsApproval('It is much money.')
          return 'paid'
        },
      },
      script: once({ _tool: 'pay', n: 1 }),
    })
    return { world, attempts, ...(await world.run()) }
  }

  test('runs again from its start as attempt 2, once a person has approved', async () => {
    const { world, attempts, id, status } = await pay(true)
    const [open] = world.executor.approvals()
    expect([status, attempts, open?.why, open?.reason]).toEqual(['waiting', [1], 'activity', 'It is much money.'])
    await world.executor.decide(id, open?.callId ?? '', { decision: 'approve', by: 'a person' })
    expect((await world.executor.settled(id)).status).toBe('completed')
    expect(attempts).toEqual([1, 2])
    expect(await world.executor.replay(id)).toEqual({ identical: true })
  })

  test('asks again where the process ended before its question was written down: no attempt is a person’s word', async () => {
    const { world, attempts, id, events } = await pay(true)
    const asked = events.findIndex(({ type }) => type === 'approval.requested')
    const [created, ...rest] = events.slice(0, asked)
    if (created?.type !== 'run.created') throw new Error('unreachable')
    await world.executor.cancel(id, 'me')
    await world.journal.runs.remove(id)
    await world.journal.create({ id, idea: 'a', request: null, created })
    await world.journal.append(await world.journal.lease(id), rest)
    attempts.length = 0
    await world.executor.resume(id, 'restart')
    expect([(await world.executor.settled(id)).status, attempts]).toEqual(['waiting', [2]])
    const [open] = world.executor.approvals()
    await world.executor.decide(id, open?.callId ?? '', { decision: 'approve', by: 'a person' })
    expect((await world.executor.settled(id)).status).toBe('completed')
    expect(attempts).toEqual([2, 3])
    expect(await world.executor.replay(id)).toEqual({ identical: true })
  })

  test('asks its own question: a person who confirmed the Call itself, twice, confirmed only that', async () => {
    const sent: string[] = []
    const world = createTestWorld({
      ideas: { a: idea({ pay: tool({ n: { type: 'integer' }, _approval: { const: 'required' } }) }) },
      activities: {
        pay: (_: JsonObject, { approved }: ActivityContext) => {
          if (!approved) throw needsApproval('It is much money.')
          return sent.push('paid')
        },
      },
      script: once({ _tool: 'pay', n: 1 }),
    })
    const { id } = await world.run()
    const shown = world.executor.approvals()[0]
    const decide = () =>
      world.executor.decide(id, shown?.callId ?? '', {
        decision: 'approve',
        by: 'a person',
        hash: shown?.hash,
        question: shown?.question,
      })
    await decide()
    await expect.poll(() => world.executor.approvals()[0]?.why).toBe('activity')
    expect(world.executor.approvals()[0]).toMatchObject({ hash: shown?.hash, question: 2 })
    await expect(decide()).rejects.toMatchObject({ code: 'approval.decided' })
    expect(sent).toEqual([])
    await world.executor.cancel(id, 'me')
  })

  test('is refused where its Tool is not idempotent', async () => {
    const { attempts, status, events, id, world } = await pay(false)
    expect([status, attempts]).toEqual(['completed', [1]])
    const failed = events.find(({ type }) => type === 'call.failed')
    expect(failed?.data).toMatchObject({ error: { code: 'activity.failed' } })
    expect(await world.executor.replay(id)).toEqual({ identical: true })
  })
})

test('A resume with other code continues and says so', async () => {
  const worldWith = (work: ActivityFunction) =>
    createTestWorld({
      ideas: { a: idea({ work: tool({ n: { type: 'integer' } }) }) },
      activities: { work },
      script: once({ _tool: 'work', n: 1 }),
    })
  const first = worldWith(() => 'by the old code')
  const { id, events } = await first.run()
  const startedAt = events.findIndex(({ type }) => type === 'call.started')
  for (const [work, said] of [
    [() => 'by the new code', ['The code of the Activity "work" is another one than in attempt 1.']],
    [() => 'by the old code', []],
  ] as const) {
    const again = worldWith(work)
    const resumed = await resumeIn(again, { by: first, events: events.slice(0, startedAt + 1) })
    expect(resumed.at(-1)?.type).toBe('run.completed')
    expect(resumed.flatMap((event) => (event.type === 'call.logged' ? [event.data.text] : []))).toEqual(said)
    expect(await again.executor.replay(id)).toEqual({ identical: true })
  }
})

test('Files of an attempt that a crash ended and of the one after it are all in the record', async () => {
  let drawn = 0
  const drawing = (script: Script) =>
    createTestWorld({
      ideas: { a: idea({ draw: tool({}) }) },
      activities: {
        draw: (_: unknown, { artifact }: ActivityContext) =>
          artifact('it.txt', new TextEncoder().encode(`drawing ${++drawn}`), { type: 'text/plain' }),
      },
      script,
    })
  const first = drawing(once({ _tool: 'draw' }))
  const { id, events } = await first.run()
  const drawnAt = events.findIndex(({ type }) => type === 'artifact.created')
  const again = drawing(() => DONE)
  const resumed = await resumeIn(again, { by: first, events: events.slice(0, drawnAt + 1) })
  expect(resumed.at(-1)?.type).toBe('run.completed')
  const files = resumed.flatMap((event) => (event.type === 'artifact.created' ? [event.data.sha256] : []))
  expect(new Set(files).size).toBe(2)
  const completed = resumed.find(({ type }) => type === 'call.completed')
  expect(completed?.data).toMatchObject({ result: { sha256: files[1] } })
  expect(await again.executor.replay(id)).toEqual({ identical: true })
})
