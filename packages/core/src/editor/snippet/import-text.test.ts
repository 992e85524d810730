import { describe, expect, it, test } from 'vitest'
import { importText } from './import-text.ts'

const SCHEMA = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const WEATHER = { name: 'weather', description: 'Погода.', parameters: SCHEMA }
const TOOL = { name: 'weather', schema: { ...SCHEMA, description: 'Погода.' } }
const sentences = async (text: string): Promise<readonly string[]> =>
  (await importText(text)).lost.map(({ what }) => what)

describe('a text that is pasted without a format', () => {
  test.each([
    ['JSON', JSON.stringify([{ type: 'function', function: WEATHER }])],
    ['JavaScript that registers', `Tool.register('weather', ${JSON.stringify(TOOL.schema)})`],
    [
      'a list in JavaScript',
      `const tools = [{ type: 'function', function: { name: 'weather', description: 'Погода.', parameters: ${JSON.stringify(SCHEMA)} } }]\nawait client.chat({ tools })`,
    ],
    [
      'a request in JavaScript',
      `const r = await client.chat.completions.create({ model: 'm', messages, tools: [{ type: 'function', ...${'{}'}, function: ${JSON.stringify(WEATHER)} }] })`.replace(
        ' ...{},',
        '',
      ),
    ],
    [
      'Go',
      `t := openai.FunctionDefinition{Name: "weather", Description: "Погода.", Parameters: map[string]any{"type": "object", "properties": map[string]any{"city": map[string]any{"type": "string"}}, "required": []string{"city"}}}`,
    ],
  ])('%s gives its Tools', async (_, text) => {
    expect((await importText(text)).tools).toEqual([TOOL])
  })

  it('is read as the format that a person named, and as no program', async () => {
    expect((await importText(`Tool.register('x', {})`, 'openai')).tools).toEqual([])
  })

  test.each([
    ["Tool.register('x', {", 'This is JavaScript that is cut or broken'],
    ["const { tool } = require('x')\nmodule.exports = make(tool)", 'This is JavaScript without a tool'],
    ['package main\n\nfunc main() {}\n', 'This is Go code without a tool'],
    ['[{ "name": "researcher" }]', 'is not guessed'],
    ['prose.', 'neither JSON nor a type'],
  ])('%s is reported in one sentence', async (text, sentence) => {
    expect(await sentences(text)).toEqual([expect.stringContaining(sentence)])
  })
})

describe('a list of agents', () => {
  const AGENTS = [
    { name: 'Триаж', instructions: 'Направь вопрос.', handoffs: ['billing'] },
    {
      name: 'billing',
      system: 'You answer about bills.',
      model: 'm-large',
      temperature: 0,
      tools: [{ type: 'function', function: WEATHER }, 'refund'],
      memory: true,
    },
    { name: 'news_desk', context: 'You read the news.', tools: [] },
  ]

  it('becomes Ideas: the instructions as a text, the tools as Tools, and an input', async () => {
    const { ideas, tools, lost } = await importText(JSON.stringify(AGENTS))
    expect(tools).toEqual([])
    expect(ideas).toEqual([
      { name: 'agent', idea: expect.objectContaining({ title: 'Триаж' }) },
      {
        name: 'billing',
        idea: {
          title: 'billing',
          config: { model: 'm-large', temperature: 0 },
          context: [
            { type: 'text', text: 'You answer about bills.' },
            {
              type: 'input',
              schema: { type: 'object', properties: { request: expect.anything() }, required: ['request'] },
            },
            { type: 'tool', tool: { weather: TOOL.schema } },
          ],
        },
      },
      {
        name: 'news_desk',
        idea: expect.objectContaining({ context: [{ type: 'text', text: 'You read the news.' }, expect.anything()] }),
      },
    ])
    expect(lost.map(({ path, what }) => [path, what])).toEqual([
      ['/0/name', 'The name Триаж became agent: the name of an Idea is a letter, then letters, digits, _ and -.'],
      [
        '/0/handoffs',
        'The agent Триаж hands over to billing. Draw an edge between the two Ideas and choose what it imports.',
      ],
      [
        '/1/tools/1',
        'The agent billing uses the tool refund, whose schema is not in this text. Import it, and add it to the Idea.',
      ],
      ['/1/memory', 'memory of the agent billing has no place in an Idea.'],
    ])
  })

  it('is read from `agents` of an object, whose own `tools` agents name', async () => {
    const text = JSON.stringify({ tools: [WEATHER], agents: [{ name: 'a', instructions: 'x', tools: ['weather'] }] })
    const { ideas, lost } = await importText(text)
    expect(lost).toEqual([])
    expect(ideas[0]?.idea).toMatchObject({ context: [{}, {}, { type: 'tool', tool: { weather: TOOL.schema } }] })
  })

  it('is read from JavaScript, where each agent may be made by itself', async () => {
    const text = `import { Agent, tool } from 'somewhere'
const weather = ${JSON.stringify({ type: 'function', function: WEATHER })}
const one = new Agent({ name: 'one', instructions: 'Отвечай.', tools: [weather] })
const two = new Agent({ name: 'two', instructions: made() , tools: [] })`
    const { ideas, lost } = await importText(text)
    expect(ideas.map(({ name }) => name)).toEqual(['one'])
    expect(ideas[0]?.idea).toMatchObject({ context: [{ text: 'Отвечай.' }, {}, { tool: { weather: TOOL.schema } }] })
    expect(lost.map(({ path, what }) => `${path}: ${what}`)).toEqual([
      'line 4: An agent has a computed instructions, and code is not run here, so the agent is left out.',
    ])
  })

  it('keeps Messages and Tools of our own form', async () => {
    const context = [
      { type: 'text', text: 'Hi' },
      { type: 'tool', tool: { ping: { type: 'object' } } },
    ]
    const { ideas } = await importText(
      JSON.stringify([
        { name: 'a', context, schema: { type: 'string' } },
        { name: 'b', system: 'Play pong.', tools: [{ type: 'object', properties: { _tool: { const: 'pong' } } }] },
      ]),
    )
    expect(ideas[0]).toEqual({ name: 'a', idea: { title: 'a', context, schema: { type: 'string' } } })
    expect(ideas[1]?.idea).toMatchObject({ context: [{}, {}, { tool: { pong: { type: 'object' } } }] })
  })

  test.each([
    [
      [
        { name: 'a', instructions: 'x' },
        { name: 'A', instructions: 'y' },
      ],
      'Two agents are named A',
    ],
    [[{ name: 'a', instructions: 'x' }, { instructions: 'y' }], 'An agent without a name'],
  ])('%# that cannot become files is refused as a whole', async (agents, sentence) => {
    const { ideas, lost } = await importText(JSON.stringify(agents))
    expect(ideas).toEqual([])
    expect(lost.map(({ what }) => what)).toEqual([expect.stringContaining(sentence)])
  })
})
