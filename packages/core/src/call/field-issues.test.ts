import { expect, it } from 'vitest'
import { createValidator } from '../schema/validate.ts'
import { normaliseTool } from '../tool/normalise.ts'
import { fieldIssues } from './field-issues.ts'

const { tool } = normaliseTool('visit', {
  type: 'object',
  description: 'Books a visit.',
  properties: {
    who: { $ref: '#/$defs/person' },
    when: { type: 'string', format: 'date-time' },
    hours: { type: 'integer', maximum: 8 },
    parts: { type: 'array', items: { type: 'string', pattern: '^[A-Z]+$' } },
  },
  required: ['who', 'when'],
  $defs: {
    person: {
      type: 'object',
      properties: { name: { type: 'string', minLength: 1 }, email: { type: 'string', format: 'email' } },
      required: ['name'],
    },
  },
})

it('each field that does not fit is named with its own problem, also behind references', () => {
  const call = { who: { name: '', email: 'x' }, when: 'tomorrow', hours: 9, parts: ['A', 'b', 'c'] }
  const issues = fieldIssues(tool, call, createValidator())
  expect(issues.map(({ path }) => path).toSorted()).toEqual(['/hours', '/parts/1', '/when', '/who/email', '/who/name'])
  expect(issues.find(({ path }) => path === '/hours')?.message).toContain('8')
})

it('a Call that fits has no issues, and one that misses a field has each of them', () => {
  expect(
    fieldIssues(tool, { who: { name: 'Ada' }, when: '2026-01-31T14:30:00Z', _tool: 'visit' }, createValidator()),
  ).toEqual([])
  expect(fieldIssues(tool, { hours: 9 }, createValidator()).map(({ path, message }) => `${path}: ${message}`)).toEqual([
    '/who: missing required property "who"',
    '/when: missing required property "when"',
    '/hours: "hours" must be at most 8; got 9',
  ])
})
