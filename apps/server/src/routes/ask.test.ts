import { expect, test } from 'vitest'
import { GREETER_FILES } from '../testing/ideas.ts'
import { bodyOf, testServer } from '../testing/test-server.ts'

test('a recorded Request is asked again with edits; its answer is judged, not run and not recorded', async () => {
  await using server = await testServer(GREETER_FILES)
  const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea: 'greeter' }))
  const run = await (await server.deps.executor()).settled(id)
  const again = await server.ask('POST', `/api/runs/${id}/ask`, { span: 'request/0', temperature: 0.5 })
  expect(await bodyOf(again)).toMatchObject({
    model: 'simulated',
    output: null,
    calls: [{ ok: true, call: { _tool: 'greetUser', name: '†input.name' } }],
  })
  expect(await bodyOf(await server.ask('GET', `/api/runs/${id}`))).toEqual(run)
  const nowhere = await server.ask('POST', `/api/runs/${id}/ask`, { span: 'request/9' })
  expect([nowhere.status, (await bodyOf(nowhere)).code]).toEqual([404, 'request.unknown'])
})
