import { describe, expect, it } from 'vitest'
import type { JsonObject, JsonSchema } from '../schema/json.ts'
import { createValidator } from '../schema/validate.ts'
import { normaliseTool } from '../tool/normalise.ts'
import type { Tool } from '../tool/tool.ts'
import { argumentsHash, needsApprovalFor } from './approval.ts'
import { composeTools } from './call-fixture.ts'
import { checkGiven, checkOutput, checkParameters, checkWritten } from './check-parameters.ts'
import { judgeCall } from './judge-call.ts'

const validator = createValidator()
const weather: JsonObject = {
  type: 'object',
  properties: {
    city: { type: 'string' },
    units: { enum: ['metric', 'imperial'] },
    place: { type: 'object', properties: { zip: { type: 'string' } } },
    _output: { type: 'object', properties: { degrees: { type: 'number' } }, required: ['degrees'] },
  },
  required: ['city'],
}
const composition = composeTools({ get_weather: weather, open: { additionalProperties: true } })

const errorOf = (parameters: JsonObject, tool = 'get_weather') => {
  const judgement = judgeCall({ raw: parameters, tool, composition })
  if (!judgement.ok) throw new Error(judgement.error.message)
  return checkParameters(judgement.call, judgement.call.parameters, validator)
}

describe('parameters', () => {
  it('that fit their Tool pass', () => {
    expect(errorOf({ city: 'Oslo', units: 'metric' })).toBeUndefined()
    expect(errorOf({ city: 'Oslo', units: null })).toBeUndefined()
  })

  it('that the Tool doesn’t declare are an error that names the nearest', () => {
    expect(errorOf({ city: 'Oslo', unit: 'metric' })).toEqual({
      code: 'arguments.invalid',
      message:
        'The arguments of "get_weather" are invalid: unknown parameter "unit"; did you mean "units"? Allowed: city, units, place.',
      path: '/unit',
      names: ['city', 'units', 'place'],
      retryable: true,
    })
    expect(errorOf({ city: 'Oslo', place: { zipp: '1' } })).toMatchObject({ path: '/place/zipp' })
    expect(errorOf({ anything: 1 }, 'open')).toBeUndefined()
  })

  it('that are missing or wrong are named with what is right', () => {
    expect(errorOf({})?.message).toContain('missing required parameter "city"')
    expect(errorOf({ city: 5 })).toMatchObject({ path: '/city', message: expect.stringContaining('a string; got 5') })
    expect(errorOf({ city: 'Oslo', units: 'x' })?.names).toEqual(['metric', 'imperial'])
  })
})

describe('a result', () => {
  const { tool } = normaliseTool('get_weather', weather)

  it('fits what the Tool declares', () => {
    expect(checkOutput(tool, { degrees: 4 }, validator)).toBeUndefined()
    expect(checkOutput(tool, { degrees: 'cold' }, validator)).toMatchObject({
      code: 'output.invalid',
      path: '/_output/degrees',
    })
  })

  it('is reported by the field that the author wrote', () => {
    const { tool: hiding } = normaliseTool('get_issue', { properties: { _result: { type: 'string' } } })
    expect(checkGiven(hiding, 4, validator)).toMatchObject({
      message: expect.stringContaining('does not fit its _result'),
      path: '/_result',
    })
    expect(checkWritten(hiding, 4, validator)).toMatchObject({ code: 'output.invalid', path: '/_output' })
  })

  it('that was left out is an error only where one is declared', () => {
    expect(checkWritten(tool, undefined, validator)).toMatchObject({ code: 'output.missing', path: '/_output' })
    expect(checkWritten(normaliseTool('think', {}).tool, undefined, validator)).toBeUndefined()
    const missing = (output: JsonSchema) => checkWritten({ ...tool, output }, undefined, validator)?.message
    expect(missing(weather.properties as JsonObject)).toBe(
      'The call of "get_weather" must fill "_output" with the result.',
    )
    expect(missing({ properties: { degrees: {}, wind: {} } })).toMatch(/ It is an object with degrees, wind\.$/)
    const wide = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`p${index}`, {}]))
    expect(missing({ properties: wide })).toMatch(/, p19\.$/)
  })
})

describe('a person confirms', () => {
  const withApproval = (_approval: JsonObject | string): Tool => normaliseTool('pay', { ...weather, _approval }).tool

  it('never, always, or when the parameters fit a condition', () => {
    expect(needsApprovalFor(normaliseTool('pay', weather).tool, {}, validator)).toBe(false)
    expect(needsApprovalFor(withApproval('required'), {}, validator)).toBe(true)
    const large = withApproval({ when: { properties: { amount: { minimum: 100 } }, required: ['amount'] } })
    expect(needsApprovalFor(large, { amount: 100 }, validator)).toBe(true)
    expect(needsApprovalFor(large, { amount: 99 }, validator)).toBe(false)
  })

  it('where the condition cannot be evaluated', () => {
    const tool: Tool = { ...withApproval('required'), approval: { type: 'when', schema: { pattern: '(?=x)' } } }
    expect(needsApprovalFor(tool, {}, validator)).toBe(true)
  })

  it('where a value takes too many steps to compare', () => {
    const tool = withApproval({ when: { properties: { sql: { pattern: 'DROP' } }, required: ['sql'] } })
    for (const padding of [0, 150_000, 400_000]) {
      const sql = `DROP TABLE users;${' '.repeat(padding)}`
      expect(needsApprovalFor(tool, { sql }, validator), `${padding} spaces`).toBe(true)
    }
  })

  it('exactly these arguments', () => {
    expect(argumentsHash('pay', { a: 1, b: 2 })).toBe(argumentsHash('pay', { b: 2, a: 1 }))
    expect(argumentsHash('pay', { a: 1 })).not.toBe(argumentsHash('pay', { a: '1' }))
    expect(argumentsHash('pay', { a: 1 })).not.toBe(argumentsHash('buy', { a: 1 }))
  })
})

it('A result that a tool gave and that does not fit is not told of as if the model had written it', () => {
  const { tool } = normaliseTool('get_weather', weather)
  const error = checkGiven(tool, { degrees: 'warm' }, validator)
  expect([error?.code, error?.message]).toEqual([
    'output.invalid',
    'The result of "get_weather" does not fit its _output: "degrees" must be a number; got "warm". It came from the tool: try other arguments, or go on without it.',
  ])
  expect(checkGiven(tool, { degrees: 7 }, validator)).toBeUndefined()
})
