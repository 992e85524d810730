import { expect, test } from 'vitest'
import { createTestWorld } from '../../../testing/test-run.ts'

const numbers = { type: 'object', additionalProperties: { type: 'number' } }
const twice = [
  { key: 'a', value: 1 },
  { key: 'a', value: 2 },
]
const once = [{ key: 'a', value: 1 }]

test('A name that pairs of a strict answer give twice is a duplicate key, in a Call as in the output', async () => {
  const answers = [
    { calls: [{ _tool: 'sum', numbers: twice }], output: null },
    { calls: [], output: { numbers: twice } },
    { calls: [{ _tool: 'sum', numbers: once }], output: { numbers: once } },
  ]
  const given: unknown[] = []
  const world = createTestWorld({
    ideas: {
      a: {
        context: [{ type: 'tool', tool: { sum: { type: 'object', description: 'Sums.', properties: { numbers } } } }],
        schema: { type: 'object', properties: { numbers }, required: ['numbers'] },
      },
    },
    activities: { sum: (call: { numbers: unknown }) => given.push(call.numbers) },
    capabilities: { strict: true },
    script: (_, count) => answers[count] ?? {},
  })
  const { id, status, output } = await world.run()
  expect([status, output, given]).toEqual(['completed', { numbers: { a: 1 } }, [{ a: 1 }]])
  const told = world.model.asked.map(({ messages }) => JSON.stringify(messages.at(-1) ?? '').replaceAll('\\', ''))
  expect(told[1]).toContain(
    '"json.duplicateKey","message":"The arguments are not valid: the property "a" is written twice.',
  )
  expect(told[2]).toContain(
    '"json.duplicateKey","message":"The output is not valid: the property "a" is written twice.',
  )
  expect(await world.executor.replay(id)).toEqual({ identical: true })
})
