import { expect, test } from 'vitest'
import { createTestWorld } from '../../../testing/test-run.ts'
import { DONE } from '../../../testing/test-idea.ts'
import type { Config } from '../../idea/idea.ts'
import { LIMITS } from '../../model/built-in-limits.ts'
import { limitsOf, type ModelLimits } from '../../model/limits.ts'
import { createExecutor } from '../operate/executor.ts'

const start = async (text: string, limits: () => ModelLimits | undefined, config: Config = {}) => {
  const schema = { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] }
  const { deps, model } = createTestWorld({
    ideas: { one: { config, context: [{ type: 'text', text }], schema } },
    script: () => DONE,
  })
  const executor = createExecutor({ ...deps, limitsOf: limits })
  const { id } = await executor.start({ idea: 'one' })
  const { status, error } = await executor.settled(id)
  return { executor, id, status, error, asked: model.asked.length }
}

test('a question longer than the context window is not sent, and the Run names both figures and the remedy', async () => {
  const { error, asked } = await start('a word '.repeat(8000), () => ({ contextWindow: 5000 }))
  expect(asked).toBe(0)
  expect(error).toMatchObject({ code: 'model.tooLong', retryable: false })
  expect(error?.message).toMatch(
    /was not sent: .* 7,\d{3} tokens, and scripted reads at most 5,000\. Shorten .* "models"/,
  )
})

test('a question for a longer answer than the model writes is not sent', async () => {
  const { error, asked } = await start('Hello.', () => ({ maxOutput: 100 }), { maxOutputTokens: 200 })
  expect(asked).toBe(0)
  expect(error?.message).toMatch(
    /up to 200 tokens, and scripted writes at most 100\. Set maxOutputTokens to 100 or less/,
  )
})

test('a question that may fit is sent, and one to a model of unknown limits', async () => {
  for (const limits of [{ contextWindow: 8000, maxOutput: 200 }, {}, undefined])
    expect(await start('a word '.repeat(8000), () => limits, { maxOutputTokens: 200 })).toMatchObject({
      status: 'completed',
      asked: 1,
    })
})

test('a Run replays to its recorded end whatever the limits are by then', async () => {
  let limits: ModelLimits | undefined = { contextWindow: 10 }
  const refused = await start('a word '.repeat(100), () => limits)
  limits = undefined
  expect(await refused.executor.replay(refused.id)).toEqual({ identical: true })
  const answered = await start('a word '.repeat(100), () => limits)
  limits = { contextWindow: 10 }
  expect(await answered.executor.replay(answered.id)).toEqual({ identical: true })
})

test('limits are found by name as prices are; a person’s own come first, and an empty entry says that none is known', () => {
  expect(limitsOf('main/gpt-5.2-2025-12-11', {}, LIMITS)).toEqual({ contextWindow: 400_000, maxOutput: 128_000 })
  expect(limitsOf('main/gpt-5.2', { 'gpt-5.2': { contextWindow: 9 } }, LIMITS)).toEqual({ contextWindow: 9 })
  expect(limitsOf('main/gpt-5.2', { 'main/gpt-5.2': {} }, LIMITS)).toEqual({})
  expect(limitsOf('llama3.2', {}, LIMITS)).toBeUndefined()
  expect(LIMITS.date).toMatch(/^\d{4}-\d{2}-\d{2}$/)
})
