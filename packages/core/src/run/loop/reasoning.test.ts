import { expect, test } from 'vitest'
import type { ModelDelta } from '../../model/model.ts'
import { createTestWorld } from '../../../testing/test-run.ts'

const usage = { inputTokens: 10, outputTokens: 30, cachedTokens: 0, reasoningTokens: 25, estimated: false }
const pieces: readonly ModelDelta[] = [
  { type: 'reasoning', text: 'First I ' },
  { type: 'reasoning', text: 'think.' },
  { type: 'text', text: 'The answer.' },
  { type: 'usage', usage },
  { type: 'finish', reason: 'stop' },
]

test('what a model thinks aloud is published and stored apart from its answer, with its tokens', async () => {
  const world = createTestWorld({
    ideas: { a: { context: [{ type: 'text', text: 'Think.' }] } },
    script: () => ({ pieces }),
  })
  const published: unknown[] = []
  const { publish } = world.journal
  world.journal.isTailed = () => true
  world.journal.publish = (event) => {
    if (event.type === 'request.delta') published.push(event.data)
    publish.call(world.journal, event)
  }
  const { id, output, events } = await world.run()
  expect(output).toBe('The answer.')
  expect(published).toEqual([
    { offset: 0, reasoning: 'First I ' },
    { offset: 0, reasoning: 'think.' },
    { offset: 0, text: 'The answer.' },
  ])
  const completed = events.find(({ type }) => type === 'request.completed')
  expect(completed?.data).toMatchObject({ raw: 'The answer.', reasoning: 'First I think.', usage })
  expect(await world.executor.replay(id)).toEqual({ identical: true })
})

test('omissions from the question are noted with the answer, and aren’t part of it', async () => {
  const note = 'This model takes no temperature: it was left out.'
  const world = createTestWorld({
    ideas: { a: { context: [{ type: 'text', text: 'Say.' }] } },
    script: () => ({ pieces: [{ type: 'note', text: note }, ...pieces] }),
  })
  const { id, output, events } = await world.run()
  expect(output).toBe('The answer.')
  expect(events.find(({ type }) => type === 'request.completed')?.data).toMatchObject({ notes: [note] })
  expect(await world.executor.replay(id)).toEqual({ identical: true })
})

test('live parts are not made if the Run has no tail', async () => {
  const world = createTestWorld({
    ideas: { a: { context: [{ type: 'text', text: 'Think.' }] } },
    script: () => ({ pieces }),
  })
  const published: unknown[] = []
  world.journal.publish = (event) => void published.push(event)
  expect((await world.run()).output).toBe('The answer.')
  expect(published).toEqual([])
})
