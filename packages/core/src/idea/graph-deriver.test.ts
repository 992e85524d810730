import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Json } from '../schema/json.ts'
import { deriveGraph } from './graph.ts'
import { createGraphDeriver } from './graph-deriver.ts'
import { graphJudge } from './graph-problems.ts'
import type { WorkspaceFiles } from './workspace.ts'

const IDEAS = ['producer', 'composer', 'Composer', 'desk'] as const
const TOOLS = ['write', 'writes', 'mix'] as const

const target = fc.constantFrom(...IDEAS.map((name) => `idea://${name}`), 'idea://nobody', 'https://a.example/', 'x:y')
const entry: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom(...TOOLS, 'nothing').map((name) => ({ $ref: `tool://${name}` })),
  fc
    .record({ target: fc.option(target), resolve: fc.constantFrom('runtime', 'upfront'), words: fc.boolean() })
    .map(({ target: to, resolve, words }) => ({
      type: 'object',
      ...(words && { description: 'Writes the melody of a song.' }),
      properties: { brief: { type: words ? 'string' : 'number' } },
      ...(to !== null && { _module: to, _resolve: resolve }),
    })),
)
const ideaText = fc
  .record({ tools: fc.dictionary(fc.constantFrom(...TOOLS), entry, { maxKeys: 3 }), hasInput: fc.boolean() })
  .map(({ tools, hasInput }) => {
    const input = { type: 'input', schema: { type: 'object', properties: { brief: { type: 'string' } } } }
    return JSON.stringify({ context: [...(hasInput ? [input] : []), { type: 'tool', tool: tools }] })
  })
const toolText = fc.constantFrom(
  '{ "type": "object", "description": "Writes the melody of a song." }',
  '{ "type": "object", "description": "Mixes.", "properties": { "brief": { "type": "string" } } }',
  '{ "type": "obj',
)
type Edit = (files: WorkspaceFiles) => WorkspaceFiles
const withText = (
  texts: ReadonlyMap<string, string>,
  name: string,
  text: string | null,
): ReadonlyMap<string, string> => {
  const next = new Map(texts)
  if (text === null) next.delete(name)
  else next.set(name, text)
  return next
}
const edit: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .tuple(fc.constantFrom(...IDEAS), fc.option(fc.oneof(ideaText, fc.constant('{ "con'))))
      .map(([name, text]): Edit => (files) => ({ ...files, ideas: withText(files.ideas, name, text) })),
  },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(...TOOLS), fc.option(toolText))
      .map(([name, text]): Edit => (files) => ({ ...files, tools: withText(files.tools, name, text) })),
  },
  {
    weight: 1,
    arbitrary: fc.subarray([...TOOLS, 'desk__mix']).map((activities): Edit => (files) => ({ ...files, activities })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom({}, { missing: 'error' as const }, { tools: { mix: '' } })
      .map((profile): Edit => (files) => ({ ...files, profile, mcpServers: ['desk'] })),
  },
)
const EMPTY: WorkspaceFiles = { ideas: new Map(), tools: new Map(), activities: [] }

describe('a graph that is derived again after every edit', () => {
  it('is the graph that is derived from nothing, after any sequence of edits', () => {
    fc.assert(
      fc.property(fc.array(edit, { minLength: 1, maxLength: 25 }), (edits) => {
        const derive = createGraphDeriver()
        let files = EMPTY
        for (const change of edits) {
          files = change(files)
          expect(derive(files, { judge: graphJudge })).toEqual(deriveGraph(files))
        }
      }),
      { numRuns: 300 },
    )
  })

  it('keeps the nodes of Ideas that an edit does not touch', () => {
    const derive = createGraphDeriver()
    const tool = { ask: { type: 'object', description: 'Asks the other for help.', _module: 'idea://b' } }
    const texts = { a: { context: [{ type: 'tool', tool }] }, b: { context: [] }, c: { context: [] } }
    const ideas = new Map(Object.entries(texts).map(([name, idea]) => [name, JSON.stringify(idea)]))
    const before = derive({ ...EMPTY, ideas }, { judge: graphJudge }).nodes
    const changed = new Map([...ideas, ['c', '{ "title": "C", "context": [] }']])
    const after = derive({ ...EMPTY, ideas: changed }, { judge: graphJudge }).nodes
    expect(after[0]).toBe(before[0])
    expect(after[1]).toBe(before[1])
    expect(after[2]).not.toBe(before[2])
  })

  it('is drawn without a judge, and has every problem once the judge is there', () => {
    const derive = createGraphDeriver()
    const files = { ...EMPTY, ideas: new Map([['a', '{ "context": [{ "type": "tool", "tool": { "ask": {} } }] }']]) }
    const drawn = derive(files, { judge: null })
    const judged = derive(files, { judge: graphJudge })
    expect(drawn.problems).toEqual([])
    expect(judged.problems.length).toBeGreaterThan(0)
    expect(judged).toEqual(deriveGraph(files))
    expect(drawn).toEqual({ ...judged, problems: [], nodes: judged.nodes.map((node) => ({ ...node, problems: 0 })) })
  })
})
