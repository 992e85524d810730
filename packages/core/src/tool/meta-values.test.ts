import { describe, expect, it } from 'vitest'
import { findSchemaIssue } from '../schema/check-schema.ts'
import { isObject } from '../schema/json.ts'
import type { Json, JsonObject } from '../schema/json.ts'
import { authorRequires, normaliseTool } from './normalise.ts'
import type { Tool } from './tool.ts'

/** The reading of one meta field at the root; a schema there reads the same as a property. */
const read = (field: string, written: Json): { readonly tool: Tool; readonly said: readonly string[] } => {
  const { tool, problems } = normaliseTool('ask', { type: 'object', [field]: written })
  if (isObject(written) && findSchemaIssue(written) === undefined) {
    const asProperty = normaliseTool('ask', { type: 'object', properties: { [field]: written } })
    expect({ ...asProperty.tool, source: null }).toEqual({ ...tool, source: null })
    expect(asProperty.problems.map(({ message }) => message)).toEqual(problems.map(({ message }) => message))
  }
  return { tool, said: problems.map(({ code, message }) => `${code} ${message}`) }
}

const path = '†state.song'
const when = { properties: { seconds: { minimum: 60 } } }

describe('a meta field is read', () => {
  it.each<[string, Json, Partial<Tool>]>([
    ['_activity', '', { activity: '' }],
    ['_activity', { const: 'play' }, { activity: 'play' }],
    ['_activity', { enum: ['play'] }, { activity: 'play' }],
    ['_module', 'idea://a', { module: { type: 'const', value: 'idea://a' } }],
    ['_module', { enum: ['idea://a'] }, { module: { type: 'const', value: 'idea://a' } }],
    ['_module', { enum: ['a', 'b'] }, { module: { type: 'enum', values: ['a', 'b'] } }],
    ['_imports', [], { imports: { type: 'const', value: [] } }],
    [
      '_imports',
      ['input', 'text', 'state', 'state:song', 'data:photo'],
      { imports: { type: 'const', value: ['input', 'text', 'state', 'state:song', 'data:photo'] } },
    ],
    [
      '_imports',
      { type: 'array', items: { enum: ['input', 'text'] } },
      { imports: { type: 'subset', values: ['input', 'text'] } },
    ],
    ['_imports', { type: 'array', items: { const: 'input' } }, { imports: { type: 'subset', values: ['input'] } }],
    ['_outputPath', path, { outputPath: { type: 'const', value: path } }],
    ['_outputPath', { enum: [path, '†state.x'] }, { outputPath: { type: 'enum', values: [path, '†state.x'] } }],
    [
      '_outputPath',
      { type: 'string', maxLength: 9 },
      { outputPath: { type: 'free', schema: { type: 'string', maxLength: 9 } } },
    ],
    ['_instance', 'comment-1', { instance: { type: 'const', value: 'comment-1' } }],
    ['_instance', { type: 'string' }, { instance: { type: 'free', schema: { type: 'string' } } }],
    ['_approval', 'required', { approval: { type: 'always' } }],
    ['_approval', { const: 'required' }, { approval: { type: 'always' } }],
    ['_approval', { when }, { approval: { type: 'when', schema: when } }],
    ['_approval', { const: { when: true } }, { approval: { type: 'when', schema: true } }],
    ['_idempotent', false, { idempotent: false }],
    ['_idempotent', { const: true }, { idempotent: true }],
    ['_resolve', 'upfront+output', { resolve: 'upfront+output' }],
    ['_resolve', { const: 'upfront' }, { resolve: 'upfront' }],
    ['_output', true, { output: true }],
    ['_output', { type: 'number' }, { output: { type: 'number' } }],
  ])('%s: %j', (field, written, expected) => {
    const { tool, said } = read(field, written)
    expect(said).toEqual([])
    expect(tool).toMatchObject(expected)
  })

  it('as nothing where it is not written; a Call may then be repeated, and an Idea bridged as it runs', () => {
    expect(normaliseTool('ask', { type: 'object' })).toEqual({
      tool: {
        name: 'ask',
        description: '',
        idempotent: true,
        resolve: 'runtime',
        source: { type: 'object' },
        parameters: { type: 'object', properties: {}, additionalProperties: false },
      },
      problems: [],
    })
  })
})

describe('a meta field is refused, with what it must be,', () => {
  const aModule = 'an address, or an enum of addresses: a module is never left free.'
  const imports =
    'a constant list, or an array whose items are an enum, of: input, state, state:<path>, data:<kind>, text.'
  const aPath = 'a state path such as "†state.song.melody".'
  const approval = '"required", or { "when": <schema on the parameters> }.'

  it.each<[string, Json, string]>([
    ['_activity', 5, 'the name of an Activity, or an empty string.'],
    ['_activity', { type: 'string' }, 'the name of an Activity, or an empty string.'],
    ['_module', '', aModule],
    ['_module', 5, aModule],
    ['_module', { type: 'string' }, aModule],
    ['_module', { enum: [] }, aModule],
    ['_module', { enum: ['idea://a', ''] }, aModule],
    ['_module', { enum: ['idea://a', 5] }, aModule],
    ['_imports', 'input', imports],
    ['_imports', ['everything'], imports],
    ['_imports', ['input', 'inputs'], imports],
    ['_imports', ['input', 5], imports],
    ['_imports', ['state:'], imports],
    ['_imports', { type: 'array', items: { type: 'string' } }, imports],
    ['_imports', { type: 'array' }, imports],
    ['_imports', { items: { enum: ['input'] } }, imports],
    ['_imports', { type: 'array', items: { enum: ['input', 'anything'] } }, imports],
    ['_outputPath', '†input.song', aPath],
    ['_outputPath', 'state.song', aPath],
    ['_outputPath', { enum: [path, 'song'] }, aPath],
    ['_outputPath', { type: 'number' }, aPath],
    ['_instance', '', 'a string.'],
    ['_instance', { type: 'number' }, 'a string.'],
    ['_approval', 'maybe', approval],
    ['_approval', true, approval],
    ['_approval', { const: {} }, approval],
    ['_approval', { when: 5 }, approval],
    ['_approval', { type: 'string' }, approval],
    ['_idempotent', 'false', 'one of true, false.'],
    ['_resolve', 'later', 'one of "runtime", "upfront", "upfront+output".'],
    ['_output', 'a song', 'a valid JSON Schema.'],
    ['_reasoningForCall', { type: 'strin' }, 'a valid JSON Schema.'],
  ])('%s: %j', (field, written, what) => {
    const { said } = read(field, written)
    expect(said).toContain(`tool.metaValue ${field} of the Tool ask must be ${what}`)
  })
})

describe('a _tool', () => {
  const codesOf = (written: Json) => read('_tool', written).said.map((each) => each.split(' ')[0])

  it('is the name, fixed or left as a string', () => {
    const own: readonly Json[] = ['ask', { const: 'ask' }, { enum: ['ask'] }, { type: 'string' }]
    for (const written of own) expect(codesOf(written)).toEqual([])
    const foreign: readonly Json[] = [
      'tell',
      { const: 'tell' },
      { type: 'string', const: 'tell' },
      { type: 'number' },
      5,
    ]
    for (const written of foreign) expect(codesOf(written)).toEqual(['tool.nameMismatch'])
  })
})

describe('a Tool with an invalid schema', () => {
  it('says where and why, in one sentence', () => {
    const { problems } = normaliseTool('ask', { type: 'object', properties: { a: { type: 'strin' } } })
    expect(problems).toMatchObject([{ code: 'tool.schema', path: '/properties/a/type' }])
    expect(problems[0]?.message).toMatch(/^The Tool ask is not a valid schema at properties\.a: .*[^.?!][.?!]$/)
  })

  it('names what it knows where nothing is near an unknown field', () => {
    expect(read('_colour', 'red').said).toEqual([
      expect.stringMatching(
        /^tool\.unknownField The Tool ask has no meta field _colour\. Known are _tool, _activity, /,
      ),
    ])
  })
})

describe('the list of required parameters', () => {
  const requiring = (required: JsonObject['required']): JsonObject =>
    ({ type: 'object', properties: { a: {} }, required }) as JsonObject // odd lists are what is tried

  it('loses the meta fields, and is absent where nothing is left', () => {
    expect(normaliseTool('ask', requiring(['_module', 'a', '_reasoningForCall'])).tool.parameters.required).toEqual([
      'a',
    ])
    expect(normaliseTool('ask', requiring(['_module'])).tool.parameters).not.toHaveProperty('required')
  })

  it('tells whether the author requires a meta field, under either of its names', () => {
    const requires = (required: Json): boolean =>
      authorRequires(normaliseTool('ask', requiring(required)).tool, '_imports')
    expect(requires(['a', '_imports'])).toBe(true)
    expect(requires(['_scopes'])).toBe(true)
    expect(requires(['a', '_module'])).toBe(false)
    expect(authorRequires(normaliseTool('ask', { type: 'object' }).tool, '_imports')).toBe(false)
  })
})

describe('normalising', () => {
  it('reads one schema once for each name it goes by', () => {
    const schema = { type: 'object' }
    expect(normaliseTool('ask', schema)).toBe(normaliseTool('ask', schema))
    expect(normaliseTool('tell', schema).tool.name).toBe('tell')
    expect(normaliseTool('ask', schema).tool.name).toBe('ask')
  })
})
