import { expect, test } from 'vitest'
import { createTestWorld } from '../../testing/test-run.ts'
import { cursorAt } from './cursor.ts'
import { tokensOf } from './span.ts'
import { createTraceLog } from './trace-log.ts'

const world = () =>
  createTestWorld({
    ideas: {
      work: {
        context: [
          { type: 'input', schema: { type: 'object' }, input: {} },
          {
            type: 'tool',
            tool: {
              look: { type: 'object', description: 'Looks.', properties: { n: { type: 'integer' } }, required: ['n'] },
            },
          },
        ],
        schema: { type: 'object', properties: { text: { type: 'string' } }, required: ['text'] },
      },
    },
    activities: { look: ({ n }: { n: number }) => n },
    script: (body) =>
      body.messages.length > 4
        ? { calls: [], output: { text: 'done' } }
        : { calls: [{ _tool: 'look', n: body.messages.length }], output: null },
  })

test('the trace of a fork counts the same tokens as its Run, and those of the kept answers apart', async () => {
  const { executor, journal, run } = world()
  const { id, events } = await run()
  const at = events.find(({ key }) => key === 'request/1#request.completed')?.seq ?? 0
  const tokens = async (of: string) => {
    const { usage } = await executor.settled(of)
    const total = cursorAt(createTraceLog(await journal.read(of, { hydrate: true }))).total('')
    return {
      run: usage.inputTokens + usage.outputTokens,
      ...tokensOf(total),
      all: total.inputTokens + total.outputTokens,
    }
  }
  const source = await tokens(id)
  expect(source).toMatchObject({ used: source.run, kept: 0 })
  const fork = await tokens((await executor.fork(id, { at })).id)
  expect(fork.used).toBe(fork.run)
  expect(fork.kept).toBeGreaterThan(0)
  expect(fork.used + fork.kept).toBe(fork.all)
})
