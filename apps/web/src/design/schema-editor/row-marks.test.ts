import type { Problem } from '@ensemble/core'
import { flatRows } from '@ensemble/core/editor'
import { expect, it } from 'vitest'
import { rowMarks } from './row-marks.ts'

const TEXT = JSON.stringify({
  type: 'object',
  properties: { at: { type: 'object', properties: { place: { type: 'strin' } } }, kind: { enum: [1, 1] } },
})

const problem = (code: string, path: string, severity: Problem['severity'] = 'warning'): Problem => ({
  code,
  path,
  severity,
  message: code,
})

const PROBLEMS = [
  problem('lint.parameterUndocumented', '/properties/at/properties/place'),
  problem('tool.schema', '/properties/at/properties/place/type', 'error'),
  problem('schema.valueRepeated', '/properties/kind/enum/1'),
  problem('portability.reshaped', '/properties/kind'),
  problem('lint.vague', '/description'),
]

const markedIn = (open: readonly string[]): object => {
  const rows = flatRows(TEXT, '', new Set(open))
  const names = new Map(rows.map(({ key, name }) => [key, name]))
  return Object.fromEntries(
    [...rowMarks(rows, PROBLEMS)].map(([key, own]) => [names.get(key), own.map(({ code }) => code)]),
  )
}

it('a problem marks the row around it, the worst of a row first; the schema as a whole has no row', () => {
  const [first] = flatRows(TEXT, '', new Set())
  expect(markedIn(first === undefined ? [] : [first.key])).toEqual({
    place: ['tool.schema', 'lint.parameterUndocumented'],
    kind: ['schema.valueRepeated'],
  })
})

it('a closed object is marked for what is wrong inside it', () => {
  expect(markedIn([])).toEqual({
    at: ['tool.schema', 'lint.parameterUndocumented'],
    kind: ['schema.valueRepeated'],
  })
})
