import { describe, expect, test } from 'vitest'
import { parseWorkspace } from '../idea/workspace.ts'
import { applyTextEdits } from '../schema/json-document.ts'
import type { Json } from '../schema/json.ts'
import { diagnoseIdea, diagnoseTool } from './diagnose.ts'

const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
const said = { name: 'weather', description: 'Tells the weather.' }
const CONVERTED = { ...parameters, description: 'Tells the weather.' }

const SHAPES: readonly (readonly [title: string, tool: Json])[] = [
  ['OpenAI', { type: 'function', function: { ...said, parameters } }],
  ['OpenAI', { type: 'function', ...said, parameters }],
  ['OpenAI', { ...said, parameters }],
  ['OpenAI', [{ type: 'function', function: { ...said, parameters } }]],
  ['Anthropic', { ...said, input_schema: parameters }],
  ['MCP', { ...said, inputSchema: parameters, annotations: { readOnlyHint: true } }],
  ['MCP', { tools: [{ ...said, inputSchema: parameters, annotations: { readOnlyHint: true } }] }],
  ['Gemini', { functionDeclarations: [{ ...said, parameters }] }],
]

const inTool = (text: string) => ({ ideas: new Map(), tools: new Map([['weather', text]]), activities: [] })
const ideaWith = (tool: Json): string =>
  JSON.stringify({ description: 'Asks.', context: [{ type: 'tool', tool: { weather: tool } }] }, null, 2)
const inIdea = (text: string) => ({ ideas: new Map([['main', text]]), tools: new Map(), activities: [] })

describe('a tool as another program writes it', () => {
  test.each(SHAPES)('of %s in tools/ is one problem, and its fix makes a Tool of it', (title, tool) => {
    const text = JSON.stringify(tool, null, 2)
    const errors = diagnoseTool(inTool(text), 'weather').filter(({ severity }) => severity === 'error')
    expect(errors).toMatchObject([{ code: 'tool.foreign', fix: { title: `Convert this ${title} tool` } }])
    const fixed = applyTextEdits(text, errors[0]?.fix?.edits ?? [])
    expect(JSON.parse(fixed)).toEqual(CONVERTED)
    expect(parseWorkspace(inTool(fixed)).tools.get('weather')?.problems).toEqual([])
  })

  test.each(SHAPES.filter(([, tool]) => !Array.isArray(tool)))('of %s in an Idea is the same', (title, tool) => {
    const text = ideaWith(tool)
    const errors = diagnoseIdea(inIdea(text), 'main').filter(({ severity }) => severity === 'error')
    expect(errors).toMatchObject([
      { code: 'tool.foreign', path: '/context/0/tool/weather', fix: { title: `Convert this ${title} tool` } },
    ])
    expect(applyTextEdits(text, errors[0]?.fix?.edits ?? [])).toBe(ideaWith(CONVERTED_IN_ORDER))
  })

  test('more than one in a file is a problem that names the command, and no fix takes only the first', () => {
    const text = JSON.stringify([
      { ...said, input_schema: parameters },
      { name: 'other', input_schema: parameters },
    ])
    const [problem] = diagnoseTool(inTool(text), 'weather')
    expect(problem).toMatchObject({ code: 'tool.foreign', message: expect.stringContaining('ensemble import') })
    expect(problem).not.toHaveProperty('fix')
  })

  test('a Tool with such parameter names is invalid', () => {
    const schema = {
      ...CONVERTED,
      properties: { name: { type: 'string' }, parameters: { type: 'object' }, function: {} },
    }
    const codes = diagnoseTool(inTool(JSON.stringify(schema)), 'weather').map(({ code }) => code)
    expect(codes).not.toContain('tool.foreign')
  })
})

/** The tool's own sentence comes before its parameters. */
const CONVERTED_IN_ORDER = {
  type: 'object',
  description: 'Tells the weather.',
  properties: { city: { type: 'string' } },
  required: ['city'],
}
