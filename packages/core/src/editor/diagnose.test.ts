import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { WorkspaceFiles } from '../idea/workspace.ts'
import type { Json, JsonObject } from '../schema/json.ts'
import { createValidator } from '../schema/validate.ts'
import { PROBLEM_CODES } from '../tool/problem-codes.ts'
import type { Problem } from '../tool/problem.ts'
import { diagnoseIdea, diagnoseSyntax, diagnoseTool } from './diagnose.ts'
import type { DiagnoseOptions } from './diagnose.ts'
import { fixAll } from './fixes/fix-all.ts'

const validator = createValidator()
const filesOf = (text: string, tools: { readonly [name: string]: string } = {}): WorkspaceFiles => ({
  ideas: new Map([
    ['main', text],
    ['composer', '{ "description": "Writes songs.", "context": [] }'],
    [
      'planner',
      '{ "description": "Plans songs.", "context": [{ "type": "input", "schema": { "type": "object", "properties": { "brief": { "type": "string" } }, "required": ["brief"] } }] }',
    ],
    [
      'numbers',
      '{ "description": "Takes a number.", "context": [{ "type": "input", "schema": { "type": "object", "properties": { "city": { "type": "number" } } } }] }',
    ],
  ]),
  tools: new Map(Object.entries(tools)),
  activities: ['fetchWeather'],
})
const diagnose = (text: string, options: DiagnoseOptions = {}, tools = {}): readonly Problem[] =>
  diagnoseIdea(filesOf(text, tools), 'main', { validator, ...options })

const FINE = {
  type: 'object',
  description: 'Gets the weather of a city for the next days.',
  properties: { city: { type: 'string', minLength: 1, description: 'Name of the city' } },
  required: ['city'],
}
const withTool = (tool: Json, name = 'weather', more: JsonObject = {}): string =>
  JSON.stringify(
    { description: 'Says the weather.', ...more, context: [{ type: 'tool', tool: { [name]: tool } }] },
    null,
    2,
  )
const withText = (text: string, more: JsonObject = {}): string =>
  JSON.stringify(
    {
      description: 'Says the weather.',
      ...more,
      context: [
        { type: 'text', text },
        { type: 'tool', tool: { weather: FINE } },
      ],
    },
    null,
    2,
  )
const deep = (levels: number): Json =>
  levels === 0
    ? { type: 'string' }
    : { type: 'object', description: 'x', properties: { in: deep(levels - 1) }, required: ['in'] }

const ASKS = { type: 'object', description: 'Asks another Idea to write the song.', _module: 'idea://composer' }
const withModule = (tool: Json): string =>
  JSON.stringify(
    {
      description: 'Has songs written.',
      context: [
        { type: 'data', kind: 'notes', data: 'Notes.' },
        { type: 'tool', tool: { ask: tool } },
      ],
    },
    null,
    2,
  )
/** The schema of a result that is worth leaving out. */
const LONG = {
  type: 'object',
  properties: Object.fromEntries(
    [1, 2, 3, 4, 5].map((day) => [
      `day${day}`,
      { type: 'string', description: `The weather of the day that comes ${day} after this one` },
    ]),
  ),
}

interface Row {
  readonly code: string
  readonly text: string
  /** The marked text. */
  readonly marks: string
  /** The fix's replacement in the text; absent if only a person can decide. */
  readonly fix?: readonly [from: string, to: string]
  readonly options?: DiagnoseOptions
  readonly tools?: { readonly [name: string]: string }
}
const NO_DESCRIPTION = { ...FINE, description: undefined } as unknown as Json // undefined is left out of the text

const ROWS: readonly Row[] = [
  { code: 'idea.json', text: '{ "context": [1 2] }', marks: '2', fix: ['1 2', '1, 2'] },
  { code: 'idea.json', text: '{ "context": [], }', marks: '}', fix: ['[],', '[]'] },
  {
    code: 'idea.duplicateKey',
    text: '{ "description": "a b", "context": [], "context": [] }',
    marks: '"context"',
    fix: [', "context": [] }', ' }'],
  },
  { code: 'idea.shape', text: '{ "description": "x" }', marks: '{', fix: ['"x"', '"x", "context": []'] },
  { code: 'idea.descriptionMissing', text: '{ "context": [] }', marks: '{', fix: ['{ ', '{ "description": "…", '] },
  {
    code: 'idea.unknownField',
    text: '{ "descripion": "x", "context": [] }',
    marks: '"descripion"',
    fix: ['"descripion"', '"description"'],
  },
  {
    code: 'idea.messageType',
    text: '{ "description": "x", "context": [{ "type": "txt", "text": "a" }] }',
    marks: '"txt"',
    fix: ['"txt"', '"text"'],
  },
  { code: 'idea.config', text: '{ "description": "x", "config": { "wire": "xml" }, "context": [] }', marks: '"xml"' },
  {
    code: 'tool.unknownField',
    text: withTool({ ...FINE, _modul: 'idea://composer' }),
    marks: '"_modul"',
    fix: ['"_modul"', '"_module"'],
  },
  {
    code: 'tool.nameMismatch',
    text: withTool({ ...FINE, _tool: 'wether' }),
    marks: '"wether"',
    fix: ['"wether"', '"weather"'],
  },
  {
    code: 'tool.notObject',
    text: withTool({ ...FINE, type: 'array' }),
    marks: '"array"',
    fix: ['"array"', '"object"'],
  },
  {
    code: 'tool.foreign',
    text: withTool({ name: 'weather', input_schema: { type: 'object' } }),
    marks: '"weather"',
    fix: [
      '"name": "weather",\n          "input_schema": {\n            "type": "object"\n          }',
      '"type": "object",\n          "properties": {}',
    ],
  },
  {
    code: 'tool.schema',
    text: withTool({ ...FINE, properties: { a: { type: 'strin' } } }),
    marks: '"strin"',
    fix: ['"strin"', '"string"'],
  },
  { code: 'tool.metaValue', text: withTool({ ...FINE, _resolve: 'later' }), marks: '"later"' },
  {
    code: 'tool.metaConflict',
    text: withTool({ ...FINE, _module: 'idea://composer', _delegate: 'idea://x' }),
    marks: '"idea://x"',
    fix: [',\n          "_delegate": "idea://x"', ''],
  },
  {
    code: 'tool.unresolved',
    text: withTool({ $ref: 'tool://wether' }),
    tools: { weather: JSON.stringify(FINE) },
    marks: '"weather"',
    fix: ['tool://wether', 'tool://weather'],
  },
  {
    code: 'module.unresolved',
    text: withTool({ ...FINE, _module: { const: 'idea://composr' } }),
    marks: '"idea://composr"',
    fix: ['composr', 'composer'],
  },
  {
    code: 'module.outside',
    text: withTool({ ...FINE, _module: '../../composer.json' }),
    marks: '"../../composer.json"',
    fix: ['"../../composer.json"', '"idea://composer"'],
  },
  {
    code: 'activity.missing',
    text: withTool({ ...FINE, _activity: 'fetchWether' }),
    marks: '"fetchWether"',
    fix: ['Wether', 'Weather'],
  },
  {
    code: 'schema.ref',
    text: withTool({
      ...FINE,
      properties: { a: { $ref: '#/$defs/nte', description: 'A note' } },
      required: ['a'],
      $defs: { note: {} },
    }),
    marks: '"#/$defs/nte"',
    fix: ['nte', 'note'],
  },
  {
    code: 'schema.pattern',
    text: withTool({ ...FINE, properties: { city: { type: 'string', description: 'Name', pattern: '(?=a)b' } } }),
    marks: '"(?=a)b"',
  },
  {
    code: 'schema.valueRepeated',
    text: withTool({ ...FINE, properties: { city: { description: 'Name', enum: ['Oslo', 'Rome', 'Oslo'] } } }),
    marks: '"Oslo"',
    fix: ['"Rome",\n                "Oslo"', '"Rome"'],
  },
  {
    code: 'schema.unknownKeyword',
    text: withTool({ ...FINE, properties: { city: { type: 'string', minlength: 1, description: 'Name' } } }),
    marks: '"minlength"',
    fix: ['minlength', 'minLength'],
  },
  {
    code: 'schema.requiredUndeclared',
    text: withTool({ ...FINE, required: ['cty'] }),
    marks: '"cty"',
    fix: ['cty', 'city'],
  },
  {
    code: 'schema.valueInvalid',
    text: withTool({
      ...FINE,
      properties: { city: { type: 'string', minLength: 1, description: 'Name', default: 7 } },
    }),
    marks: '7',
    fix: [',\n              "default": 7', ''],
  },
  {
    code: 'schema.compile',
    text: withTool({ ...FINE, properties: { city: { type: 'string', description: 'Name', pattern: '([a-' } } }),
    marks: '"([a-"',
  },
  ...(
    [
      ['minimum', 'maximum'],
      ['exclusiveMinimum', 'exclusiveMaximum'],
      ['minLength', 'maxLength'],
      ['minItems', 'maxItems'],
      ['minProperties', 'maxProperties'],
    ] as const
  ).map(([lower, upper]): Row => ({
    code: 'schema.contradiction',
    text: withTool({ ...FINE, properties: { city: { description: 'Name', [lower]: 5, [upper]: 1 } } }),
    marks: '5',
    fix: [`"${lower}": 5,\n              "${upper}": 1`, `"${lower}": 1,\n              "${upper}": 5`],
  })),
  {
    code: 'schema.contradiction',
    text: withTool({
      ...FINE,
      properties: { city: { type: 'number', description: 'Name', minimum: 5, exclusiveMaximum: 5 } },
    }),
    marks: '5',
  },
  {
    code: 'schema.contradiction',
    text: withTool({ ...FINE, properties: { city: { type: 'string', description: 'Name', enum: [] } } }),
    marks: '"enum"',
  },
  {
    code: 'schema.metaMisplaced',
    text: withTool({ ...FINE, properties: { city: { type: 'string', description: 'Name', _output: true } } }),
    marks: '"_output"',
    fix: [',\n              "_output": true\n            }', '\n            },\n            "_output": true'],
  },
  {
    code: 'lint.descriptionMissing',
    text: withTool(NO_DESCRIPTION),
    marks: '"weather"',
    fix: ['"type": "object",', '"type": "object",\n          "description": "Use this when …",'],
  },
  {
    code: 'lint.descriptionVague',
    text: withTool({ ...FINE, description: 'Погода' }),
    marks: '"Погода"',
    fix: ['"Погода"', '"Погода. Use this when …"'],
  },
  {
    code: 'lint.descriptionVague',
    text: withTool({ ...FINE, description: 'The weather of weathers' }),
    marks: '"The weather of weathers"',
    fix: ['weathers"', 'weathers. Use this when …"'],
  },
  {
    code: 'lint.descriptionsAlike',
    text: JSON.stringify({
      description: 'x',
      context: [
        {
          type: 'tool',
          tool: {
            a: { ...FINE, description: 'Ищет песни по настроению.' },
            b: { ...FINE, description: 'Ищет песню по настроениям!' },
          },
        },
      ],
    }),
    marks: '"Ищет песню по настроениям!"',
  },
  {
    code: 'lint.descriptionUnrelated',
    text: JSON.stringify({
      description: 'x',
      context: [
        {
          type: 'input',
          schema: { type: 'string', examples: ['весёлый марш', 'колыбельная для кота'] },
          input: 'грустная баллада о море',
        },
        { type: 'tool', tool: { weather: FINE } },
      ],
    }),
    marks: JSON.stringify(FINE.description),
    fix: ['next days.', 'next days. Use this when …'],
  },
  {
    code: 'lint.parameterUndocumented',
    text: withTool({ ...FINE, properties: { city: { type: 'string', minLength: 1 } } }),
    marks: '"city"',
    fix: ['"type": "string",\n', '"type": "string",\n              "description": "…",\n'],
  },
  {
    code: 'lint.parameterVague',
    text: withTool({ ...FINE, properties: { city: { type: 'string', minLength: 1, description: 'The city' } } }),
    marks: '"The city"',
  },
  {
    code: 'lint.nestedUndocumented',
    text: withTool({
      ...FINE,
      properties: {
        city: { type: 'object', description: 'Where', properties: { zip: { type: 'string' } } },
      },
    }),
    marks: '"zip"',
    fix: ['"type": "string"\n', '"type": "string",\n                  "description": "…"\n'],
  },
  {
    code: 'lint.namesAlike',
    text: withTool({ ...FINE, properties: { ...FINE.properties, City: { type: 'integer', description: 'Number' } } }),
    marks: '"City"',
  },
  {
    code: 'lint.tooManyTools',
    text: JSON.stringify({
      description: 'x',
      context: [
        { type: 'tool', tool: Object.fromEntries(Array.from({ length: 41 }, (_, index) => [`t${index}`, FINE])) },
      ],
    }),
    marks: '{',
  },
  {
    code: 'lint.tooManyParameters',
    text: withTool({
      ...FINE,
      properties: Object.fromEntries(
        Array.from({ length: 21 }, (_, index) => [
          `p${'xyz'[index % 3] ?? ''}${index}`,
          { type: 'integer', description: 'Number' },
        ]),
      ),
    }),
    marks: '"properties"',
  },
  { code: 'lint.tooDeep', text: withTool({ ...FINE, properties: { a: deep(7) } }), marks: '"in"' },
  {
    code: 'lint.noRequired',
    text: withTool({ ...FINE, required: undefined } as unknown as Json),
    marks: '"weather"',
    fix: ['          }\n        }', '          },\n          "required": ["city"]\n        }'],
  }, // undefined is left out of the text
  {
    code: 'lint.requiredMayBeEmpty',
    text: withTool({ ...FINE, properties: { city: { type: 'string', description: 'Name' } } }),
    marks: '"city"',
    fix: ['"type": "string",', '"type": "string",\n              "minLength": 1,'],
  },
  {
    code: 'lint.approvalMissing',
    text: withTool(FINE, 'restartServer'),
    marks: '"restartServer"',
    fix: ['"properties": {\n', '"properties": {\n            "_approval": { "const": "required" },\n'],
  },
  {
    code: 'lint.approvalMissing',
    text: withTool({ ...FINE, description: 'Удаляет все записи о погоде города.' }),
    marks: '"weather"',
    fix: ['"properties": {\n', '"properties": {\n            "_approval": { "const": "required" },\n'],
  },
  {
    code: 'lint.approvalNever',
    text: withTool({ ...FINE, _approval: { when: { required: ['ctiy'] } } }),
    marks: '"_approval"',
  },
  {
    code: 'lint.exampleUnknownTool',
    text: withText('For “rain?” answer { "_tool": "wether" }.'),
    marks: 'wether',
    fix: ['wether', 'weather'],
  },
  {
    code: 'lint.exampleUnknownTool',
    text: withText('User: is it raining?\nAssistant: tool_call restart_service(service="nginx")'),
    marks: 'restart_service',
  },
  {
    code: 'lint.importUnknown',
    text: withModule({ ...ASKS, _imports: ['input', 'data:noets'] }),
    marks: '"data:noets"',
    fix: ['"data:noets"', '"data:notes"'],
  },
  {
    code: 'lint.importUnknown',
    text: withModule({ ...ASKS, properties: { _scopes: { type: 'array', items: { enum: ['input', 'state:song'] } } } }),
    marks: '"state:song"',
    fix: [',\n                  "state:song"\n', '\n'],
  },
  {
    code: 'lint.outputPathUnknown',
    text: withModule({
      ...ASKS,
      _output: { type: 'object', properties: { words: { type: 'string' } } },
      _outputPath: '†state.song <- wrods',
    }),
    marks: '"†state.song <- wrods"',
  },
  {
    code: 'lint.inputBridged',
    text: withModule({ ...ASKS, _module: 'idea://planner' }),
    marks: '"ask"',
    fix: ['"_module": "idea://planner"\n', '"_module": "idea://planner",\n          "_resolve": "upfront"\n'],
  },
  {
    code: 'lint.inputBridged',
    text: withModule({ ...ASKS, _module: 'idea://numbers', properties: { city: { type: 'string' } } }),
    marks: '"ask"',
  },
  {
    code: 'lint.outputComposed',
    text: withTool({ ...FINE, _activity: 'fetchWeather', _output: LONG }),
    marks: '"weather"',
    fix: [
      '"description": "Says the weather.",\n',
      '"description": "Says the weather.",\n  "config": {\n    "composition": {\n      "explicitOutput": "omit"\n    }\n  },\n',
    ],
  },
  {
    code: 'lint.outputComposed',
    text: withTool({ ...FINE, _activity: 'fetchWeather', _output: LONG }, 'weather', {
      config: { composition: { explicitOutput: 'optional' } },
    }),
    marks: '"weather"',
    fix: ['"explicitOutput": "optional"', '"explicitOutput": "omit"'],
  },
  {
    code: 'lint.temperatureWithTools',
    text: withTool(FINE, 'weather', { config: { temperature: 0.7 } }),
    marks: '0.7',
    fix: ['{\n    "temperature": 0.7\n  }', '{}'],
  },
  { code: 'portability.limits', text: withTool({ ...FINE, properties: { a: deep(12) } }), marks: '"weather"' },
  {
    code: 'portability.reshaped',
    text: withTool({ ...FINE, properties: { a: { description: 'Anything' } }, required: ['a'] }),
    marks: '"a"',
  },
  {
    code: 'portability.unenforced',
    text: withTool(FINE),
    marks: '1',
    options: { lint: { 'portability.unenforced': 'info' } },
  },
  {
    code: 'file.comment',
    text: '{ "description": "x", /* why */ "context": [] }',
    marks: '/* why */',
    fix: ['/* why */', ''],
    options: { isDraft: true },
  },
  {
    code: 'tool.confusable',
    text: JSON.stringify({ description: 'x', context: [{ type: 'tool', tool: { weather: FINE, Weather: FINE } }] }),
    marks: '"Weather"',
  },
  {
    code: 'tool.name',
    text: withTool(FINE, 'get weather'),
    marks: '"get weather"',
    fix: ['get weather', 'get_weather'],
  },
  { code: 'tool.reserved', text: withTool(FINE, 'final_output'), marks: '"final_output"' },
  { code: 'idea.message', text: '{ "description": "x y z", "context": [{ "type": "text" }] }', marks: '{' },
  { code: 'module.cycle', text: withTool({ ...FINE, _module: 'idea://main' }), marks: '"idea://main"' },
  {
    code: 'module.mergeConflict',
    text: withTool({ ...FINE, _module: 'idea://numbers', _resolve: 'upfront' }),
    marks: '"upfront"',
  },
]

/** Told of a whole file, or of a shared Tool's. */
interface FileRow {
  readonly code: string
  readonly file: string
  readonly text: string
  readonly marks: string
  readonly fix?: readonly [from: string, to: string]
}
const FILE_ROWS: readonly FileRow[] = [
  { code: 'idea.name', file: 'ideas/a b.json', text: withTool(FINE), marks: '{' },
  { code: 'idea.confusable', file: 'ideas/Main.json', text: withTool(FINE), marks: '{' },
  { code: 'tool.json', file: 'tools/weather.json', text: '{ "type": "object", }', marks: '}', fix: ['",', '"'] },
  {
    code: 'tool.duplicateKey',
    file: 'tools/weather.json',
    text: '{ "type": "object", "description": "Gets the weather of a city", "type": "object" }',
    marks: '"type"',
    fix: [', "type": "object" }', ' }'],
  },
]

describe('a diagnostic', () => {
  it.each(ROWS.map((row) => [row.code, row] as const))(
    '%s marks its place and is fixed where it can be',
    (code, row) => {
      const found = diagnose(row.text, row.options, row.tools).filter((problem) => problem.code === code)
      const [problem] = found
      expect(problem, `found ${found.length}`).toBeDefined()
      const [offset, length] = problem?.range ?? [0, 0]
      expect(row.text.slice(offset, offset + length)).toBe(row.marks)
      expect(problem).toMatchObject({ file: 'ideas/main.json', idea: 'main' })
      if (row.fix === undefined) {
        expect(problem?.fix).toBeUndefined()
        return
      }
      const [from, to] = row.fix
      const { texts } = fixAll(found.slice(0, 1), new Map([['ideas/main.json', row.text]]))
      const at = row.text.lastIndexOf(from)
      expect(at).toBeGreaterThan(-1)
      const fixed = row.text.slice(0, at) + to + row.text.slice(at + from.length)
      const fixedFirst = row.text.replace(from, () => to)
      expect([fixed, fixedFirst]).toContain(texts.get('ideas/main.json'))
    },
  )

  it.each(FILE_ROWS.map((row) => [row.code, row] as const))('%s is reported in its file', (code, row) => {
    const [, folder, name = ''] = /^(ideas|tools)\/(.+)\.json$/u.exec(row.file) ?? []
    const isIdea = folder === 'ideas'
    const files: WorkspaceFiles = {
      ideas: new Map([['main', withTool(FINE)], ...(isIdea ? [[name, row.text] as const] : [])]),
      tools: new Map(isIdea ? [] : [[name, row.text]]),
      activities: [],
    }
    const found = (isIdea ? diagnoseIdea : diagnoseTool)(files, name).filter((problem) => problem.code === code)
    expect(found[0]).toMatchObject({ file: row.file })
    const [offset, length] = found[0]?.range ?? [0, 0]
    expect(row.text.slice(offset, offset + length)).toBe(row.marks)
    const { texts } = fixAll(found.slice(0, 1), new Map([[row.file, row.text]]))
    expect(texts.get(row.file)).toBe(row.fix === undefined ? row.text : row.text.replace(...row.fix))
  })

  it('has a row in one of the two tables, whatever its code', () => {
    const told = new Set([...ROWS, ...FILE_ROWS].map(({ code }) => code))
    expect(Object.keys(PROBLEM_CODES).filter((code) => !told.has(code))).toEqual([])
  })

  it('is absent for a good description', () => {
    expect(diagnose(withTool(FINE))).toEqual([])
  })

  it('has a code with a reason', () => {
    for (const { code } of ROWS) expect(Object.keys(PROBLEM_CODES)).toContain(code)
  })

  it('takes its severity from the workspace', () => {
    const text = withTool(FINE, 'restartServer')
    expect(diagnose(text, { lint: { 'lint.approvalMissing': 'error' } })).toMatchObject([{ severity: 'error' }])
    expect(diagnose(text, { lint: { 'lint.approvalMissing': 'off' } })).toEqual([])
  })

  it('reports comments as errors in a saved file', () => {
    expect(diagnose('{ "description": "x", // y\n "context": [] }')).toMatchObject([
      { code: 'file.comment', severity: 'error' },
    ])
  })

  it('of a shared Tool is reported in its own file', () => {
    const shared = JSON.stringify({ ...FINE, description: 'Погода' })
    const files = filesOf(withTool({ $ref: 'tool://weather' }), { weather: shared })
    expect(diagnoseIdea(files, 'main', { validator })).toEqual([])
    const [problem] = diagnoseTool(files, 'weather', { validator })
    expect(problem).toMatchObject({ code: 'lint.descriptionVague', file: 'tools/weather.json', tool: 'weather' })
    const [offset, length] = problem?.range ?? [0, 0]
    expect(shared.slice(offset, offset + length)).toBe('"Погода"')
  })

  it('does not hide what else is wrong in the same schema', () => {
    const properties = { city: { type: 'strin', description: 'Where.' }, days: { type: 'integer', minimun: 1 } }
    const codes = diagnose(withTool({ ...FINE, properties, required: ['town'] })).map(({ code }) => code)
    expect(codes).toEqual(expect.arrayContaining(['tool.schema', 'schema.unknownKeyword', 'schema.requiredUndeclared']))
  })

  it('is a pattern with look-around as well, each of them once, and next to other errors', () => {
    const properties = {
      a: { type: 'strin', description: 'Letter', pattern: '(?!x)y' },
      b: { type: 'string', description: 'Letter', pattern: '(a)\\1' },
      c: { type: 'string', description: 'Letter', pattern: '[(?=]\\\\1(?<name>a)' },
    }
    const codes = diagnose(withTool({ ...FINE, properties, required: ['a'] })).map(({ code, path }) => [
      code,
      path.split('/').at(-2),
    ])
    expect(codes.filter(([code]) => code === 'schema.pattern')).toEqual([
      ['schema.pattern', 'a'],
      ['schema.pattern', 'b'],
    ])
    const sound = diagnose(withTool({ ...FINE, properties: { b: properties.b }, required: ['b'] }))
    expect(sound.filter(({ severity }) => severity === 'error').map(({ code }) => code)).toEqual(['schema.pattern'])
  })

  it('is every pattern that cannot run, and every value that does not fit, in one pass', () => {
    const properties = {
      a: { type: 'string', description: 'Unknown property', pattern: '\\p{Nope}', default: 1 },
      b: { type: 'string', description: 'Not closed', pattern: '(', default: 2 },
      c: { type: 'string', description: 'The same again', pattern: '(', default: 3 },
      d: { type: 'object', description: 'Holds another', properties: { in: { pattern: '(?!a)' } }, default: 4 },
      e: { type: 'string', description: 'A wrong keyword', minLength: 'x', default: 5 },
      f: { type: 'string', description: 'Too long', pattern: 'a'.repeat(1001), default: 6 },
      g: { $ref: '#/$defs/missing', description: 'A lost reference' },
      h: { type: 'string', description: 'Too large', pattern: '(a{200}){200}', default: 7 },
    }
    const found = diagnose(withTool({ ...FINE, properties, required: ['a'] }))
    const told = found
      .filter(({ code }) => code !== 'lint.nestedUndocumented')
      .map(({ code, path }) => `${code} ${path.replace(/^.*\/weather\/properties\//u, '')}`)
    expect(told).toEqual([
      'schema.compile a/pattern',
      'schema.valueInvalid a/default',
      'schema.compile b/pattern',
      'schema.valueInvalid b/default',
      'schema.compile c/pattern',
      'schema.valueInvalid c/default',
      'schema.pattern d/properties/in/pattern',
      'schema.valueInvalid d/default',
      'tool.schema e/minLength',
      'schema.valueInvalid e/default',
      'tool.schema f/pattern',
      'schema.valueInvalid f/default',
      'schema.ref g/$ref',
      'schema.compile h/pattern',
      'schema.valueInvalid h/default',
    ])
  })

  it('is a value that its schema refuses behind a reference', () => {
    const tool = {
      ...FINE,
      properties: {
        city: { $ref: '#/$defs/name', description: 'Where', default: 7, examples: ['Oslo', ''] },
      },
      $defs: { name: { type: 'string', minLength: 1 } },
    }
    const found = diagnose(withTool(tool)).filter(({ code }) => code === 'schema.valueInvalid')
    expect(found.map(({ path }) => path.split('/city')[1])).toEqual(['/default', '/examples/1'])
  })

  it('is reported with every other value of the wrong kind, each with its own fix', () => {
    const properties = { a: { type: 'strin' }, b: { items: [], minimum: '1' }, c: { type: 'integr' } }
    const text = withTool({ ...FINE, properties, required: ['a'] })
    const broken = diagnose(text).filter(({ code }) => code === 'tool.schema')
    expect(broken.map(({ range: [at, length] = [0, 0] }) => text.slice(at, at + length))).toEqual([
      '"strin"',
      '"items"',
      '"1"',
      '"integr"',
    ])
    expect(broken.flatMap(({ fix }) => fix?.edits.map((edit) => edit.text) ?? [])).toEqual(['"string"', '"integer"'])
  })

  it('is fixed together with all others that do not touch it', () => {
    const text = withTool({ ...FINE, _modul: 'idea://composer', _aproval: 'required', description: 'Погода' })
    const { texts, fixed } = fixAll(diagnose(text), new Map([['ideas/main.json', text]]))
    expect(fixed).toHaveLength(3)
    expect(diagnose(texts.get('ideas/main.json') ?? '').map(({ code }) => code)).toEqual(['lint.descriptionVague'])
  })
})

describe('diagnosing', () => {
  it('never throws, whatever is half written', () => {
    const text = withTool({ ...FINE, _module: 'idea://composer' })
    for (let length = 0; length <= text.length; length += 3) {
      const problems = diagnose(text.slice(0, length))
      for (const { range = [0, 0] } of problems) expect(range[0] + range[1]).toBeLessThanOrEqual(length)
    }
    expect(diagnose('['.repeat(100_000)).map(({ code }) => code)).toContain('idea.json')
  })

  it('finds no warning in the music example', () => {
    const root = join(import.meta.dirname, '../../../../examples/music')
    const read = (folder: string): ReadonlyMap<string, string> =>
      new Map(
        readdirSync(join(root, folder)).map((file) => [
          file.replace('.json', ''),
          readFileSync(join(root, folder, file), 'utf8'),
        ]),
      )
    // The example exports by name what its package does.
    const activities = [...read('activities').values()].flatMap((code) =>
      [...code.matchAll(/^export \{([^}]*)\}/gmu)].flatMap((match) => match[1]?.match(/\w+/gu) ?? []),
    )
    expect(activities).toContain('mixSong')
    const files = { ideas: read('ideas'), tools: read('tools'), activities }
    const problems = [
      ...[...files.ideas.keys()].flatMap((name) => diagnoseIdea(files, name, { validator })),
      ...[...files.tools.keys()].flatMap((name) => diagnoseTool(files, name, { validator })),
    ]
    expect(problems.filter(({ severity }) => severity !== 'info')).toEqual([])
  })
})

describe('where a text stops being JSON', () => {
  const at = (text: string) => {
    const files = { ideas: new Map([['a', text]]), tools: new Map<string, string>(), activities: [] }
    return { quick: diagnoseSyntax(files, 'idea', 'a'), all: diagnoseIdea(files, 'a', { isDraft: true }) }
  }

  it('has the same words and place early as with everything else', () => {
    for (const text of ['{', '{ "context": [], }', '{ "a" 1 }', '{ "context": [] } }', '["\\x"]', '']) {
      const { quick, all } = at(text)
      expect(quick, text).toEqual([expect.objectContaining({ code: 'idea.json', severity: 'error', idea: 'a' })])
      const [told] = all.filter(({ code }) => code === 'idea.json')
      expect([quick[0]?.message, quick[0]?.range], text).toEqual([told?.message, told?.range])
    }
  })

  it('is absent in JSON, and comments of a draft don’t end it', () => {
    expect(at('{ "context": [] }').quick).toEqual([])
    expect(at('{ /* soon */ "context": [] } // yes').quick).toEqual([])
  })

  it('is the only report on a text that isn’t JSON: the rest would follow from the break', () => {
    const text = withTool({ ...FINE, type: 'object' }).replace('"type": "object",', '"type": "object"",')
    const codes = diagnose(text, { isDraft: true }).map(({ code }) => code)
    expect(codes).toEqual(['idea.json'])
  })
})
