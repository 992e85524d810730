import { expect, test } from 'vitest'
import { bodyOf, testServer } from './test-server.ts'
import { holdToDescription } from './hold-to-description.ts'

test('an answer that is not as the description says fails the test that asked for it', async () => {
  await using server = await testServer()
  const description = await bodyOf(await server.ask('GET', '/api/openapi.json'))
  const validator = await server.deps.validator()
  const hold = (body: unknown, status = 200): Promise<void> =>
    holdToDescription(description, validator, 'GET', '/api/runs/r-1', Response.json(body, { status }))
  const run = { id: 'r-1', idea: 'idea://x', status: 'completed', input: null, waitingFor: [], usage: {} }
  const rest = { model: 'm', profile: 'p', startedAt: '2026-11-21T10:00:00.000Z', head: {} }
  await expect(hold({ ...run, ...rest })).resolves.toBeUndefined()
  await expect(hold({ ...run, ...rest, status: 'done' })).rejects.toThrow(/\/status/)
  await expect(hold(run)).rejects.toThrow('startedAt')
  await expect(hold({ ...run, ...rest }, 202)).rejects.toThrow('does not have this status')
})
