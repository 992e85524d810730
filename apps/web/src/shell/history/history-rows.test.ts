import { expect, it } from 'vitest'
import type { HistoryEntry } from '../../document/texts/history.ts'
import { historyRows } from './history-rows.ts'

const step = (label: string, from?: 'disk'): HistoryEntry => ({ label, diffs: [], at: 0, ...(from && { from }) })

it('lists the newest step first, and says how many steps lead to each', () => {
  const rows = historyRows({ past: [step('a'), step('b')], future: [step('c'), step('d')] })
  expect(rows.map(({ entry, steps }) => [entry?.label ?? 'start', steps])).toEqual([
    ['d', 2],
    ['c', 1],
    ['b', 0],
    ['a', -1],
    ['start', -2],
  ])
})

it('lists changes of others without counting them as steps', () => {
  const rows = historyRows({ past: [step('a'), step('disk', 'disk')], future: [] })
  expect(rows.map(({ steps, isForeign }) => [steps, isForeign])).toEqual([
    [0, true],
    [0, false],
    [-1, false],
  ])
})

it('is empty without a step', () => {
  expect(historyRows({ past: [], future: [] })).toEqual([])
})
