import { describe, expect, it, test } from 'vitest'
import type { Json } from '../schema/json.ts'
import { detectFormat, importTools } from './convert.ts'

const json = (value: Json): string => JSON.stringify(value)
const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const WEATHER = { name: 'weather', schema: { ...parameters, description: 'Tells the weather.' } }
const said = { name: 'weather', description: 'Tells the weather.' }

describe('a tool as others write it', () => {
  test.each<[string, string, Json]>([
    ['openai', 'with its wrapper', { type: 'function', function: { ...said, parameters } }],
    ['openai', 'of Responses', { type: 'function', ...said, parameters }],
    ['openai', 'without a wrapper', { ...said, parameters }],
    ['openai', 'in a list without wrappers', [{ ...said, parameters }]],
    ['openai', 'in `functions` of a request', { model: 'm', functions: [{ ...said, parameters }] }],
    ['anthropic', 'alone', { ...said, input_schema: parameters }],
    ['anthropic', 'in a request', { model: 'm', messages: [], tools: [{ ...said, input_schema: parameters }] }],
    ['gemini', 'in a request', { contents: [], tools: [{ functionDeclarations: [{ ...said, parameters }] }] }],
    ['gemini', 'in snake case', { function_declarations: [{ ...said, parametersJsonSchema: parameters }] }],
    [
      'gemini',
      'alone, its types in capitals',
      {
        ...said,
        parameters: {
          type: 'OBJECT',
          properties: { city: { type: 'STRING' } },
          required: ['city'],
          propertyOrdering: ['city'],
        },
      },
    ],
  ])('%s %s is recognised by its own names and converted', (format, _, value) => {
    expect(detectFormat(json(value))).toBe(format)
    expect(importTools(json(value)).tools).toEqual([WEATHER])
  })

  it('of MCP asks a person where its server says nothing of what it does', () => {
    const answer = { jsonrpc: '2.0', id: 1, result: { tools: [{ ...said, inputSchema: parameters }] } }
    expect(detectFormat(json(answer))).toBe('mcp')
    expect(importTools(json(answer)).tools).toMatchObject([
      { name: 'weather', schema: { properties: { city: { type: 'string' }, _approval: { const: 'required' } } } },
    ])
  })

  it('is found behind a tool that the provider runs itself, which is reported', () => {
    const { tools, lost } = importTools(
      json([
        { type: 'web_search_20250305', name: 'web_search' },
        { ...said, input_schema: parameters },
      ]),
    )
    expect(tools).toEqual([WEATHER])
    expect(lost).toEqual([
      { path: '/0', what: 'An entry of type web_search_20250305 without an input_schema isn’t a Tool.' },
    ])
  })

  it('of Gemini keeps what its own dialect says: null, counts as text, the result', () => {
    const declaration = {
      name: 'pick',
      parameters: {
        type: 'OBJECT',
        properties: {
          colour: { type: 'STRING', format: 'enum', enum: ['red', 'blue'], nullable: true },
          tags: { type: 'ARRAY', items: { type: 'STRING' }, minItems: '1' },
        },
      },
      response: { type: 'BOOLEAN' },
    }
    expect(importTools(json({ functionDeclarations: [declaration] })).tools[0]?.schema).toEqual({
      type: 'object',
      properties: {
        colour: { type: ['string', 'null'], enum: ['red', 'blue', null] },
        tags: { type: 'array', items: { type: 'string' }, minItems: 1 },
        _output: { type: 'boolean' },
      },
    })
  })
})

describe('JSON that isn’t a tool', () => {
  test.each<[string, Json]>([
    ['a list of agents', [{ name: 'researcher', prompt: 'You research.' }]],
    ['an object of agents', { agents: [{ name: 'researcher', model: 'gpt' }] }],
    ['a place of GeoJSON', { type: 'Feature', geometry: null, properties: { name: 'Oslo' } }],
    ['an example value', { city: 'Oslo', days: 3 }],
    ['settings of a package', { name: 'x', version: '1.0.0', dependencies: { a: '1' } }],
  ])('%s: nothing is inferred unless a person chooses `example`', (_, value) => {
    expect(detectFormat(json(value))).toBeUndefined()
    expect(importTools(json(value))).toMatchObject({
      tools: [],
      lost: [{ path: '', what: expect.stringContaining('is not guessed') }],
    })
    expect(importTools(json(value), 'example').tools).toHaveLength(1)
  })
})

describe('a document of another program is refused by name', () => {
  const node = (data: Json, type = 'customNode'): Json => ({ id: 'a_0', position: { x: 0, y: 0 }, type, data })
  test.each<[string, Json]>([
    ['a Flowise flow', { nodes: [node({ label: 'ChatOpenAI', inputAnchors: [], baseClasses: ['LLM'] })], edges: [] }],
    ['a Flowise flow', { nodes: [node({ id: 'startAgentflow_0' }, 'agentFlow')], edges: [] }],
    [
      'a Langflow flow',
      { data: { nodes: [node({ node: { template: {} }, type: 'Prompt' }, 'genericNode')], edges: [] }, name: 'Basic' },
    ],
    [
      'an n8n workflow',
      {
        name: 'My workflow',
        nodes: [
          { parameters: {}, type: 'n8n-nodes-base.manualTrigger', typeVersion: 1, position: [0, 0], name: 'When' },
        ],
        connections: {},
        pinData: {},
      },
    ],
    ['a Dify app', { kind: 'app', version: '0.5.0', app: { name: 'A', mode: 'workflow' }, workflow: { graph: {} } }],
    ['a Rivet project', { version: 4, data: { graphs: {}, metadata: { id: 'x', title: 'T' } } }],
    ['a LangGraph settings file', { dependencies: ['.'], graphs: { agent: './agent.py:graph' }, env: '.env' }],
    [
      'an AutoGen component',
      { provider: 'autogen_agentchat.teams.RoundRobinGroupChat', component_type: 'team', config: {} },
    ],
    ['a CrewAI file of agents or tasks', { researcher: { role: 'Researcher', goal: 'Find', backstory: 'You are…' } }],
    ['a Haystack pipeline', { components: { llm: { type: 'haystack.components.generators.X' } }, connections: [] }],
    ['a Make scenario', { name: 'S', flow: [{ id: 1, module: 'http:ActionSendData' }], metadata: {} }],
    ['a Flowise flow', { nodes: [node({ name: 'chatOpenAI', label: 'ChatOpenAI', inputs: {} })], edges: [] }],
    ['a Flowise flow', { ChatFlow: [], Tool: [], Variable: [] }],
    [
      'a Flowise tool',
      {
        name: 'погода',
        description: 'Погода',
        color: '#fff',
        schema: '[{"property":"city","type":"string"}]',
        func: '',
      },
    ],
    ['a LangChain object', { lc: 1, type: 'constructor', id: ['langchain', 'prompts', 'Prompt'], kwargs: {} }],
    ['a LangChain object', { lc: 1, type: 'not_implemented', id: ['langchain', 'tools', 'Tool'] }],
    ['a LangChain object', [{ lc: 1, type: 'constructor', id: ['langchain_core', 'tools', 'Tool'], kwargs: {} }]],
    ['a LangChain object', { prompt: { lc: 1, type: 'secret', id: ['OPENAI_API_KEY'] } }],
    ['a LangChain object', { _type: 'prompt', input_variables: ['город'], template: 'Погода в {город}?' }],
    ['a LangChain object', { _type: 'llm_chain', llm: { _type: 'openai' }, prompt: {} }],
    ['a LangGraph graph', { nodes: [{ id: '__start__', type: 'schema' }], edges: [] }],
    ['a Semantic Kernel prompt', { schema: 1, type: 'completion', execution_settings: {} }],
    [
      'a graph of nodes and edges of another program, such as Flowise or Langflow',
      { nodes: [], edges: [], viewport: { x: 0, y: 0, zoom: 1 } },
    ],
    ['a file of Node-RED flows', [{ id: 'a', type: 'inject', z: 'f', wires: [[]] }]],
    [
      'a file of Amazon Bedrock tools',
      { toolConfig: { tools: [{ toolSpec: { name: 'x', inputSchema: { json: {} } } }] } },
    ],
  ])('%s', (name, value) => {
    const what = `This is ${name}, not a list of Tools. docs/import lists the programs whose files can be imported.`
    expect(importTools(json(value))).toMatchObject({ tools: [], lost: [{ path: '', what }] })
  })

  test.each([
    [
      'a CrewAI file of agents or tasks',
      'researcher:\n  role: >\n    {topic} Researcher\n  goal: >\n    Find\n  backstory: >\n    You\n',
    ],
    [
      'a CrewAI file of agents or tasks',
      'research_task:\n  description: >\n    Do\n  expected_output: >\n    A list\n  agent: researcher\n',
    ],
    [
      'a Dify app',
      'app:\n  mode: workflow\n  name: A\nkind: app\nversion: 0.1.5\nworkflow:\n  graph:\n    nodes: []\n',
    ],
    [
      'a Rivet project',
      'version: 4\ndata:\n  attachedData: {}\n  graphs:\n    abc:\n      metadata:\n        name: G\n',
    ],
    [
      'a Haystack pipeline',
      'components:\n  llm:\n    type: haystack.components.generators.OpenAIGenerator\nconnections: []\n',
    ],
  ])('%s in YAML', (name, text) => {
    expect(importTools(text).lost).toMatchObject([
      {
        path: '',
        what: `This is ${name}, not a list of Tools. docs/import lists the programs whose files can be imported.`,
      },
    ])
  })
})
