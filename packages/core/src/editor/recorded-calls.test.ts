import { describe, expect, it } from 'vitest'
import type { Json, JsonObject } from '../schema/json.ts'
import { createValidator } from '../schema/validate.ts'
import { normaliseTool } from '../tool/normalise.ts'
import { checkRecordedCalls, checkRecordedCallsInTurns } from './recorded-calls.ts'

const validator = createValidator()
const FINE: JsonObject = {
  type: 'object',
  description: 'Gets the weather of a city for the next days.',
  properties: { city: { type: 'string', minLength: 1, description: 'Name of the city' } },
  required: ['city'],
}

describe('Recorded Calls', () => {
  const { tool } = normaliseTool('weather', FINE)
  const call = (value: JsonObject) => ({ tool: 'weather', call: value, run: 'r1' })

  it('are counted, and those the Tool would now refuse are reported with the error', () => {
    const calls = [
      call({ _tool: 'weather', _outputPath: '†state.x', city: 'Oslo' }),
      call({ city: '' }),
      call({ town: 'Oslo' }),
      call({ city: '†input.city' }),
      { ...call({}), tool: 'other' },
    ]
    const { valid, refused, unresolved } = checkRecordedCalls(tool, calls, { validator })
    expect([valid, unresolved]).toEqual([1, 1])
    expect(refused.map(({ recorded, error }) => [recorded.call, error.code])).toEqual([
      [{ city: '' }, 'arguments.invalid'],
      [{ town: 'Oslo' }, 'arguments.invalid'],
    ])
    expect(refused[0]?.recorded.run).toBe('r1')
  })

  it('of a latent Tool are judged with their result', () => {
    const latent = normaliseTool('weather', { ...FINE, _output: { type: 'string' } }).tool
    const calls = [call({ city: 'Oslo', _output: 'rain' }), call({ city: 'Oslo', _output: 7 })]
    expect(checkRecordedCalls(latent, calls, { validator, mode: 'latent' }).refused).toHaveLength(1)
    expect(checkRecordedCalls(latent, calls, { validator }).refused).toEqual([])
  })

  it('are judged by the values that their references had, and by nothing that belonged to their Request', () => {
    const days = normaliseTool('weather', {
      ...FINE,
      properties: { city: { type: 'string' }, days: { type: 'integer', maximum: 7 } },
    }).tool
    const check = (...calls: { call: JsonObject; resolved?: JsonObject }[]) =>
      checkRecordedCalls(
        days,
        calls.map((made) => ({ ...made, tool: 'weather' })),
        { validator },
      )
    const made = { city: 'Oslo', days: '†state.days' }
    expect(check({ call: made, resolved: { city: 'Oslo', days: 7 } })).toEqual({
      valid: 1,
      refused: [],
      unresolved: 0,
    })
    const [refusal] = check({ call: made, resolved: { city: 'Oslo', days: 8 } }).refused
    expect(refusal?.error).toMatchObject({ code: 'arguments.invalid', path: '/days' })
    expect(refusal?.error.message).toContain('That is the value of †state.days.')
    const meta = { city: 'Oslo', _module: 'idea://gone', _imports: ['state'], _instance: 'a' }
    expect(check({ call: meta })).toMatchObject({ valid: 1 })
  })

  it('whose references were not recorded are never called valid, and are refused where the rest no longer fits', () => {
    const check = (value: JsonObject) => checkRecordedCalls(tool, [call(value)], { validator })
    expect(check({ city: '†input.city' })).toEqual({ valid: 0, refused: [], unresolved: 1 })
    expect(check({ city: '†input.city', town: 'Oslo' })).toMatchObject({ valid: 0, unresolved: 0 })
    expect(check({ city: '†input.city', town: 'Oslo' }).refused).toHaveLength(1)
  })

  it('are judged with the result that an Activity or a Module gave', () => {
    const told = normaliseTool('weather', { ...FINE, _output: { type: 'string', enum: ['sun', 'rain'] } }).tool
    const check = (result: Json, more: object = {}) =>
      checkRecordedCalls(told, [{ ...call({ city: 'Oslo' }), mode: 'explicit', result, ...more }], { validator })
    expect(check('rain')).toEqual({ valid: 1, refused: [], unresolved: 0 })
    expect(check('snow').refused[0]?.error).toMatchObject({ code: 'output.invalid', path: '/_output' })
    expect(check(null).refused).toHaveLength(1)
    // Its references were not recorded, but its result was: a person answered in its place.
    expect(check('snow', { call: { city: '†input.city' } })).toMatchObject({ refused: [{}], unresolved: 0 })
    expect(checkRecordedCalls(tool, [{ ...call({ city: 'Oslo' }), result: 7 }], { validator }).valid).toBe(1)
  })

  it('that an Activity ran are not refused for writing no result where the model does the work now', () => {
    const latent = normaliseTool('weather', { ...FINE, _output: { type: 'string' } }).tool
    const check = (more: object) =>
      checkRecordedCalls(latent, [{ ...call({ city: 'Oslo' }), ...more }], { validator, mode: 'latent' })
    expect(check({ mode: 'explicit', result: 'rain' }).valid).toBe(1)
    expect(check({ mode: 'explicit' }).valid).toBe(1)
    expect(check({ mode: 'latent' }).refused[0]?.error.code).toBe('output.missing')
  })

  it('are judged in turns, to the same end', async () => {
    const calls = [call({ city: 'Oslo' }), call({ city: '' }), call({ city: '†input.city' })]
    let rests = 0
    const rest = () => Promise.resolve(void rests++)
    const inTurns = await checkRecordedCallsInTurns(tool, calls, { validator }, rest)
    expect(inTurns).toEqual(checkRecordedCalls(tool, calls, { validator }))
    expect(rests).toBeGreaterThanOrEqual(calls.length)
  })

  it('of a latent Tool that declares no result are judged without what they wrote there', () => {
    const calls = [call({ city: 'Oslo', _output: 'rain' })]
    expect(checkRecordedCalls(tool, calls, { validator, mode: 'latent' }).refused).toEqual([])
  })
})
