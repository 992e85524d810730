import { expect, test } from 'vitest'
import { createTestWorld } from '../../../testing/test-run.ts'
import { ModelError } from '../../model/model.ts'
import { createExecutor } from '../operate/executor.ts'

const ideas = {
  one: {
    context: [{ type: 'text', text: 'Say a code.' }],
    schema: { type: 'object', properties: { code: { type: 'string', pattern: '^a+$' } }, required: ['code'] },
  },
}
const answer = '{"calls":[],"output":{"code":"aaa"}}'
const capabilities = { strict: true, keywords: ['pattern'] }
const KEPT = '"pattern":"^a+$"'
const IN_WORDS = 'pattern: \\"^a+$\\"'

test('A keyword that the endpoint takes stays in the schema; the Request records it, and replays after the endpoint lost it', async () => {
  const world = createTestWorld({ ideas, capabilities, script: () => answer })
  const { id, status, events } = await world.run()
  expect(status).toBe('completed')
  expect(JSON.stringify(world.model.asked[0])).toContain(KEPT)
  expect(events.find(({ type }) => type === 'request.started')?.data).toMatchObject({
    keywords: ['pattern'],
    strict: true,
  })
  const { capabilities: now } = createTestWorld({ ideas, capabilities: { strict: true }, script: () => answer }).model
  const later = createExecutor({ ...world.deps, models: () => ({ ...world.model, capabilities: now }) })
  expect(await later.replay(id)).toEqual({ identical: true })
})

test('A Run without them records none, as Runs before did', async () => {
  const world = createTestWorld({ ideas, capabilities: { strict: true }, script: () => answer })
  const { events } = await world.run()
  expect(events.find(({ type }) => type === 'request.started')?.data).not.toHaveProperty('keywords')
  expect(JSON.stringify(world.model.asked[0])).toContain(IN_WORDS)
})

test('A schema that is refused because of them is asked for in words', async () => {
  const world = createTestWorld({
    ideas,
    capabilities,
    script: (body) =>
      JSON.stringify(body).includes(KEPT)
        ? new ModelError('model.schemaRefused', 'Invalid pattern.', { status: 400 })
        : answer,
  })
  const { id, status } = await world.run()
  expect(status).toBe('completed')
  expect(world.model.asked.map((body) => JSON.stringify(body).includes(IN_WORDS))).toEqual([false, true])
  expect(await world.executor.replay(id)).toEqual({ identical: true })
})
