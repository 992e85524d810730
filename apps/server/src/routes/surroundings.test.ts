import { expect, test } from 'vitest'
import { GREETER_FILES } from '../testing/ideas.ts'
import { bodyOf, testServer } from '../testing/test-server.ts'

const files = {
  ...GREETER_FILES,
  'mcp.json': { mcpServers: { files: { command: 'nothing' }, broken: {} } },
}

test('the surroundings name the Activities and servers that the graph has, without the graph', async () => {
  await using server = await testServer(files)
  const surroundings = await bodyOf(await server.ask('GET', '/api/surroundings'))
  const { nodes, problems } = await bodyOf(await server.ask('GET', '/api/graph'))
  const named = (kind: string): readonly string[] =>
    nodes.filter((node: { kind: string }) => node.kind === kind).map(({ name }: { name: string }) => name)
  expect(surroundings).toEqual({
    activities: ['greetUser'],
    activityProblems: [],
    mcpServers: ['files'],
    hasMcpProblems: true,
  })
  expect(named('activity')).toEqual(surroundings.activities)
  expect(named('mcp')).toEqual(surroundings.mcpServers)
  expect(problems).toContainEqual(expect.objectContaining({ file: 'mcp.json' }))
})

test('the surroundings hold what the graph says of code that cannot serve, until it is repaired', async () => {
  await using server = await testServer({
    ...GREETER_FILES,
    'activities/bad.ts': 'export const bad = (',
    'activities/countWords.sandbox.js': 'export default (call) =>\n  call. + 1',
  })
  const found = async (): Promise<unknown> =>
    (await bodyOf(await server.ask('GET', '/api/surroundings'))).activityProblems
  const broken = { code: 'activity.broken', severity: 'error', path: '' }
  expect(await found()).toEqual([
    { ...broken, file: 'activities/bad.ts', message: expect.stringContaining('Line 1') },
    { ...broken, file: 'activities/countWords.sandbox.js', message: 'Line 2, column 9: Unexpected token.' },
  ])
  const { problems } = await bodyOf(await server.ask('GET', '/api/graph'))
  expect(problems).toEqual(expect.arrayContaining((await found()) as object[]))

  const etag = (await server.ask('GET', '/api/activities/countWords')).headers.get('etag') ?? ''
  const code = 'export default () => 1'
  await server.ask('PUT', '/api/activities/countWords', { code }, { 'if-match': etag })
  expect(await found()).toMatchObject([{ file: 'activities/bad.ts' }])
})
