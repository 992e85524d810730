import type { Db } from './database.ts'
import { FIGURE_COLUMNS, type FiguresBy, type RunFigures } from './figures-by.ts'
import { conditionsOf, fromWhere } from './run-lists.ts'
import { type Bytes, asBytes, textOf } from './stored-text.ts'
import type { AnnotatedQuery } from './workspace-journal.ts'

interface Row extends Omit<RunFigures, 'name' | 'medianMs' | 'p95Ms'> {
  readonly name: Bytes
}
interface Times {
  readonly name: Bytes
  readonly median: number
  readonly p95: number
}

const COUNTS = `count(*) as runs,
  sum(status = 'completed') as completed, sum(status = 'failed') as failed, sum(status = 'cancelled') as cancelled,
  sum(status = 'waiting') as waiting, sum(status = 'completed' and error <> '') as withFailedCalls,
  sum(max(calls, 0)) as calls, sum(max(tokens, 0)) as tokens, sum(max(cost, 0.0)) as cost, sum(cost < 0) as unpriced`

/** Counts, sums and percentiles of the Runs that match, by group: the days in order, of others the most Runs first. */
export const createRunFigures =
  (db: Db) =>
  (by: FiguresBy, query: AnnotatedQuery): readonly RunFigures[] => {
    const column = FIGURE_COLUMNS[by]
    const { sql, values } = fromWhere(conditionsOf(query))
    const order = by === 'day' ? 'name' : 'runs desc, name'
    // Columns as selected.
    const rows = db
      .prepare(`select ${asBytes(column, 'name')}, ${COUNTS} ${sql} group by ${column} order by ${order}`)
      .all([...values]) as readonly Row[]
    const timed = db
      .prepare(
        `select ${asBytes('name')}, max(iif(place = (count * 50 + 99) / 100, ms, 0)) as median,
           max(iif(place = (count * 95 + 99) / 100, ms, 0)) as p95
         from (select ${column} as name, ms, row_number() over (partition by ${column} order by ms) as place,
                 count(*) over (partition by ${column}) as count ${sql} and ms >= 0)
         group by name`,
      )
      .all([...values]) as readonly Times[]
    const times = new Map(timed.map((each) => [textOf(each.name), each]))
    return rows.map(
      ({ runs, completed, failed, cancelled, waiting, withFailedCalls, calls, tokens, cost, unpriced, ...row }) => {
        const name = textOf(row.name)
        const found = times.get(name)
        return {
          name,
          runs,
          completed,
          failed,
          cancelled,
          waiting,
          withFailedCalls,
          calls,
          tokens,
          cost,
          unpriced,
          medianMs: found?.median ?? null,
          p95Ms: found?.p95 ?? null,
        }
      },
    )
  }
