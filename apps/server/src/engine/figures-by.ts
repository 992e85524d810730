/** The columns that Runs are put together by. */
export const FIGURE_COLUMNS = {
  day: 'substr(started_at, 1, 10)',
  idea: 'idea',
  model: 'model',
  status: 'status',
  error: 'error',
} as const
export type FiguresBy = keyof typeof FIGURE_COLUMNS
export const FIGURES_BY = Object.keys(FIGURE_COLUMNS) as readonly FiguresBy[]

/** Runs that have something in common. Times in milliseconds; unknown measures are left out of sums and percentiles. */
export interface RunFigures {
  readonly name: string
  readonly runs: number
  readonly completed: number
  readonly failed: number
  readonly cancelled: number
  /** Runs that wait for a person now. */
  readonly waiting: number
  /** Completed Runs of which Calls failed. */
  readonly withFailedCalls: number
  readonly calls: number
  readonly tokens: number
  readonly cost: number
  /** Runs without a known cost. */
  readonly unpriced: number
  readonly medianMs: number | null
  readonly p95Ms: number | null
}
