import { describe, expect, test } from 'vitest'
import { scriptProgram } from '../editor/snippet/script-program.ts'
import type { JsonObject } from '../schema/json.ts'
import { EXPORT_TARGETS, type ExportTarget, exportIdea } from './export-idea.ts'

const SERVED = {
  workspace: 'My desk',
  command: 'node',
  args: ['/opt/ensemble.mjs', 'mcp', '--workspace', '/home/me/desk'],
  served: ['lead', 'lister'],
  url: 'http://127.0.0.1:4141',
}
const CODE = ['agents-sdk', 'langgraph', 'ai-sdk'] as const

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...more })
const TOPIC = object({ topic: { type: 'string' } }, { required: ['topic'] })

const LISTER = {
  title: 'Lister',
  context: [
    { type: 'text', text: 'You list.' },
    { type: 'input', schema: TOPIC },
    {
      type: 'tool',
      tool: {
        again: object(
          { _module: { const: 'idea://lead' }, topic: { type: 'string' } },
          { description: 'Starts again' },
        ),
      },
    },
  ],
  schema: { type: 'array', items: { type: 'string' } },
}

const leadWith = (text: string) => ({
  title: text,
  description: text,
  config: { model: 'openai/gpt-6', wire: 'tools', limits: { turns: 7, cost: 1 } },
  context: [
    { type: 'text', text },
    { type: 'text', role: 'user', text: 'An example' },
    { type: 'input', schema: TOPIC },
    { type: 'state', schema: object({ a: true }) },
    { type: 'data', kind: 'rules', description: text, data: { [text]: text } },
    {
      type: 'tool',
      tool: {
        'look-up': object(
          {
            _activity: { const: 'look' },
            _outputPath: { const: '†state.a' },
            id: { type: 'string', description: text },
          },
          { description: text },
        ),
        search: object({ _activity: { const: 'web__search' }, q: { type: 'string' } }, { description: 'Searches' }),
        pay: object(
          {
            _activity: { const: 'pay' },
            _approval: { const: { when: { required: ['sum'] } } },
            _idempotent: { const: false },
            sum: { type: 'number' },
            _output: object({ id: { type: 'string' } }),
          },
          { description: 'Pays' },
        ),
        judge: object(
          { _activity: { const: '' }, _output: { $ref: '#/$defs/verdict' } },
          { description: 'Judges', $defs: { verdict: { enum: [text] } } },
        ),
        list: object(
          { _module: { const: 'idea://lister' }, _imports: { const: ['input'] }, topic: { type: 'string' } },
          { description: text, required: ['topic'] },
        ),
        far: object({ _module: { const: 'https://example.com/idea.json' } }, { description: 'Far away' }),
      },
    },
  ],
  schema: object({ answer: { type: 'string' } }),
})

const exported = (target: ExportTarget, text = 'You lead.') =>
  exportIdea(
    {
      ideas: new Map(Object.entries({ lead: JSON.stringify(leadWith(text)), lister: JSON.stringify(LISTER) })),
      tools: new Map(),
      activities: ['look', 'pay', 'web__search'],
      mcpServers: ['web'],
    },
    'lead',
    target,
    SERVED,
  )

describe('an Idea with its modules leaves for another program', () => {
  test.each(CODE)('and %s code lists every part that it cannot say, in its report and at its top', (target) => {
    const { lost, text } = exported(target)
    const codes = new Set(lost.map(({ code }) => code))
    for (const code of [
      'activityCode',
      'serverTool',
      'latentTool',
      'moduleElsewhere',
      'cycle',
      'approvalWhen',
      'imports',
      'references',
      'state',
      'roles',
      'inputUnchecked',
      'limits',
      'settings',
      'idempotent',
      'outputWrapped',
      'resultUnchecked',
      'noJournal',
    ])
      expect(codes).toContain(code)
    const top = text.slice(0, text.indexOf('\nimport'))
    for (const { path, what } of lost) expect(top).toContain(`// - ${path}: ${what}`)
    expect(lost.map(({ what, remedy }) => `${what}${remedy}`).join('')).not.toMatch(/[{}]/)
  })

  test('and a module that needs a person is reported where it cannot wait for one', () => {
    const asksBelow = (target: ExportTarget): readonly string[] => {
      const { lost } = exportIdea(
        {
          ideas: new Map([
            [
              'top',
              JSON.stringify({
                context: [
                  {
                    type: 'tool',
                    tool: { ask: object({ _module: { const: 'idea://low' } }, { description: 'Asks' }) },
                  },
                ],
              }),
            ],
            [
              'low',
              JSON.stringify({
                context: [
                  {
                    type: 'tool',
                    tool: { pay: object({ _approval: { const: 'required' } }, { description: 'Pays' }) },
                  },
                ],
              }),
            ],
          ]),
          tools: new Map(),
          activities: [],
        },
        'top',
        target,
        SERVED,
      )
      return lost.map(({ code }) => code)
    }
    expect(asksBelow('agents-sdk')).toContain('approvalInside')
    expect(asksBelow('ai-sdk')).toContain('approvalInside')
    // An interrupt reaches the outermost graph.
    expect(asksBelow('langgraph')).not.toContain('approvalInside')
    expect(asksBelow('mcp')).toContain('approvalByHost')
    expect(asksBelow('openapi')).toContain('approvalByRoute')
  })

  const kindsOf = (program: string): readonly string[] => {
    const parsed = scriptProgram(program)
    expect(parsed).toBeDefined()
    const body = parsed?.top['body'] ?? parsed?.top['program']
    return Array.isArray(body) ? body.map(({ type }: { type: string }) => type) : []
  }

  test.each(CODE)('and no text of it becomes %s code', (target) => {
    const plain = kindsOf(exported(target).text)
    expect(plain.length).toBeGreaterThan(5)
    for (const hostile of [
      '`); process.exit(1); (`',
      '*/ process.exit(1) /*',
      '\n process.exit(1) //',
      '\u2028process.exit(1)',
      '\\`${process.exit(1)}\n',
      '"; process.exit(1)',
      '__proto__',
      '${a}\r\n`',
    ])
      expect(kindsOf(exported(target, hostile).text)).toEqual(plain)
  })

  test('and an entry of mcp.json starts the command that serves it', () => {
    const { text, file } = exported('mcp')
    expect(file).toBe('lead.mcp.json')
    expect(JSON.parse(text)).toEqual({ mcpServers: { 'my-desk': { command: 'node', args: SERVED.args } } })
  })

  test('and references in its schemas lead to their places in the OpenAPI document', () => {
    const recursive = {
      context: [
        {
          type: 'input',
          schema: object(
            { at: { $ref: '#/$defs/node' } },
            { $defs: { node: object({ next: { $ref: '#/$defs/node' } }) } },
          ),
        },
      ],
    }
    const { text } = exportIdea(
      { ideas: new Map([['tree', JSON.stringify(recursive)]]), tools: new Map(), activities: [] },
      'tree',
      'openapi',
      SERVED,
    )
    const document = JSON.parse(text) as JsonObject // written by JSON.stringify
    expect(text).not.toContain('"#/$defs')
    expect(JSON.stringify(document)).toContain('#/components/schemas/tree.input/$defs/node')
  })

  test.each(EXPORT_TARGETS)('and %s comes out the same each time', (target) => {
    expect(exported(target)).toEqual(exported(target))
  })

  test('unless there is no such Idea', () => {
    expect(() => exportIdea({ ideas: new Map(), tools: new Map(), activities: [] }, 'none', 'mcp', SERVED)).toThrow(
      'The workspace has no Idea none.',
    )
  })
})
