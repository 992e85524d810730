import { expect, test } from 'vitest'
import { sampleCall } from './sample-call.ts'

test('a Call to try an Activity with begins as an example of what its Tool takes, without meta fields', () => {
  const schema = {
    type: 'object',
    properties: {
      city: { type: 'string', examples: ['Oslo'] },
      days: { type: 'integer', default: 3 },
      _output: { type: 'string' },
      _approval: { const: 'required' },
    },
    required: ['city'],
  }
  expect(JSON.parse(sampleCall(schema))).toEqual({ city: 'Oslo', days: 3 })
  expect(sampleCall(null)).toBe('{}')
})
