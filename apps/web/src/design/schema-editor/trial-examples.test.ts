import { expect, it } from 'vitest'
import { errorsOf, examplesIn, withExample } from './trial-examples.ts'

const TOOL = '{\n  "type": "object", // a Tool\n  "properties": { "city": { "type": "string" } }\n}'

it('a Call becomes an example of its Tool once, without meta fields, and every other byte stays', () => {
  const once = withExample(TOOL, { city: 'Oslo', _tool: 'weather', _output: 1 })
  expect(examplesIn(once)).toEqual([{ city: 'Oslo' }])
  expect(once).toContain('// a Tool')
  expect(withExample(once, { city: 'Oslo' })).toBe(once)
  expect(examplesIn(withExample(once, { city: 'Rome' }))).toEqual([{ city: 'Oslo' }, { city: 'Rome' }])
})

it('the reason why a Call is refused is at its field', () => {
  const schema = {
    properties: { to: { $ref: '#/$defs/place' } },
    $defs: { place: { type: 'object', properties: { zip: { type: 'string' } } } },
  }
  const error = { code: 'arguments.invalid', message: 'zip is too long', path: '/to/zip' } as const
  const judgement = { problems: [], verdicts: [{ ok: false, error: { ...error, retryable: true } }] } as const
  expect(errorsOf(judgement as never, schema)).toEqual({ '/to/zip': 'zip is too long' })
  expect(errorsOf(undefined, schema)).toEqual({})
})
