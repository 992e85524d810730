import { describe, expect, test } from 'vitest'
import type { ActivityContext } from '../../activity/activity.ts'
import { createMemoryJournal } from '../../journal/memory-journal.ts'
import { REDACTED } from '../../journal/redact-json.ts'
import { createExecutor } from './executor.ts'
import { answer } from '../../../testing/test-idea.ts'
import { createTestWorld, resumeIn } from '../../../testing/test-run.ts'

const SECRET = 'sk-0123456789'

/** A Run through which a secret goes: said by the model, returned by an Activity, approved, written into the state. */
const world = () => {
  const properties = { n: { type: 'string' }, _outputPath: { const: '†state.token' }, _approval: { const: 'required' } }
  return createTestWorld({
    journal: createMemoryJournal({ redact: (text) => text.replaceAll(SECRET, REDACTED) }),
    ideas: {
      keys: {
        context: [
          { type: 'state', state: {} },
          { type: 'tool', tool: { fetchKey: { type: 'object', description: 'Fetches.', properties } } },
        ],
        schema: answer,
      },
    },
    activities: { fetchKey: (_: unknown, { state }: ActivityContext) => ({ key: SECRET, before: state }) },
    script: (_, count) =>
      count < 2
        ? { calls: [{ _tool: 'fetchKey', n: count === 0 ? SECRET : 'again' }], output: null }
        : { calls: [], output: { text: 'done' } },
  })
}
const finished = async ({ executor, run }: ReturnType<typeof world>): Promise<string> => {
  const { id } = await run()
  for (let asked = 0; asked < 2; asked++) {
    const [open] = executor.approvals()
    await executor.decide(id, open?.callId ?? '', { decision: 'approve', hash: open?.hash, by: 'me' })
    await executor.settled(id)
  }
  return id
}

describe('A Run through which a secret went', () => {
  test('replays, though nothing recorded has the hashes that the secret was in', async () => {
    const keys = world()
    const id = await finished(keys)
    const events = await keys.journal.read(id, { hydrate: true })
    expect(events.at(-1)?.type).toBe('run.completed')
    expect(JSON.stringify(events)).toContain(REDACTED)
    expect(JSON.stringify(events)).not.toContain(SECRET)
    expect(await keys.executor.replay(id)).toEqual({ identical: true })
  })

  test('replays if a Call that held the secret was refused: its fault was further on in the text', async () => {
    const { executor, run } = createTestWorld({
      journal: createMemoryJournal({ redact: (text) => text.replaceAll(SECRET, REDACTED) }),
      ideas: {
        ops: {
          context: [{ type: 'tool', tool: { tell: { type: 'object', properties: { text: { type: 'string' } } } } }],
          schema: answer,
        },
      },
      activities: { tell: () => 'told' },
      script: (_, count) =>
        count === 0
          ? `{"calls":[{"_tool":"tell","text":"${SECRET}","n":NaN}],"output":null}`
          : { calls: [], output: { text: 'done' } },
    })
    const { id, status, events } = await run()
    expect(status).toBe('completed')
    expect(events.some(({ type }) => type === 'call.rejected')).toBe(true)
    expect(await executor.replay(id)).toEqual({ identical: true })
  })

  test('does not treat Calls that differed in their secrets as repeated when it resumes', async () => {
    const world = () =>
      createTestWorld({
        journal: createMemoryJournal({ redact: (text) => text.replaceAll(/sk-\d+/g, REDACTED) }),
        ideas: {
          ops: {
            config: { limits: { repeatedCalls: 1 } },
            context: [{ type: 'tool', tool: { tell: { type: 'object', properties: { text: { type: 'string' } } } } }],
            schema: answer,
          },
        },
        activities: { tell: () => 'told' },
        script: (_, count) =>
          count < 2
            ? { calls: [{ _tool: 'tell', text: `sk-${count}` }], output: null }
            : { calls: [], output: { text: 'done' } },
      })
    const by = world()
    const { events } = await by.run()
    const left = events.filter(
      ({ seq }) => seq <= (events.find(({ key }) => key === 'request/1/call/0#call.proposed')?.seq ?? 0),
    )
    const resumed = await resumeIn(world(), { by, events: left })
    expect(resumed.map(({ type }) => type)).not.toContain('limit.reached')
    expect(resumed.at(-1)?.type).toBe('run.completed')
  })

  test('and still differs where what it did does', async () => {
    const keys = world()
    const id = await finished(keys)
    const forged = createExecutor({
      ...keys.deps,
      journal: {
        ...keys.journal,
        async read(run, options) {
          const events = await keys.journal.read(run, options)
          return events.map((event) =>
            event.type === 'call.started' ? { ...event, data: { ...event.data, resolved: { n: 'other' } } } : event,
          )
        },
      },
    })
    expect(await forged.replay(id)).toMatchObject({ identical: false, divergence: { path: '/resolved/n' } })
  })
})
