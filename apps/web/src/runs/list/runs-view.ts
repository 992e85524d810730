import type { RunStatus } from '@ensemble/core/journal'
import type { RunFilter } from '../../platform/api/run-client.ts'

const HOUR = 3_600_000
/** Who scored, where a person did. */
export const PERSON = 'person'
/** How far back a list goes. */
export const TIMES = {
  lastHour: HOUR,
  lastDay: 24 * HOUR,
  lastWeek: 7 * 24 * HOUR,
  lastMonth: 30 * 24 * HOUR,
} as const
export type Since = keyof typeof TIMES

export const STATUSES: readonly RunStatus[] = ['queued', 'running', 'waiting', 'completed', 'failed', 'cancelled']
export const isStatus = (text: string): text is RunStatus => STATUSES.some((status) => status === text)

/** The columns in their order; each can be sorted by. */
export const COLUMNS = [
  'run',
  'status',
  'error',
  'idea',
  'model',
  'started',
  'time',
  'turns',
  'calls',
  'tokens',
  'cost',
] as const
export type Column = (typeof COLUMNS)[number]

/** The filters and order of the table, as in its address; `since` is relative to now. */
export interface RunsView extends Omit<RunFilter, 'from' | 'to'> {
  readonly since?: Since
}

export const BOUNDS = [
  'minMs',
  'maxMs',
  'minCost',
  'maxCost',
  'minTokens',
  'maxTokens',
  'minScore',
  'maxScore',
] as const
export type Bound = (typeof BOUNDS)[number]
const TEXTS = ['q', 'idea', 'model', 'label', 'error', 'path', 'value', 'scoredBy', 'unscoredBy'] as const
const FLAGS = ['starred', 'trials'] as const

type Params = Readonly<Record<string, string>>

/** A part of an address that is not understood is left out. */
export function viewOf(params: Params): RunsView {
  const view: Record<string, unknown> = {}
  for (const name of TEXTS) if (params[name]) view[name] = params[name]
  for (const name of FLAGS) if (params[name] === 'true') view[name] = true
  for (const name of BOUNDS) {
    const bound = Number(params[name] || Number.NaN)
    if (Number.isFinite(bound) && bound >= 0) view[name] = bound
  }
  const { status = '', since = '', sort, order } = params
  if (isStatus(status)) view['status'] = status
  if (Object.hasOwn(TIMES, since)) view['since'] = since
  if (COLUMNS.some((column) => column === sort)) view['sort'] = sort
  if (order === 'asc') view['order'] = order
  // A score is one that somebody gave.
  if (view['scoredBy'] === undefined && (view['minScore'] !== undefined || view['maxScore'] !== undefined))
    view['scoredBy'] = PERSON
  // The server takes both or neither.
  if (view['path'] === undefined || view['value'] === undefined) delete view['value']
  if (view['value'] === undefined) delete view['path']
  return view // each member was looked at above
}

export const paramsOf = (view: RunsView): Params =>
  Object.fromEntries(Object.entries(view).map(([name, value]) => [name, String(value)]))

export const filterOf = ({ since, ...filter }: RunsView, now: number): RunFilter =>
  since === undefined ? filter : { ...filter, from: new Date(now - TIMES[since]).toISOString() }

/** Whether it hides any Run: an order hides none. */
export const isNarrow = ({ sort: _sort, order: _order, ...filters }: RunsView): boolean =>
  Object.keys(filters).length > 0

const FROM_THE_TOP: ReadonlySet<Column> = new Set(['started', 'time', 'turns', 'calls', 'tokens', 'cost'])

/** The order after a press on a column's head: its natural one, the other one, and then none. */
export function sortedBy(view: RunsView, column: Column): RunsView {
  const { sort, order = 'desc', ...others } = view
  const first = FROM_THE_TOP.has(column) ? 'desc' : 'asc'
  if (sort !== column) return { ...others, sort: column, ...(first === 'asc' && { order: first }) }
  if (order !== first) return others
  return { ...others, sort: column, ...(first === 'desc' && { order: 'asc' }) }
}
