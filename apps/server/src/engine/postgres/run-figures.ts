import { FIGURE_COLUMNS, type FiguresBy, type RunFigures } from '../figures-by.ts'
import type { Query } from './postgres-database.ts'

const COUNTS = `count(*)::int as runs,
  (count(*) filter (where status = 'completed'))::int as completed,
  (count(*) filter (where status = 'failed'))::int as failed,
  (count(*) filter (where status = 'cancelled'))::int as cancelled,
  (count(*) filter (where status = 'waiting'))::int as waiting,
  (count(*) filter (where status = 'completed' and error <> ''))::int as "withFailedCalls",
  sum(greatest(calls, 0))::double precision as calls, sum(greatest(tokens, 0))::double precision as tokens,
  sum(greatest(cost, 0))::double precision as cost, (count(*) filter (where cost < 0))::int as unpriced,
  (percentile_disc(0.5) within group (order by ms) filter (where ms >= 0))::double precision as "medianMs",
  (percentile_disc(0.95) within group (order by ms) filter (where ms >= 0))::double precision as "p95Ms"`

/** Figures of the Runs that `where` leaves, as the engine on SQLite gives them. */
export const readFigures = (
  query: Query,
  by: FiguresBy,
  { where, values }: { readonly where: string; readonly values: unknown[] },
): Promise<readonly RunFigures[]> => {
  const column = FIGURE_COLUMNS[by]
  const order = by === 'day' ? 'name' : 'runs desc, name'
  return query<RunFigures>(
    `select ${column} as name, ${COUNTS} from runs ${where} group by ${column} order by ${order}`,
    values,
  )
}
