import { NO_USAGE, type ToolTotals } from '@ensemble/core/trace'
import { describe, expect, it } from 'vitest'
import { sortedTotals, sortOf } from './sort-totals.ts'

const row = (name: string, change: Partial<ToolTotals> = {}): ToolTotals => ({
  kind: 'call',
  name,
  spans: [],
  totalMs: 0,
  selfMs: 0,
  p95Ms: undefined,
  usage: NO_USAGE,
  errors: 0,
  ...change,
})
const names = (text: string | undefined, rows: readonly ToolTotals[]): string =>
  sortedTotals(rows, { ...sortOf(text), nameOf: ({ name }) => name })
    .map(({ name }) => name)
    .join(' ')

describe('the order of the totals', () => {
  const rows = [
    row('bass', { selfMs: 5, errors: 2 }),
    row('alto', { selfMs: 9 }),
    row('drums', { selfMs: 7, p95Ms: 3 }),
  ]

  it('is own time, longest first, unless the address says another', () => {
    expect(names(undefined, rows)).toBe('alto drums bass')
    expect(names('nonsense', rows)).toBe('alto drums bass')
    expect(names('+self', rows)).toBe('bass drums alto')
    expect(names('errors', rows)).toBe('bass alto drums')
    expect(names('p95', rows)).toBe('drums bass alto')
  })

  it('goes up for names, and down when asked', () => {
    expect(names('name', rows)).toBe('alto bass drums')
    expect(names('-name', rows)).toBe('drums bass alto')
  })
})
