import { FIX_TITLES, PROBLEM_CODES, diagnoseIdea, diagnoseTool } from '@ensemble/core/editor'
import { createValidator } from '@ensemble/core/validate'
import { describe, expect, test } from 'vitest'
import { CODES, TITLES } from './ru/problems.ts'
import { sayFix, sayProblem } from './ru/say-problem.ts'

const RUSSIAN = /[а-яё]{3}/iu
const validator = createValidator()

describe('The Russian page has its own words for', () => {
  test('every code of a problem', () => {
    const missing = Object.keys(PROBLEM_CODES).filter((code) => !(code in CODES))
    expect(missing).toEqual([])
    for (const [code, text] of Object.entries(CODES)) expect(text, code).toMatch(RUSSIAN)
  })

  test('every title of a fix, with its values', () => {
    const missing = Object.values(FIX_TITLES).filter((title) => !(title in TITLES))
    expect(missing).toEqual([])
    for (const title of Object.values(FIX_TITLES)) expect(sayFix(title.replaceAll(/[{}]/g, '')), title).toMatch(RUSSIAN)
    expect(sayFix('Rename to getWeather')).toBe('Переименовать в getWeather')
    expect(sayFix('Swap minimum and maximum')).toBe('Поменять местами minimum и maximum')
  })
})

const tool = (more: object): object => ({
  type: 'object',
  description: 'Gets the weather of a city for the next days.',
  properties: { city: { type: 'string', minLength: 1, description: 'Name of the city' } },
  required: ['city'],
  ...more,
})
const idea = (weather: unknown, more: object = {}): object => ({
  description: 'Says the weather.',
  context: [{ type: 'tool', tool: { weather } }],
  ...more,
})

/** Files with a problem, each of its own kind. */
const BROKEN: readonly object[] = [
  idea(tool({}), { description: undefined }),
  idea(tool({ description: 'Weather' })),
  idea(tool({ description: undefined })),
  idea(tool({ required: [] })),
  idea(tool({ required: ['town'], additionalProperties: false })),
  idea(tool({ properties: { city: { type: 'string' } } })),
  idea(tool({ properties: { city: { type: 'string', minLenght: 1, description: 'Name' } } })),
  idea(tool({ properties: { city: { type: 'strin', description: 'Name' } } })),
  idea(tool({ properties: { city: { minimum: 3, maximum: 1, description: 'A number' } } })),
  idea(tool({ properties: { city: { $ref: '#/$defs/x', description: 'Name' } } })),
  idea(tool({ properties: { city: { type: 'integer', default: 'x', description: 'Name' } } })),
  idea(tool({ properties: { _nope: {}, City: { description: 'a b c' }, city: { description: 'a b c' } } })),
  idea(tool({ _module: 'idea://nobody' })),
  idea(tool({ _module: 'idea://main' })),
  idea(tool({ _activity: 'nothing' })),
  idea(tool({ _imports: ['data:plan'], _module: 'idea://main' })),
  idea(tool({ description: 'Deletes the whole weather station of a city.' })),
  idea({ $ref: 'tool://nobody' }),
  idea({ type: 'array' }),
  idea({ type: 'function', function: { name: 'weather', parameters: { type: 'object' } } }),
  idea(tool({}), { config: { temperature: 1 } }),
  idea(tool({}), { config: { temperature: 'hot', nope: 1 } }),
  idea(tool({}), { nope: 1, schema: { type: 'objekt' } }),
  { description: 'Nothing.' },
  { description: 1, context: [{ type: 'txt' }, { type: 'text', txt: 1 }, { role: 'x', content: 1 }] },
]

test('every problem of a broken file has Russian text, by its own sentence or by its code', () => {
  const seen = new Set<string>()
  for (const content of BROKEN) {
    const files = { ideas: new Map([['main', JSON.stringify(content)]]), tools: new Map(), activities: [] }
    for (const { code, message, fix } of diagnoseIdea(files, 'main', { validator })) {
      seen.add(code)
      expect(sayProblem(code, message), `${code}: ${message}`).toMatch(RUSSIAN)
      if (fix !== undefined) expect(sayFix(fix.title), fix.title).toMatch(RUSSIAN)
    }
  }
  for (const text of ['{', '{"a":1,"a":2}', '[]', '// x\n{}'])
    for (const { code, message } of diagnoseTool(
      { ideas: new Map(), tools: new Map([['weather', text]]), activities: [] },
      'weather',
      { validator },
    ))
      expect(sayProblem(code, message), `${code}: ${message}`).toMatch(RUSSIAN)
  expect(seen.size).toBeGreaterThan(20)
})

/** Words of files and of JSON Schema that are the same in every language. */
const COMMON =
  /^(JSON|Schema|HTTP|MCP|URL|Activity|config|context|schema|type|tool|text|input|data|object|string|number|integer|boolean|array|null|enum|const|default|minimum|maximum|minLength|maxLength|required|properties|temperature|omit|strict|composition|explicitOutput|idea|ideas|tools|json|main|true|false|role|content|ref|defs|low|high|medium|model|wire|reasoning|seed|limits|stop|ensemble|secret)$/

/** Latin words of `russian` that are neither in the file nor common to all languages. */
const leftEnglish = (russian: string, file: string): readonly string[] =>
  (russian.match(/(?<![\w$_.†:/-])[A-Za-z][A-Za-z'’]+(?![\w_])/g) ?? []).filter(
    (word) => !COMMON.test(word) && !/[a-z][A-Z]/.test(word) && !new RegExp(`\\b${word}\\b`, 'i').test(file),
  )

const output = (field: string) => ({
  type: 'object',
  properties: Object.fromEntries(
    Array.from({ length: 12 }, (_, index) => [
      `${field}${index}`,
      { type: 'string', description: `Part ${index} of what is made, as text that people read.` },
    ]),
  ),
})
const named = (names: readonly string[], make: (name: string) => object): object => ({
  description: 'Says the weather.',
  context: names.map((name) => ({ type: 'tool', tool: { [name]: make(name) } })),
})

/** Files whose problems have lists, numbers and hints in their sentences. */
const LISTED: readonly object[] = [
  named(['ping', 'pong', 'peng', 'pang', 'pung', 'pyng', 'pling', 'plong'], (name) => tool({ _output: output(name) })),
  named(['weather', 'Weather'], () => tool({})),
  named(
    Array.from({ length: 40 }, (_, index) => `tool${index}`),
    () => tool({}),
  ),
  idea(tool({ _approval: { when: { path: 'nope', equals: 1 } } })),
  idea(tool({ _approval: { when: { path: 'city', equals: 1 } } })),
  idea(tool({ properties: { city: { enum: ['a', 'a'], description: 'Name' } } })),
  idea(tool({ properties: { city: { enum: [], description: 'Name' } } })),
  idea(tool({ properties: { city: { pattern: '(?=a)b', description: 'Name' } } })),
  idea(tool({ properties: { 'ci-ty': { description: 'One' }, ciTy: { description: 'Two' } } })),
  idea(
    tool({
      properties: Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`p${i}`, { description: `Value ${i}` }])),
    }),
  ),
  {
    context: [
      { type: 'text', text: 'Use wether to look.' },
      { type: 'tool', tool: { weather: tool({}) } },
    ],
  },
]

test('no English is left in the Russian of a problem but names and keywords', () => {
  const left: string[] = []
  for (const content of [...BROKEN, ...LISTED]) {
    const file = JSON.stringify(content)
    const activities = ['ping', 'pong', 'peng', 'pang', 'pung', 'pyng', 'pling', 'plong']
    const files = { ideas: new Map([['main', file]]), tools: new Map(), activities }
    for (const { code, message, fix } of diagnoseIdea(files, 'main', { validator })) {
      for (const said of [sayProblem(code, message), ...(fix === undefined ? [] : [sayFix(fix.title)])]) {
        const words = leftEnglish(said, file)
        if (words.length > 0) left.push(`${code}: ${words.join(' ')} in ${said}`)
      }
    }
  }
  expect(left).toEqual([])
})

test('no code of a problem has English words in its Russian but names and keywords', () => {
  for (const [code, text] of Object.entries(CODES)) expect(leftEnglish(text, ''), code).toEqual([])
})

test('a list in a sentence is Russian to its end', () => {
  const message =
    'Each Request carries about 900 tokens of _output that Activities and modules fill: ping (300), pong (200), peng (100) and 5 more. Set composition.explicitOutput to "omit" in the config unless you want the model\'s predictions.'
  expect(sayProblem('lint.outputComposed', message)).toContain('peng (100) и ещё 5.')
})

test('a sentence keeps its names, its hint and the file before it', () => {
  expect(sayProblem('lint.parameterUndocumented', 'The parameter days of weather has no description.')).toBe(
    'У параметра days инструмента weather нет описания.',
  )
  expect(
    sayProblem('module.unresolved', 'idea://compser leads to no Idea of the workspace. Did you mean composer?'),
  ).toBe('По адресу idea://compser идеи в рабочей папке нет. Может быть, composer?')
  expect(sayProblem('idea.descriptionMissing', 'ideas/main.json: The Idea main has no description.')).toBe(
    'ideas/main.json: У идеи main нет описания.',
  )
  expect(sayProblem('from.elsewhere', 'Something else.')).toBe('Something else.')
})
