import { expect, test } from 'vitest'
import type { JournalEvent } from '../../journal/events.ts'
import { ModelError, type ModelErrorCode } from '../../model/model.ts'
import { createExecutor } from '../operate/executor.ts'
import { createTestWorld, resumeIn, type Script } from '../../../testing/test-run.ts'

const worldOf = (script: Script) =>
  createTestWorld({
    ideas: { hello: { context: [{ type: 'text', text: 'Say hello, at some length, to everybody here.' }] } },
    script,
  })
const WORDS = { pieces: [{ type: 'text', text: 'Hello.' } as const, { type: 'finish', reason: 'stop' } as const] }

const ended = async (script: Script) => {
  const { deps } = worldOf(script)
  const executor = createExecutor({ ...deps, costOf: ({ inputTokens }) => inputTokens })
  const { id } = await executor.start({ idea: 'hello' })
  const run = await executor.settled(id)
  expect(await executor.replay(id)).toEqual({ identical: true })
  return run
}

test.each<ModelErrorCode>(['model.stalled', 'model.cut', 'model.refused', 'model.length'])(
  'a Request that the endpoint took and that ended with %s before a word came draws an estimate from the budgets',
  async (code) => {
    const { usage } = await ended(() => new ModelError(code, 'It ended.'))
    expect(usage).toMatchObject({ requests: 1, outputTokens: 0, estimated: true })
    expect(usage.inputTokens).toBeGreaterThan(10)
    expect(usage.cost).toBe(usage.inputTokens)
  },
)

test.each<ModelErrorCode>(['model.unreachable', 'model.status', 'model.rateLimited'])(
  'a Request that the endpoint never took, %s, draws nothing',
  async (code) => {
    const { usage } = await ended(() => new ModelError(code, 'It was not taken.'))
    expect(usage).toMatchObject({ requests: 0, inputTokens: 0, cost: null, estimated: false })
  },
)

test('each try that broke draws its own', async () => {
  const once = await ended(() => new ModelError('model.stalled', 'Silence.'))
  const { usage } = await ended((_, count) =>
    count < 1 ? new ModelError('model.stalled', 'Silence.', { retryable: true }) : WORDS,
  )
  expect(usage.inputTokens).toBe(2 * once.usage.inputTokens)
  expect(usage.estimated).toBe(true)
})

test('a Run that is cancelled while it waits for an answer counts the question', async () => {
  let asked = (): void => {}
  const waiting = new Promise<void>((resolve) => (asked = resolve))
  const { deps } = worldOf(() => {
    asked()
    return new Promise(() => {})
  })
  const executor = createExecutor({
    ...deps,
    models: () => ({
      ...deps.models(undefined),
      async *ask(_body, { signal }) {
        asked()
        await new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))
        yield { type: 'finish', reason: 'stop' }
      },
    }),
  })
  const { id } = await executor.start({ idea: 'hello' })
  await waiting
  await executor.cancel(id, 'a person')
  const { status, usage } = await executor.settled(id)
  expect(status).toBe('cancelled')
  expect(usage).toMatchObject({ requests: 1, estimated: true })
  expect(usage.inputTokens).toBeGreaterThan(10)
})

test('a process that ended while it waited for an answer had spent the question: it is counted when it is asked again', async () => {
  const whole = worldOf(() => WORDS)
  const { events } = await whole.run()
  const cut = events.filter(({ type }) => type === 'run.created' || type === 'request.started')
  const resumed = await resumeIn(
    worldOf(() => WORDS),
    { by: whole, events: cut },
  )
  const usageIn = (all: readonly JournalEvent[]) =>
    all.flatMap((event) => (event.type === 'request.completed' ? [event.data.usage] : []))[0]
  const [once, twice] = [usageIn(events), usageIn(resumed)]
  expect(twice).toMatchObject({ estimated: true })
  expect(twice?.inputTokens).toBe(2 * (once?.inputTokens ?? 0))
})
