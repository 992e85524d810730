import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../schema/json.ts'
import { deriveGraph } from './graph.ts'
import type { Profile } from './bindings.ts'

interface Given {
  readonly [idea: string]: readonly Json[] | JsonObject
}
const PING: JsonObject = {
  type: 'object',
  description: 'Checks whether a host is reachable over the network.',
  properties: { host: { type: 'string', minLength: 1, description: 'Its name or address' } },
  required: ['host'],
}
const ask = (address: string, more: JsonObject = {}): JsonObject => ({
  type: 'object',
  description: 'Has another Idea write the words of the song.',
  _module: address,
  ...more,
})

/** Lint findings with this code, by Idea: Messages are shown as their Idea. */
const told = (code: string, given: Given, activities: readonly string[] = [], profile: Profile = {}) => {
  const ideas = Object.entries(given).map(([name, idea]): [string, string] => [
    name,
    JSON.stringify({ description: 'An Idea.', ...(Array.isArray(idea) ? { context: idea } : idea) }),
  ])
  return deriveGraph({ ideas: new Map(ideas), tools: new Map(), activities }, { lint: {}, profile })
    .problems.filter((problem) => problem.code === code)
    .map(({ message }) => message)
}
const tools = (tool: JsonObject): JsonObject => ({ type: 'tool', tool })

describe('an example that names a Tool which the Idea does not have', () => {
  it.each([
    'Assistant: tool_call restart_service(service="nginx")',
    'Ассистент: tool_call restart_service(service="сервис nginx")',
    '<tool_call>restart_service({"service": "nginx"})</tool_call>',
    '{"name": "restart_service", "arguments": {"service": "nginx"}}',
    '{"type": "tool_use", "name": "restart_service", "input": {}}',
    '{ "_tool": "restart_service", "service": "nginx" }',
    '<function=restart_service>{"service": "nginx"}</function>',
    '<invoke name="restart_service">',
    'Thought: it is down.\nAction: restart_service\nAction Input: nginx',
  ])('is found in %j, whether the Idea has others or none', (text) => {
    const [other] = told('lint.exampleUnknownTool', { main: [{ type: 'text', text }, tools({ ping: PING })] })
    expect(other).toBe('The text names the Tool restart_service, which this Idea does not have. It has ping.')
    const [none] = told('lint.exampleUnknownTool', { main: [{ type: 'text', text }] })
    expect(none).toContain('It has no Tools.')
    expect(
      told('lint.exampleUnknownTool', { main: [{ type: 'text', text }, tools({ restart_service: PING })] }),
    ).toEqual([])
  })

  it('is found in data, as a Call and as text', () => {
    const data = [{ user: 'Restart it!', calls: [{ _tool: 'restart' }] }, 'tool_call reboot(now)']
    expect(
      told('lint.exampleUnknownTool', { main: [{ type: 'data', kind: 'examples', data }, tools({ ping: PING })] }),
    ).toEqual([
      expect.stringContaining('The data names the Tool restart,'),
      expect.stringContaining('The data names the Tool reboot,'),
    ])
  })

  it.each([
    'A tool call costs time (and money). Say the name (in full) of the function.',
    '{"name": "Ada", "age": 36}',
    'Action: be kind to everyone who asks.',
    'Вызови помощь (если нужно).',
  ])('is not seen in %j', (text) => {
    expect(told('lint.exampleUnknownTool', { main: [{ type: 'text', text }] })).toEqual([])
    expect(told('lint.exampleUnknownTool', { main: [{ type: 'text', text }, tools({ ping: PING })] })).toEqual([])
  })
})

describe('an import that nothing answers', () => {
  const main = (imports: Json, ...more: readonly Json[]) => [
    ...more,
    tools({ ask: ask('idea://writer', { _imports: imports }) }),
  ]
  const writer = [{ type: 'text', text: 'Write.' }]

  it('is reported with the similar name, or with the existing ones', () => {
    expect(
      told('lint.importUnknown', { main: main(['data:breif'], { type: 'data', kind: 'brief', data: '' }), writer }),
    ).toEqual(['The _imports of ask list data:breif, which the context of main never holds. Did you mean data:brief?'])
    expect(told('lint.importUnknown', { main: main(['text']), writer })).toEqual([
      'The _imports of ask list text, which the context of main never holds. It has input.',
    ])
  })

  it('is found among those that the model may choose, too', () => {
    const imports = { type: 'array', items: { enum: ['input', 'state'] } }
    expect(told('lint.importUnknown', { main: main(imports), writer })).toHaveLength(1)
  })

  it('is absent if the Idea has it, a Call writes it, or the state is open', () => {
    const state = { type: 'state', schema: { type: 'object', properties: { song: {} } } }
    const writes = tools({ plan: { ...PING, _outputPath: '†state.plan.form' } })
    for (const [imports, ...messages] of [
      [['input']],
      [['text'], { type: 'text', text: 'Hello.' }],
      [['state', 'state:song', 'state:song.title', 'state:†state.song'], state],
      [['state:plan', 'state:plan.form.bars'], writes],
      [['state:anything'], { type: 'state', state: {} }],
    ] as const)
      expect(told('lint.importUnknown', { main: main([...imports], ...messages), writer })).toEqual([])
    expect(told('lint.importUnknown', { main: main(['state:words'], state), writer })).toHaveLength(1)
  })

  it('is absent if a caller imports it into the Idea, as soon as that caller exists', () => {
    const own = main(['data:brief', 'data:input'])
    expect(told('lint.importUnknown', { main: own, writer })).toHaveLength(2)
    const caller = [
      { type: 'data', kind: 'brief', data: '' },
      tools({ ask: ask('idea://main', { _imports: ['data:brief', 'input'] }) }),
    ]
    expect(told('lint.importUnknown', { main: own, writer, caller })).toEqual([])
  })
})

describe('an output path that matches nothing', () => {
  const state = (more: JsonObject = {}) => ({
    type: 'state',
    schema: {
      type: 'object',
      properties: {
        song: { type: 'object', properties: { melody: { type: 'string' } } },
        notes: { type: 'object' },
      },
      ...more,
    },
  })
  const writing = (path: Json, more: JsonObject = {}) => tools({ compose: { ...PING, _outputPath: path, ...more } })
  const found = (...context: readonly Json[]) => told('lint.outputPathUnknown', { main: context })

  it('is reported with the similar name, at any depth and for each part of a path', () => {
    expect(found(state(), writing('†state.sogn'))).toEqual([
      'The _outputPath of compose leads to †state.sogn, which the state of main never has. Did you mean song?',
    ])
    expect(found(state(), writing('†state.notes && †state.song.words'))).toEqual([
      'The _outputPath of compose leads to †state.song.words, which the state of main never has. It has melody.',
    ])
    expect(found(state(), writing({ enum: ['†state.song', '†state.other'] }))).toHaveLength(1)
  })

  it('is reported for a member that the result never has', () => {
    const output = { _output: { type: 'object', properties: { melody: { type: 'string' } } } }
    expect(found(state(), writing('†state.song.melody <- melodie', output))).toEqual([
      'The _outputPath of compose takes melodie of the result, which _output of compose never has. Did you mean melody?',
    ])
    expect(found(state(), writing('†state.song.melody <- melody', output))).toEqual([])
  })

  it('is not reported if the state may have any member, begins with it, or is not described', () => {
    expect(found(writing('†state.anything'))).toEqual([])
    expect(found({ type: 'state', state: {} }, writing('†state.anything'))).toEqual([])
    expect(found(state({ additionalProperties: true }), writing('†state.anything'))).toEqual([])
    expect(found(state(), writing('†state.notes.first'))).toEqual([])
    expect(found({ ...state(), state: { more: 1 } }, writing('†state.more'))).toEqual([])
    expect(found(state(), { type: 'state', _instance: 'a', state: {} }, writing('†state.other'))).toEqual([])
    expect(found(state(), writing({ type: 'string' }))).toEqual([])
  })
})

describe('parameters that do not fit the input of a module', () => {
  const schema: JsonObject = {
    type: 'object',
    properties: { brief: { type: 'string' }, bars: { type: 'integer' }, genre: { enum: ['jig', 'waltz'] } },
    required: ['brief'],
  }
  const given = (parameters: JsonObject, more: JsonObject = {}, expected: JsonObject = schema) =>
    told('lint.inputBridged', {
      main: [tools({ ask: ask('idea://writer', { ...parameters, ...more }) })],
      writer: [{ type: 'input', schema: expected }],
    })

  it.each<[string, JsonObject, string]>([
    ['misses a required one', {}, 'brief is missing'],
    ['may leave it out', { properties: { brief: { type: 'string' } } }, 'brief may be left out'],
    ['has another type', { properties: { brief: { type: 'array' } }, required: ['brief'] }, 'brief is of another type'],
    [
      'allows values that are not expected',
      { properties: { brief: { type: 'string' }, genre: { enum: ['jig', 'reel'] } }, required: ['brief'] },
      'genre is of another type',
    ],
  ])('are reported if the Tool %s', (_what, parameters, fault) => {
    expect(given(parameters)).toEqual([expect.stringContaining(fault)])
  })

  it('are reported if the input is closed and the Tool has more', () => {
    const more = { properties: { brief: { type: 'string' }, mood: { type: 'string' } }, required: ['brief'] }
    expect(given(more)).toEqual([])
    expect(given(more, {}, { ...schema, additionalProperties: false })).toEqual([
      expect.stringContaining('mood is not expected'),
    ])
  })

  it('are absent if they fit, if the input is merged first, or if code does the work', () => {
    const fitting = { properties: { brief: { type: 'string' }, bars: { type: 'integer' } }, required: ['brief'] }
    expect(given(fitting)).toEqual([])
    expect(given({}, { _resolve: 'upfront' })).toEqual([])
    const main = [tools({ ask: ask('idea://writer') })]
    const files = { main, writer: [{ type: 'input', schema }] }
    expect(told('lint.inputBridged', files, ['write'], { tools: { ask: 'write' } })).toEqual([])
    expect(told('lint.inputBridged', files)).toHaveLength(1)
  })

  it('offer to merge the input only where that would end it', () => {
    expect(given({})[0]).toContain('"_resolve": "upfront"')
    expect(given({ properties: { bars: { type: 'string' } } })[0]).not.toContain('"_resolve": "upfront"')
  })
})

describe('the schema of a result that the model never gives', () => {
  const output = {
    type: 'object',
    properties: Object.fromEntries(
      ['loss', 'fastest', 'slowest', 'address', 'route'].map((name) => [
        name,
        { type: 'number', description: `The ${name} of all the packets that were sent, as a number` },
      ]),
    ),
  }
  const ping = { ...PING, _output: output }
  const tokens = Math.ceil(JSON.stringify(output).length / 4)

  it('is reported with its tokens if an Activity or a module gives it, and not if the model does', () => {
    expect(told('lint.outputComposed', { main: [tools({ ping })] })).toEqual([])
    expect(told('lint.outputComposed', { main: [tools({ ping })] }, ['ping'])).toEqual([
      expect.stringContaining(`about ${tokens} tokens of _output that Activities and modules fill: ping (${tokens}).`),
    ])
    const { _output: result, ...rest } = ping
    expect(told('lint.outputComposed', { main: [tools({ ping: { ...rest, _result: result } })] }, ['ping'])).toEqual([])
    const writer = [{ type: 'text', text: 'Write.' }]
    expect(
      told('lint.outputComposed', { main: [tools({ ask: ask('idea://writer', { _output: output }) })], writer }),
    ).toHaveLength(1)
  })

  it('counts what "upfront+output" takes over from the Idea', () => {
    const main = [tools({ ask: ask('idea://writer', { _resolve: 'upfront+output' }) })]
    expect(told('lint.outputComposed', { main, writer: { context: [], schema: output } })).toHaveLength(1)
  })

  it('is absent if the config of Idea, profile or workspace excludes it, or if it is small', () => {
    const composition = { explicitOutput: 'omit' } as const
    const main = { context: [tools({ ping })], config: { composition } }
    expect(told('lint.outputComposed', { main }, ['ping'])).toEqual([])
    expect(told('lint.outputComposed', { main: [tools({ ping })] }, ['ping'], { config: { composition } })).toEqual([])
    expect(
      told('lint.outputComposed', { main: [tools({ ping: { ...PING, _output: { type: 'number' } } })] }, ['ping']),
    ).toEqual([])
  })
})
