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
  expect(surroundings).toEqual({ activities: ['greetUser'], mcpServers: ['files'], hasMcpProblems: true })
  expect(named('activity')).toEqual(surroundings.activities)
  expect(named('mcp')).toEqual(surroundings.mcpServers)
  expect(problems).toContainEqual(expect.objectContaining({ file: 'mcp.json' }))
})
