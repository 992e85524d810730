import type { AnnotatedQuery } from './workspace-journal.ts'

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
