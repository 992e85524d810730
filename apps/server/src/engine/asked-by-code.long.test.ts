import { expect, test } from 'vitest'
import { RESTARTER_FILES } from '../testing/ideas.ts'
import { bodyOf, testServer } from '../testing/test-server.ts'

test('Code of a workspace asks a person, even if it throws from a second copy of the package', async () => {
  await using server = await testServer({
    ...RESTARTER_FILES,
    'activities/restart.ts': `import { needsApproval } from '@ensemble/core'
      export const restartService = ({ service }, { approved }) => {
        if (!approved) throw needsApproval('People are at work on it.')
        return 'restarted ' + service
      }`,
  })
  const engine = await server.deps.executor()
  const input = { service: 'service database' }
  const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea: 'restarter', input }))
  await engine.settled(id)
  const [first] = engine.approvals()
  const { callId = '', hash, question } = first ?? {}
  const decide = async (words: object): Promise<number> =>
    (await server.ask('POST', `/api/runs/${id}/approvals/${callId}`, { decision: 'approve', hash, ...words })).status
  expect(await decide({ question })).toBe(202)
  await engine.settled(id)
  const [again] = engine.approvals()
  expect(again).toMatchObject({ why: 'activity', reason: 'People are at work on it.', hash, question: 2 })
  expect(await decide({ question })).toBe(409)
  expect(await decide({ question: 2 })).toBe(202)
  expect((await engine.settled(id)).status).toBe('completed')
})
