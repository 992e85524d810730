import { describe, expect, it } from 'vitest'
import type { Json } from '../schema/json.ts'
import { deriveGraph } from './graph.ts'
import type { WorkspaceFiles } from './workspace.ts'

const workspace = (
  ideas: { readonly [name: string]: Json | string },
  more: Partial<Omit<WorkspaceFiles, 'ideas' | 'tools'>> & { readonly tools?: { readonly [name: string]: Json } } = {},
): WorkspaceFiles => ({
  activities: [],
  ...more,
  ideas: texts(ideas),
  tools: texts(more.tools ?? {}),
})
const texts = (files: { readonly [name: string]: Json | string }): ReadonlyMap<string, string> =>
  new Map(Object.entries(files).map(([name, file]) => [name, typeof file === 'string' ? file : JSON.stringify(file)]))

const idea = (tools: { readonly [name: string]: Json }, more: { readonly [key: string]: Json } = {}): Json => ({
  description: 'An Idea of this test.',
  context: [
    { type: 'tool', tool: tools },
    { type: 'text', text: 'Do your part.' },
  ],
  ...more,
})
const module = (address: Json, more: { readonly [key: string]: Json } = {}): Json => ({
  type: 'object',
  description: 'Asks another Idea to do it.',
  _module: address,
  ...more,
})
const serious = (files: WorkspaceFiles) =>
  deriveGraph(files).problems.filter(({ code }) => !code.startsWith('lint.') && code !== 'idea.descriptionMissing')

describe('the module graph', () => {
  const music = workspace(
    {
      producer: idea(
        {
          composeSong: module('idea://composer', { _imports: ['input'] }),
          makeSound: module(
            { enum: ['sound-designer.json'] },
            {
              description: 'Renders one sound as its words describe it.',
              properties: { _imports: { type: 'array', items: { enum: ['input', 'text'] } } },
            },
          ),
          mixdown: { type: 'object', description: 'Mixes all the parts into one file.', _approval: 'required' },
        },
        { title: 'Producer', config: { model: 'large' }, schema: { type: 'object' } },
      ),
      composer: {
        description: 'Writes songs.',
        context: [
          { type: 'input', schema: { type: 'object', properties: { brief: { type: 'string' } } } },
          { type: 'tool', tool: { writeMelody: { $ref: 'tool://writeMelody' } } },
        ],
      },
      'sound-designer': idea({}),
    },
    {
      activities: ['mixdown', 'composeByRule'],
      tools: { writeMelody: { type: 'object', description: 'Writes a melody in ABC.' } },
      profile: { tools: { writeMelody: 'composeByRule' } },
    },
  )

  it('has a node per Idea, Activity and MCP server, with the Tools of each Idea and their modes', () => {
    const { nodes } = deriveGraph({ ...music, mcpServers: ['files'] })
    expect(nodes.map(({ id }) => id)).toEqual([
      'idea:producer',
      'idea:composer',
      'idea:sound-designer',
      'activity:mixdown',
      'activity:composeByRule',
      'mcp:files',
    ])
    expect(nodes[0]).toEqual({
      id: 'idea:producer',
      kind: 'idea',
      name: 'producer',
      title: 'Producer',
      description: 'An Idea of this test.',
      file: 'ideas/producer.json',
      model: 'large',
      input: null,
      output: { type: 'object' },
      tools: [
        { name: 'composeSong', mode: 'module', modules: ['idea://composer'], approval: false },
        { name: 'makeSound', mode: 'module', modules: ['sound-designer.json'], approval: false },
        { name: 'mixdown', mode: 'explicit', activity: 'mixdown', modules: [], approval: true },
      ],
      problems: 0,
    })
    expect(nodes[1]).toMatchObject({ input: { properties: { brief: { type: 'string' } } }, output: null })
  })

  it('draws a Tool of an MCP server to its server, which lists what may be called, and not as an Activity', () => {
    const _activity = { const: 'files__read' }
    const tool = { read: { type: 'object', description: 'Reads a file.', properties: { _activity } } }
    const reader = workspace({ reader: { context: [{ type: 'tool', tool }] } }, { activities: ['files__read', 'own'] })
    const { nodes, edges } = deriveGraph({ ...reader, mcpServers: ['files', 'other'] })
    expect(nodes.map(({ id, tools }) => [id, tools.map(({ name }) => name)])).toEqual([
      ['idea:reader', ['read']],
      ['activity:own', []],
      ['mcp:files', ['files__read']],
      ['mcp:other', []],
    ])
    expect(edges).toMatchObject([{ from: 'idea:reader', tool: 'read', to: 'mcp:files' }])
    expect(nodes[0]?.tools).toMatchObject([{ mode: 'explicit', activity: 'files__read' }])
  })

  it('has an edge per module and Activity of a Tool, with its imports', () => {
    const { edges } = deriveGraph(music)
    expect(edges).toEqual([
      {
        id: 'idea:producer/composeSong/idea:composer',
        from: 'idea:producer',
        tool: 'composeSong',
        to: 'idea:composer',
        imports: ['input'],
        importsMode: 'provisioned',
        resolve: 'runtime',
      },
      expect.objectContaining({
        id: 'idea:producer/makeSound/idea:sound-designer',
        imports: ['input', 'text'],
        importsMode: 'requested',
      }),
      expect.objectContaining({ id: 'idea:producer/mixdown/activity:mixdown' }),
      expect.objectContaining({ id: 'idea:composer/writeMelody/activity:composeByRule' }),
    ])
    expect(serious(music)).toEqual([])
  })

  it('tells the shares that weights draw from, of Tools that leave it open', () => {
    const weights = [
      { to: 'composeByRule', weight: 3 },
      { to: '', weight: 1 },
    ]
    const profile = {
      tools: { writeMelody: { default: weights, per: 'input' as const }, mixdown: weights.slice(0, 1) },
    }
    const { nodes } = deriveGraph(music, { profile })
    const tools = nodes.flatMap((node) => node.tools)
    expect(tools.find(({ name }) => name === 'writeMelody')).toMatchObject({
      mode: 'explicit',
      activity: 'composeByRule',
      drawn: {
        per: 'input',
        arms: [
          { to: 'composeByRule', share: 0.75 },
          { to: '', share: 0.25 },
        ],
      },
    })
    expect(tools.find(({ name }) => name === 'mixdown')).not.toHaveProperty('drawn')
  })

  it('follows the profile: the same Tool is latent without its binding', () => {
    const { nodes } = deriveGraph(music, { profile: {} })
    expect(nodes[1]?.tools).toEqual([{ name: 'writeMelody', mode: 'latent', modules: [], approval: false }])
  })

  it('draws a URL and a missing module, and never fetches', () => {
    const files = workspace({
      asker: idea({ ask: module({ enum: ['https://example.org/idea.json', 'idea://compser', 'anonymous'] }) }),
      composer: idea({}),
    })
    const { nodes, edges } = deriveGraph(files)
    expect(edges.map(({ to }) => to)).toEqual(['url:https://example.org/idea.json', 'missing:idea://compser'])
    expect(nodes.slice(2)).toMatchObject([
      { id: 'url:https://example.org/idea.json', kind: 'url' },
      { id: 'missing:idea://compser', kind: 'missing', name: 'idea://compser' },
    ])
    expect(serious(files)).toMatchObject([
      {
        code: 'module.unresolved',
        severity: 'error',
        idea: 'asker',
        tool: 'ask',
        file: 'ideas/asker.json',
        path: '/context/0/tool/ask',
        message: 'idea://compser leads to no Idea of the workspace. Did you mean composer?',
      },
    ])
  })

  it('points at the place of a problem in the text', () => {
    const text =
      '{ "context": [ { "type": "tool", "tool": { "ask": { "type": "object", "_module": "../../x.json" } } } ] }'
    const [problem] = serious(workspace({ asker: text }))
    expect(problem).toMatchObject({ code: 'module.outside' })
    const [offset, length] = problem?.range ?? [0, 0]
    expect(text.slice(offset, offset + length)).toBe('{ "type": "object", "_module": "../../x.json" }')
  })

  it('warns once of Ideas that call each other, and of one that calls itself', () => {
    const files = workspace({
      chicken: idea({ lay: module('idea://egg') }),
      egg: idea({ hatch: module('chicken.json') }),
      mirror: idea({ look: module('idea://mirror') }),
    })
    expect(serious(files)).toMatchObject([
      {
        code: 'module.cycle',
        severity: 'warning',
        message: expect.stringContaining('chicken → egg → chicken'),
        idea: 'chicken',
        tool: 'lay',
        file: 'ideas/chicken.json',
        path: '/context/0/tool/lay',
      },
      { code: 'module.cycle', message: expect.stringContaining('mirror → mirror'), path: '/context/0/tool/look' },
    ])
  })

  it('names an unregistered Activity; the Tool is latent', () => {
    const files = workspace({
      asker: idea({ ask: { type: 'object', description: 'Asks it of them.', _activity: 'gone' } }),
    })
    expect(deriveGraph(files).nodes[0]?.tools).toMatchObject([{ name: 'ask', mode: 'latent' }])
    expect(serious(files)).toMatchObject([{ code: 'activity.missing', severity: 'warning' }])
    expect(serious({ ...files, profile: { missing: 'error' } })).toMatchObject([{ severity: 'error' }])
  })

  it('refuses names that differ only by case, of Ideas and of the Tools of one', () => {
    const tool = { type: 'object', description: 'Asks it of them.' }
    const files = workspace({
      asker: idea({ ask: tool, Ask: { ...tool, description: 'Wants it much more.' } }),
      Asker: idea({}),
    })
    expect(serious(files)).toMatchObject([{ code: 'idea.confusable' }, { code: 'tool.confusable', tool: 'Ask' }])
  })

  it('compares an upfront module’s input with the Tool’s own parameters', () => {
    const child = (brief: Json): Json => ({
      description: 'Writes.',
      context: [{ type: 'input', schema: { type: 'object', properties: { brief } } }],
    })
    const parent = idea({
      write: module('idea://child', { _resolve: 'upfront', properties: { brief: { type: 'string' } } }),
    })
    expect(serious(workspace({ parent, child: child({ type: 'string' }) }))).toEqual([])
    expect(serious(workspace({ parent, child: child({ type: 'number' }) }))).toMatchObject([
      { code: 'module.mergeConflict', idea: 'parent', tool: 'write' },
    ])
  })

  it('states each problem in a sentence, with the nearest name for a missing one', () => {
    const broken = workspace(
      {
        writer: idea({
          write: { $ref: 'tool://wirte' },
          ask: module('idea://writre'),
          Say: { type: 'object' },
          say: { type: 'object' },
        }),
        Writer: idea({}),
      },
      { tools: { write: { type: 'object' } } },
    )
    const said = Object.fromEntries(serious(broken).map(({ code, message }) => [code, message]))
    expect(said).toEqual({
      'tool.unresolved':
        'The Tool write refers to tool://wirte, which is not in the workspace or cannot be read. Did you mean write?',
      'module.unresolved': 'idea://writre leads to no Idea of the workspace. Did you mean writer?',
      'tool.confusable': 'The Tools Say and say differ only by case.',
      'idea.confusable': 'The Ideas writer and Writer differ only by case.',
    })
    const nameless = workspace({ a: idea({ ask: module('idea://nothing-like-it') }, { description: '  ' }) })
    expect(deriveGraph(nameless).problems).toMatchObject([
      { code: 'idea.descriptionMissing', severity: 'info', message: 'The Idea a has no description.', path: '' },
      { code: 'module.unresolved', message: 'idea://nothing-like-it leads to no Idea of the workspace.' },
    ])
  })

  it('places lint where it belongs: in the Idea’s own Tool, and at the reference of a shared one', () => {
    const silent = { type: 'object', properties: { a: { type: 'string' } } }
    const files = workspace(
      { writer: idea({ own: silent, shared: { $ref: 'tool://shared' } }) },
      { tools: { shared: silent } },
    )
    const { problems } = deriveGraph(files, { lint: {} })
    const placed = problems
      .filter(({ code }) => code.startsWith('lint.'))
      .map(({ tool, path, file }) => [tool, path, file])
    expect(placed).toContainEqual(['own', '/context/0/tool/own', 'ideas/writer.json'])
    expect(placed.filter(([tool]) => tool === 'shared').every(([, path]) => path === '/context/0/tool/shared')).toBe(
      true,
    )
    expect(deriveGraph(files).problems.some(({ code }) => code.startsWith('lint.'))).toBe(true)
  })

  it('places lint of the Idea as a whole at the Message that it speaks of', () => {
    const files = workspace({
      writer: {
        context: [
          { type: 'text', text: 'You write.' },
          { type: 'text', text: 'Call writeSong first.' },
          { type: 'tool', tool: { writeSongs: { type: 'object', description: 'Writes songs.' } } },
        ],
      },
    })
    const found = deriveGraph(files, { lint: {} }).problems.find(({ code }) => code === 'lint.exampleUnknownTool')
    expect(found).toMatchObject({ path: '/context/1/text', file: 'ideas/writer.json', idea: 'writer' })
  })

  it('keeps a node for a broken file and says one thing about it', () => {
    const { nodes, problems } = deriveGraph(workspace({ broken: '{ "title": "Half", "context": [ { "type": "te' }))
    expect(nodes).toMatchObject([{ id: 'idea:broken', title: 'Half' }])
    expect(problems.filter(({ severity }) => severity === 'error')).toMatchObject([{ code: 'idea.json' }])
  })
})

it.each(['3', 'null', '"x"', '[]', 'true'])('draws an Idea with %s in place of a Tool, and reports it', (written) => {
  const text = `{ "context": [{ "type": "tool", "tool": { "ask": ${written} } }] }`
  const graph = deriveGraph({ ideas: new Map([['main', text]]), tools: new Map(), activities: [] })
  expect(graph.nodes.map(({ name, tools }) => [name, tools.length])).toEqual([['main', 0]])
  expect(graph.problems.map(({ code }) => code)).toContain('tool.notObject')
})
