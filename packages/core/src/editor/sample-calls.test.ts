import { describe, expect, it } from 'vitest'
import { createValidator } from '../schema/validate.ts'
import { normaliseTool } from '../tool/normalise.ts'
import { sampleCalls } from './sample-calls.ts'

const validator = createValidator()
const { tool } = normaliseTool('weather', {
  type: 'object',
  properties: {
    city: { type: 'string', minLength: 1 },
    days: { type: 'integer', minimum: 1, maximum: 7 },
    _output: { type: 'object', properties: { sky: { enum: ['clear', 'grey'] } }, required: ['sky'] },
  },
  required: ['city'],
})

describe('sample Calls', () => {
  it('are valid, differ, and come with what is optional as well', () => {
    const calls = sampleCalls(tool, { seed: 'a', count: 4, validator })
    expect(calls.length).toBeGreaterThan(1)
    for (const call of calls) expect(validator.check(tool.parameters, call).ok).toBe(true)
    expect(new Set(calls.map((call) => JSON.stringify(call))).size).toBe(calls.length)
    expect(calls.some(({ days }) => typeof days === 'number')).toBe(true)
    expect(calls.some(({ days }) => days === undefined)).toBe(true)
  })

  it('are the same for the same seed', () => {
    expect(sampleCalls(tool, { seed: 'b', validator })).toEqual(sampleCalls(tool, { seed: 'b', validator }))
  })

  it('hold the result of a latent Tool', () => {
    const [call] = sampleCalls(tool, { seed: 'c', mode: 'latent', validator })
    expect(call?._output).toHaveProperty('sky')
  })

  it('are empty if no value fits', () => {
    const never = normaliseTool('never', { type: 'object', properties: { a: false }, required: ['a'] }).tool
    expect(sampleCalls(never, { seed: 'd', validator })).toEqual([])
  })
})
