import type { FlatRow } from '@ensemble/core/editor'
import { say } from './say.ts'

/** A row's name: an alternative has its own, or its number. */
export const rowName = (row: FlatRow): string => {
  if (row.kind === 'property' || row.kind === 'definition') return row.name
  if (row.kind === 'items') return say('table.items')
  const number = row.place[0] + 1
  if (row.kind === 'allOf') return row.said ?? say('table.part', { number })
  return row.said ?? say('table.alternative', { number })
}
