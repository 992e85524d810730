import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../schema/json.ts'
import { createValidator } from '../schema/validate.ts'
import { normaliseTool } from '../tool/normalise.ts'
import { checkRecordedCalls } from './recorded-calls.ts'

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

  it('are counted, and those the Tool would now refuse are told with the error', () => {
    const calls = [
      call({ _tool: 'weather', _outputPath: '†state.x', city: 'Oslo' }),
      call({ city: '' }),
      call({ town: 'Oslo' }),
      call({ city: '†input.city' }),
      { ...call({}), tool: 'other' },
    ]
    const { checked, refused } = checkRecordedCalls(tool, calls, { validator })
    expect(checked).toBe(4)
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

  it('are not judged by what a reference led to, nor by what belonged to their Request', () => {
    const days = normaliseTool('weather', {
      ...FINE,
      properties: { city: { type: 'string' }, days: { type: 'integer' } },
    }).tool
    const refused = (...calls: JsonObject[]) => checkRecordedCalls(days, calls.map(call), { validator }).refused
    expect(refused({ city: 'Oslo', days: '†state.days' }, { city: 'Oslo', days: '†input.days' })).toEqual([])
    expect(refused({ city: 'Oslo', _module: 'idea://gone', _imports: ['state'], _instance: 'a' })).toEqual([])
    expect(refused({ city: 'Oslo', days: 'many' })).toHaveLength(1)
  })

  it('of a latent Tool that declares no result are judged without what they wrote there', () => {
    const calls = [call({ city: 'Oslo', _output: 'rain' })]
    expect(checkRecordedCalls(tool, calls, { validator, mode: 'latent' }).refused).toEqual([])
  })
})
