import { type GraphEdge, type JsonObject, createIdeaSource } from '@ensemble/core'
import { deriveGraph } from '@ensemble/core/idea'
import { expect, test } from 'vitest'
import { proveEdge } from './prove-edge.ts'

const WRITER = { description: 'Writes.', context: [{ type: 'text', text: 'Write.' }] }
const workspaceOf = (tool: JsonObject, more: Readonly<Record<string, JsonObject>> = {}) => {
  const main = {
    description: 'Has it written.',
    context: [{ type: 'tool', tool: { ask: { type: 'object', description: 'Asks for words.', ...tool } } }],
  }
  const ideas = Object.entries({ main, writer: WRITER, ...more }).map(
    ([name, idea]) => [name, JSON.stringify(idea)] as const,
  )
  const files = { ideas: new Map(ideas), tools: new Map<string, string>(), activities: [] }
  return { source: createIdeaSource(files), edges: deriveGraph(files).edges }
}
const firstOf = (edges: readonly GraphEdge[]): GraphEdge => {
  const [edge] = edges
  if (edge === undefined) throw new Error('no edge was drawn')
  return edge
}
const prove = async (tool: JsonObject, change: Partial<GraphEdge> = {}) => {
  const { source, edges } = workspaceOf(tool)
  return proveEdge(source, { ...firstOf(edges), ...change })
}
const PROVEN = { leaked: [], missing: [] }

test.each<[string, JsonObject]>([
  ['no import', { _module: 'idea://writer' }],
  ['all there is', { _module: 'idea://writer', _imports: ['input', 'text', 'state', 'data:заметки'] }],
  [
    'parts of the state, one within another',
    { _module: 'idea://writer', _imports: ['state:song', 'state:song.title'] },
  ],
  [
    'imports that the model chooses',
    {
      properties: {
        _module: { const: 'idea://writer' },
        _imports: { type: 'array', items: { enum: ['input', 'text'] } },
      },
    },
  ],
  ['a module that the model chooses, by a path', { properties: { _module: { enum: ['writer.json', 'idea://main'] } } }],
  ['the Idea itself as its module', { _module: 'idea://main', _imports: ['input'] }],
  ['a person who confirms', { _module: 'idea://writer', _approval: 'required' }],
  ['a document elsewhere, which is not fetched', { _module: 'https://ideas.example/writer.json', _imports: ['text'] }],
])('an edge with %s is proven', async (_what, tool) => {
  expect(await prove(tool)).toMatchObject(PROVEN)
})

test('what arrives and is not imported is a leak, by the places it came from', async () => {
  const tool = { _module: 'idea://writer', _imports: ['text', 'input'] }
  expect(await prove(tool, { imports: ['input'] })).toMatchObject({
    edge: 'idea:main/ask/idea:writer',
    leaked: ['text-system', 'text-user', 'text-assistant'],
    missing: [],
  })
})

test('an import that does not arrive is reported', async () => {
  expect(await prove({ _module: 'idea://writer' }, { imports: ['data:notes'] })).toMatchObject({
    leaked: [],
    missing: ['data:notes'],
  })
})

test('an edge that leads nowhere is not proven', async () => {
  expect(await prove({ _module: 'idea://wirter' })).toMatchObject({
    edge: 'idea:main/ask/missing:idea://wirter',
    failure: expect.stringContaining('the module was never entered'),
  })
})
