import { describe, expect, test } from 'vitest'
import { GREETER_FILES } from '../testing/ideas.ts'
import { type TestServer, bodyOf, testServer } from '../testing/test-server.ts'

const recordOne = async (server: TestServer): Promise<string> => {
  const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea: 'greeter', input: { name: 'Ada' } }))
  await (await server.deps.executor()).settled(id)
  return id
}

describe('the origin of a recorded value', () => {
  test('leads from the output through the Activity to the input, and says what is recorded', async () => {
    await using server = await testServer(GREETER_FILES)
    const id = await recordOne(server)
    const answer = await bodyOf(await server.ask('GET', `/api/runs/${id}/origins?of=result%23/greeting`))
    expect(answer).toMatchObject({ run: id, isCut: false })
    const steps: readonly Record<string, unknown>[] = answer.from.steps
    expect(steps[0]).toMatchObject({ place: { span: '', part: 'result', pointer: '/greeting' }, value: '"Hello, Ada"' })
    const activity = { type: 'activity', activity: 'greetUser' }
    expect(steps).toContainEqual(expect.objectContaining({ maker: activity, tool: 'greetUser', how: 'same' }))
    expect(steps).toContainEqual(expect.objectContaining({ how: 'computed', isExact: false }))
    expect(steps.at(-1)).toMatchObject({ place: { span: '', part: 'input', pointer: '/name' }, value: '"Ada"' })
    const reached = await bodyOf(await server.ask('GET', `/api/runs/${id}/origins?of=input%23/name`))
    expect(reached.reached.steps.at(-1)).toMatchObject({ place: { span: '', part: 'result' } })
  })

  test('is refused for a text that names no place, and for a place that holds nothing', async () => {
    await using server = await testServer(GREETER_FILES)
    const id = await recordOne(server)
    for (const of of ['nonsense', 'result%23greeting', 'result%23/absent', 'request/9/call/0/input'])
      expect(await bodyOf(await server.ask('GET', `/api/runs/${id}/origins?of=${of}`))).toMatchObject({
        status: 404,
        code: 'value.unknown',
      })
    expect((await server.ask('GET', '/api/runs/none/origins')).status).toBe(404)
  })
})
