import { expect, test } from 'vitest'
import { createExecutor } from './executor.ts'
import { systemClock } from './system-clock.ts'
import { createTestWorld } from '../../../testing/test-run.ts'

test('a hundred Activities at once make no warning of leaking listeners', async () => {
  const warnings: string[] = []
  const listen = (warning: Error): void => void warnings.push(warning.name)
  process.on('warning', listen)
  const { deps } = createTestWorld({
    ideas: {
      a: { context: [{ type: 'tool', tool: { work: { type: 'object', properties: { n: { type: 'integer' } } } } }] },
    },
    activities: {
      work: async ({ n }) => {
        await new Promise((resolve) => setImmediate(resolve))
        return n ?? null
      },
    },
    script: (_, count) =>
      count === 0
        ? { calls: Array.from({ length: 100 }, (_unused, n) => ({ _tool: 'work', n })), output: null }
        : { calls: [], output: 'done' },
  })
  const executor = createExecutor({ ...deps, clock: systemClock })
  const { id } = await executor.start({ idea: 'a' })
  const { status } = await executor.settled(id)
  // Warnings come in a later turn of the event loop.
  await new Promise((resolve) => setImmediate(resolve))
  process.off('warning', listen)
  expect(status).toBe('completed')
  expect(warnings).toEqual([])
})
