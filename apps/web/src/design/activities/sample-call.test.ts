import { expect, test } from 'vitest'
import { sampleCall, schemaFor } from './sample-call.ts'

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

test('a missing Activity is written for the Tool with its name, or the Tool that names it', () => {
  const own = { type: 'object', properties: { version: { type: 'string' } } }
  const named = { type: 'object', properties: { _activity: { const: 'tracker' }, id: { type: 'integer' } } }
  const text = JSON.stringify({ context: [{ type: 'tool', tool: { listCommits: own, lookupIssue: named } }] })
  const file = 'ideas/researcher.json'
  const files = new Map([[file, { file, valid: text }]])
  expect(schemaFor('listCommits', files)).toEqual(own)
  expect(schemaFor('tracker', files)).toEqual(named)
  expect(schemaFor('lookupIssue', files)).toBeNull()
})
