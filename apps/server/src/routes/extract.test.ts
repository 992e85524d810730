import { expect, test } from 'vitest'
import { GREETER, GREETER_CODE } from '../testing/ideas.ts'
import { bodyOf, testServer } from '../testing/test-server.ts'

const welcome = {
  type: 'object',
  description: 'Welcomes the person by name.',
  properties: { name: { type: 'string' }, _module: { const: 'idea://greeter' } },
  required: ['name'],
}
const HOST = {
  title: 'Host',
  description: 'Welcomes a guest.',
  context: [
    { type: 'text', text: 'Welcome the person by name.' },
    { type: 'input', schema: { type: 'object', properties: { name: { type: 'string' } } }, input: { name: 'Ada' } },
    { type: 'tool', tool: { welcome } },
  ],
  schema: GREETER.schema,
}

test('a recorded Module is extracted as an Idea with its first case, which replays; its name is free once', async () => {
  await using server = await testServer({
    'ideas/host.json': HOST,
    'ideas/greeter.json': GREETER,
    'activities/greet.ts': GREETER_CODE,
  })
  const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea: 'host' }))
  const engine = await server.deps.executor()
  expect(await engine.settled(id)).toMatchObject({ status: 'completed' })
  const body = { span: 'request/0/call/0', name: 'welcomer', title: 'Welcomer' }
  const response = await server.ask('POST', `/api/runs/${id}/extract`, body)
  const extracted = await bodyOf(response)
  expect([response.status, extracted]).toEqual([201, { idea: 'welcomer', case: 'welcomer', run: expect.any(String) }])
  expect(await bodyOf(await server.ask('GET', '/api/ideas/welcomer'))).toMatchObject({
    title: 'Welcomer',
    context: [{ type: 'text' }, { type: 'input', input: { name: 'Ada' } }, { type: 'tool' }],
  })
  expect(await bodyOf(await server.ask('GET', `/api/runs/${extracted.run}`))).toMatchObject({
    idea: 'idea://welcomer',
    output: { greeting: 'Hello, Ada' },
    parent: { run: id },
  })
  expect(await bodyOf(await server.ask('POST', '/api/cases/welcomer/check'))).toMatchObject({ status: 'passed' })
  expect((await server.ask('POST', `/api/runs/${id}/extract`, body)).status).toBe(409)
  const copy = { span: 'request/0/call/0', name: 'welcomer-2' }
  expect((await server.ask('POST', `/api/runs/${id}/extract`, copy)).status).toBe(201)
  expect(await bodyOf(await server.ask('GET', '/api/ideas/welcomer-2'))).toMatchObject({ title: 'Welcomer 2' })
  const nothing = await server.ask('POST', `/api/runs/${id}/extract`, { span: 'request/0', name: 'other' })
  expect([nothing.status, (await bodyOf(nothing)).code]).toEqual([422, 'extract.span'])
})
