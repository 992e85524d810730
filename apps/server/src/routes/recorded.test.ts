import { describe, expect, test } from 'vitest'
import { GREETER, GREETER_FILES } from '../testing/ideas.ts'
import { type TestServer, bodyOf, testServer } from '../testing/test-server.ts'

/** The greeter with another schema of its Tool. */
const greeterWith = (change: { name?: object; output?: object }) => ({
  ...GREETER,
  context: GREETER.context.map((message) => {
    if (message.tool === undefined) return message
    const { greetUser } = message.tool
    const properties = {
      name: change.name ?? greetUser.properties.name,
      _output: change.output ?? greetUser.properties._output,
    }
    return { ...message, tool: { greetUser: { ...greetUser, properties } } }
  }),
})

const recordOne = async (server: TestServer): Promise<string> => {
  const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea: 'greeter', input: { name: 'Ada' } }))
  await (await server.deps.executor()).settled(id)
  return id
}

const put = async (server: TestServer, idea: object): Promise<void> => {
  const etag = (await server.ask('GET', '/api/ideas/greeter')).headers.get('etag') ?? ''
  const answer = await server.ask('PUT', '/api/ideas/greeter', idea, { 'if-match': etag })
  expect(answer.status).toBe(200)
}

const report = async (server: TestServer) => bodyOf(await server.ask('GET', '/api/recorded'))

describe('recorded Calls', () => {
  test('are listed with the parameters they ran with, how they were executed and what they returned', async () => {
    await using server = await testServer(GREETER_FILES)
    await recordOne(server)
    const { calls } = await bodyOf(await server.ask('GET', '/api/tools/greetUser/calls?idea=greeter'))
    const [call] = calls
    expect(Object.values(call.resolved)).toEqual(['Ada'])
    expect(call).toMatchObject({ mode: 'explicit', result: { greeting: 'Hello, Ada' } })
  })

  test('are judged by the Tools as the files are now, parameters and results', async () => {
    await using server = await testServer(GREETER_FILES)
    const run = await recordOne(server)
    expect(await report(server)).toMatchObject({ runs: 1, tools: [{ tool: 'greetUser', valid: 1, refused: 0 }] })
    await put(server, greeterWith({ name: { type: 'integer', description: 'the number of the user' } }))
    const [parameters] = (await report(server)).tools
    expect(parameters).toMatchObject({ idea: 'greeter', file: 'ideas/greeter.json', path: '/context/2/tool/greetUser' })
    expect(parameters).toMatchObject({ valid: 0, refused: 1, unresolved: 0, gone: 0 })
    expect(parameters.examples).toMatchObject([{ run, error: { code: 'arguments.invalid', path: '/name' } }])
    await put(server, greeterWith({ output: { type: 'object', properties: { text: {} }, required: ['text'] } }))
    const [results] = (await report(server)).tools
    expect(results).toMatchObject({ valid: 0, refused: 1, examples: [{ run, error: { code: 'output.invalid' } }] })
  })

  test('of a Tool that is gone are counted, not called valid', async () => {
    await using server = await testServer(GREETER_FILES)
    await recordOne(server)
    await put(server, { ...GREETER, context: GREETER.context.filter(({ tool }) => tool === undefined) })
    expect((await report(server)).tools).toMatchObject([{ tool: 'greetUser', valid: 0, refused: 0, gone: 1 }])
  })

  test('of a case are judged where the run itself is not here, and once where it is', async () => {
    await using server = await testServer(GREETER_FILES)
    const run = await recordOne(server)
    expect((await server.ask('POST', '/api/cases', { run, name: 'ada' })).status).toBe(201)
    expect(await report(server)).toMatchObject({ runs: 1, cases: 1, tools: [{ valid: 1 }] })
    await server.ask('DELETE', `/api/runs/${run}`)
    await put(server, greeterWith({ name: { type: 'integer', description: 'the number of the user' } }))
    const { tools, runs, cases } = await report(server)
    expect({ runs, cases }).toEqual({ runs: 0, cases: 1 })
    expect(tools).toMatchObject([{ refused: 1, examples: [{ case: 'ada', run }] }])
  })
})
