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
