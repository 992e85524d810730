import type { ToolTotals } from '@ensemble/core/trace'

export const TOTAL_COLUMNS = ['name', 'count', 'total', 'self', 'p95', 'tokens', 'errors'] as const
export type TotalColumn = (typeof TOTAL_COLUMNS)[number]

interface Sorting {
  readonly by: TotalColumn
  readonly isUp: boolean
}

/** An order as the address writes it: `tokens`, `+tokens` upward, `-name` downward; by own time where it says nothing. */
export function sortOf(text: string | undefined): Sorting {
  const name = text?.replace(/^[+-]/, '')
  const by = TOTAL_COLUMNS.find((column) => column === name) ?? 'self'
  return { by, isUp: text?.startsWith('+') === true || (by === 'name' && text?.startsWith('-') !== true) }
}

/** The rows in order; equal ones stay in order of appearance. */
export function sortedTotals(
  rows: readonly ToolTotals[],
  { by, isUp, nameOf }: Sorting & { readonly nameOf: (row: ToolTotals) => string },
): readonly ToolTotals[] {
  const way = isUp ? 1 : -1
  if (by === 'name') return rows.toSorted((a, b) => way * nameOf(a).localeCompare(nameOf(b)))
  const valueOf = VALUES[by]
  return rows.toSorted((a, b) => way * (valueOf(a) - valueOf(b)))
}

const VALUES: Readonly<Record<Exclude<TotalColumn, 'name'>, (row: ToolTotals) => number>> = {
  count: ({ spans }) => spans.length,
  total: ({ totalMs }) => totalMs,
  self: ({ selfMs }) => selfMs,
  p95: ({ p95Ms }) => p95Ms ?? -1,
  tokens: ({ usage }) => usage.inputTokens + usage.outputTokens,
  errors: ({ errors }) => errors,
}
