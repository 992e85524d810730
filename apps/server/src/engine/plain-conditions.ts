import type { AnnotatedQuery, RunSort } from './workspace-journal.ts'

/** The sort keys of a list, with their columns. */
export const SORTS = {
  run: 'title',
  idea: 'idea',
  status: 'status',
  error: 'error',
  model: 'model',
  started: 'started_at',
  time: 'ms',
  turns: 'turns',
  calls: 'calls',
  tokens: 'tokens',
  cost: 'cost',
} as const satisfies Readonly<Record<RunSort, string>>
/** Columns whose values are numbers; `n` numbers the Runs as they were started. */
export const OF_NUMBERS: ReadonlySet<string> = new Set(['n', 'ms', 'turns', 'calls', 'tokens', 'cost'])

/** Adds the conditions of a question that read the same in every database; a value that is undefined asks for nothing. */
export function addPlain(query: AnnotatedQuery, add: (sql: string, value: string | number | undefined) => void): void {
  add('idea = ?', query.idea)
  add('status = ?', query.status)
  add('model = ?', query.model)
  add('started_at >= ?', query.from)
  add('started_at < ?', query.to)
  add('error = ?', query.error)
  // An unknown measure is below zero and matches no bound.
  for (const [column, least, most] of [
    ['ms', query.minMs, query.maxMs],
    ['cost', query.minCost, query.maxCost],
    ['tokens', query.minTokens, query.maxTokens],
  ] as const) {
    add(`${column} >= ?`, least ?? (most === undefined ? undefined : 0))
    add(`${column} <= ?`, most)
  }
}
