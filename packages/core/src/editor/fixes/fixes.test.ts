import { describe, expect, it } from 'vitest'
import { applyTextEdits, parseDocument } from '../../schema/json-document.ts'
import type { Problem } from '../../tool/problem.ts'
import { fixAll } from './fix-all.ts'
import { fixOf } from './fixes.ts'

const FILE = 'ideas/main.json'
const NAMES = { ideas: ['composer'], tools: ['weather'], activities: ['getWeather'] }
const problemOf = (code: string, path: string, message = '', more: Partial<Problem> = {}): Problem => ({
  code,
  path,
  message,
  severity: 'error',
  file: FILE,
  ...more,
})

/** The file after the fix of a problem, read again; undefined if only a person can decide. */
const fixed = (value: unknown, problem: Problem): unknown => {
  const text = JSON.stringify(value)
  const fix = fixOf(problem, parseDocument(text), NAMES)
  return fix && JSON.parse(applyTextEdits(text, fix.edits))
}
const withTool = (tool: unknown) => ({ context: [{ type: 'tool', tool: { weather: tool } }] })
const TOOL = '/context/0/tool/weather'

describe('a fix', () => {
  it('is of a file, of a place that is there, and of a code that has one', () => {
    const idea = withTool({ descripion: 'x' })
    const wrong = problemOf('tool.unknownField', `${TOOL}/descripion`, 'Did you mean description?')
    expect(fixed(idea, wrong)).toEqual(withTool({ description: 'x' }))
    expect(fixed(idea, problemOf('tool.unknownField', `${TOOL}/gone`, 'Did you mean description?'))).toBeUndefined()
    expect(fixed(idea, problemOf('tool.confusable', TOOL))).toBeUndefined()
    const { file: _file, ...nowhere } = wrong
    expect(fixed(idea, nowhere)).toBeUndefined()
  })

  it('renames to the intended name unless it exists, and removes names without a meaning', () => {
    const both = withTool({ descripion: 'x', description: 'y' })
    const misspelt = `${TOOL}/descripion`
    expect(fixed(both, problemOf('tool.unknownField', misspelt, 'Did you mean description?'))).toBeUndefined()
    expect(fixed(both, problemOf('tool.unknownField', misspelt, 'There is no such field.'))).toEqual(
      withTool({ description: 'y' }),
    )
  })

  it('of a Tool with an invalid name makes a valid, free one of allowed length', () => {
    const rename = (name: string, ...others: string[]): unknown =>
      fixed(
        { context: [{ type: 'tool', tool: Object.fromEntries([name, ...others].map((each) => [each, {}])) }] },
        problemOf('tool.name', `/context/0/tool/${name}`),
      )
    const named = (...names: string[]) => ({
      context: [{ type: 'tool', tool: Object.fromEntries(names.map((each) => [each, {}])) }],
    })
    expect(rename('2 get weather!')).toEqual(named('get_weather'))
    expect(rename('get weather', 'get_weather')).toBeUndefined()
    expect(rename('x'.repeat(70))).toEqual(named('x'.repeat(64)))
    expect(rename('!!')).toBeUndefined()
  })

  it('requires the parameters that must be given: no meta field, and none with a default', () => {
    const properties = { _reasoningForCall: {}, city: {}, days: { default: 3 }, _output: {} }
    const missing = problemOf('lint.noRequired', TOOL)
    expect(fixed(withTool({ properties }), missing)).toEqual(withTool({ properties, required: ['city'] }))
    expect(fixed(withTool({ properties: { days: { default: 3 } } }), missing)).toBeUndefined()
    expect(fixed(withTool({}), missing)).toBeUndefined()
  })

  it('asks a person after the leading meta fields, or at the root of a Tool without properties', () => {
    const missing = problemOf('lint.approvalMissing', TOOL)
    expect(fixed(withTool({ type: 'object' }), missing)).toEqual(withTool({ type: 'object', _approval: 'required' }))
    const properties = { _module: {}, city: {}, _output: {} }
    const asked = JSON.stringify(fixed(withTool({ properties }), missing))
    expect(asked).toContain('{"_module":{},"_approval":{"const":"required"},"city":{},"_output":{}}')
  })

  it('ends a description with the words to complete, once, and leaves the stop that is there', () => {
    const vague = problemOf('lint.descriptionVague', `${TOOL}/description`)
    const after = (description: unknown): unknown => {
      const idea = fixed(withTool({ description }), vague)
      return idea && (idea as ReturnType<typeof withTool>).context[0]?.tool.weather // as it was made
    }
    expect(after('Tells. ')).toEqual({ description: 'Tells. Use this when …' })
    expect(after('Tells!')).toEqual({ description: 'Tells! Use this when …' })
    expect(after('Tells')).toEqual({ description: 'Tells. Use this when …' })
    expect(after('Tells. Use this when …')).toBeUndefined()
    expect(after(7)).toBeUndefined()
  })

  it('leads to the nearest existing name; work without a worker goes to the model', () => {
    const tool = (value: unknown) => withTool({ _activity: value })
    const missing = problemOf('activity.missing', `${TOOL}/_activity`)
    expect(fixed(tool('getWether'), missing)).toEqual(tool('getWeather'))
    expect(fixed(tool('sendRocket'), missing)).toEqual(tool(''))
    expect(fixed(tool(7), missing)).toBeUndefined()
    const module = problemOf('module.unresolved', `${TOOL}/_module`)
    expect(fixed(withTool({ _module: 'sub/composr.json' }), module)).toEqual(withTool({ _module: 'idea://composer' }))
    expect(fixed(withTool({ _module: 'idea://rocket' }), module)).toBeUndefined()
    const shared = problemOf('tool.unresolved', `${TOOL}`)
    expect(fixed(withTool({ $ref: 'tool://wether' }), shared)).toEqual(withTool({ $ref: 'tool://weather' }))
    expect(fixed(withTool({ $ref: 7 }), shared)).toBeUndefined()
  })

  it('moves a meta field to the Tool unless the Tool says it already', () => {
    const city = { type: 'object', properties: { _module: { const: 'idea://composer' } } }
    const path = `${TOOL}/properties/city/properties/_module`
    const misplaced = problemOf('schema.metaMisplaced', path)
    const emptied = { type: 'object', properties: {} }
    expect(fixed(withTool({ properties: { city } }), misplaced)).toEqual(
      withTool({ properties: { _module: { const: 'idea://composer' }, city: emptied } }),
    )
    expect(fixed(withTool({ _module: 'idea://x', properties: { city } }), misplaced)).toBeUndefined()
    expect(fixed(withTool({ properties: { _module: {}, city } }), misplaced)).toBeUndefined()
  })

  it('swaps two bounds that the message names, where both are there', () => {
    const bounds = { minLength: 5, maxLength: 1 }
    const wrong = (message: string): Problem => problemOf('schema.contradiction', `${TOOL}/minLength`, message)
    expect(fixed(withTool(bounds), wrong('minLength 5 is above maxLength 1.'))).toEqual(
      withTool({ minLength: 1, maxLength: 5 }),
    )
    expect(fixed(withTool(bounds), wrong('minLength 5 is above maxItems 1.'))).toBeUndefined()
    expect(fixed(withTool(bounds), wrong('They contradict each other.'))).toBeUndefined()
  })

  it('of text that isn’t JSON is a missing or extra comma, and nothing else', () => {
    const fixText = (text: string, offset: number, message: string): string | undefined => {
      const fix = fixOf(problemOf('idea.json', '', message, { range: [offset, 1] }), parseDocument(text), NAMES)
      return fix && applyTextEdits(text, fix.edits)
    }
    expect(fixText('{ "a": [1, ] }', 11, 'a value is expected')).toBe('{ "a": [1 ] }')
    expect(fixText('{ "a": [1 2] }', 10, 'a comma is expected')).toBe('{ "a": [1, 2] }')
    expect(fixText('{ "a": [1, x] }', 11, 'a value is expected')).toBeUndefined()
  })
})

describe('fixes of several problems', () => {
  const inserting = (offset: number, text: string, file = FILE): Problem =>
    problemOf('tool.name', '', '', { fix: { title: 'Insert', edits: [{ file, offset, length: 0, text }] } })
  const replacing = (offset: number, length: number): Problem =>
    problemOf('tool.name', '', '', { fix: { title: 'Replace', edits: [{ file: FILE, offset, length, text: '-' }] } })
  const texts = new Map([
    [FILE, '0123456789'],
    ['ideas/other.json', 'abc'],
  ])
  const after = (...problems: readonly Problem[]) => {
    const done = fixAll(problems, texts)
    return [done.texts.get(FILE), done.fixed.length]
  }

  it('are made together where they lie side by side, and the first one alone where they touch', () => {
    expect(after(replacing(0, 2), replacing(2, 2))).toEqual(['--456789', 2])
    expect(after(replacing(2, 2), replacing(0, 2))).toEqual(['--456789', 2])
    expect(after(replacing(0, 3), replacing(2, 2))).toEqual(['-3456789', 1])
    expect(after(replacing(2, 2), replacing(0, 3))).toEqual(['01-456789', 1])
    expect(after(inserting(4, 'a'), inserting(4, 'b'))).toEqual(['0123a456789', 1])
    expect(after(inserting(4, 'a'), inserting(5, 'b'))).toEqual(['0123a4b56789', 2])
  })

  it('leave a problem without a fix, one of a file that is not at hand, and all other files', () => {
    expect(after(problemOf('tool.name', ''), inserting(0, 'x', 'ideas/gone.json'))).toEqual(['0123456789', 0])
    expect(fixAll([inserting(0, 'x')], texts).texts.get('ideas/other.json')).toBe('abc')
  })
})
