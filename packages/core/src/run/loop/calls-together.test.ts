import { expect, it } from 'vitest'
import { createMemoryJournal } from '../../journal/memory-journal.ts'
import { createOpenAiModel } from '../../model/openai.ts'
import { createExecutor } from '../operate/executor.ts'
import { createTestWorld } from '../../../testing/test-run.ts'

const calls = Array.from({ length: 20 }, (_, index) => ({
  id: `call_${index}`,
  type: 'function',
  function: { name: 'look', arguments: JSON.stringify({ index }) },
}))
const message = (count: number) =>
  count === 0 ? { role: 'assistant', content: null, tool_calls: calls } : { role: 'assistant', content: 'done' }

it('Calls that come together in one answer are written together, and so are their starts and ends', async () => {
  let asked = 0
  const model = createOpenAiModel({
    name: 'whole',
    baseUrl: 'http://127.0.0.1:9/v1',
    capabilities: { structured: false, strict: false, tools: true, streams: false },
    fetch: async () =>
      Response.json({ choices: [{ index: 0, finish_reason: 'stop', message: message(asked++) }], usage: {} }),
  })
  const journal = createMemoryJournal()
  const appended: string[][] = []
  const world = createTestWorld({
    ideas: {
      root: {
        context: [
          { type: 'text', role: 'user', text: 'Look.' },
          { type: 'tool', tool: { look: { properties: { index: { type: 'integer' } }, required: ['index'] } } },
        ],
      },
    },
    activities: { look: async ({ index }) => index ?? null },
    script: () => 'unused',
    journal: {
      ...journal,
      append(lease, events) {
        appended.push(events.map(({ type }) => type))
        return journal.append(lease, events)
      },
    },
  })
  const executor = createExecutor({ ...world.deps, models: () => model })
  const { id } = await executor.start({ idea: 'root' })
  const { status, output } = await executor.settled(id)
  expect({ status, output }).toEqual({ status: 'completed', output: 'done' })
  const ofCalls = appended.filter((types) => types.some((type) => type.startsWith('call.')))
  for (const type of ['call.proposed', 'call.started', 'call.completed'])
    expect(ofCalls.filter((types) => types.includes(type))).toHaveLength(1)
})
