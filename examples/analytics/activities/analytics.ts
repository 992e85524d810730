import type { ActivityContext, Artifact } from '@ensemble/core'
import { drawSvg } from './chart/draw-svg.ts'
import { read, select, type Selected, type Table, type Value } from './sql/database.ts'
import { columnsOf, countOf, issuesOf, type Column, type Issue } from './sql/quality.ts'

interface OfTable {
  readonly table: Table
}

export const describe_table = ({
  table,
}: OfTable): OfTable & {
  readonly rows: number
  readonly columns: readonly Column[]
  readonly sample: readonly object[]
  readonly summary: string
} => {
  const columns = columnsOf(table)
  const rows = countOf(table)
  const sample = read<readonly Value[]>(`select * from ${table} order by id limit 3`)
  const names = columns.map(({ name }) => name).join(', ')
  return { table, rows, columns, sample, summary: `${table} has ${rows} rows with ${names}.` }
}

export const sql_select = ({ query }: { readonly query: string }): Selected & { readonly summary: string } => {
  const selected = select(query)
  const { columns, rows, truncated } = selected
  const first = rows[0]?.map((value, index) => `${columns[index]} ${value}`).join(', ')
  const count = `${rows.length}${truncated ? ' rows (there are more)' : rows.length === 1 ? ' row' : ' rows'}`
  return {
    ...selected,
    summary: first === undefined ? 'No rows.' : `${count} of ${columns.join(', ')}; the first one: ${first}.`,
  }
}

export const check_data_quality = ({
  table,
}: OfTable): OfTable & { readonly rows: number; readonly issues: readonly Issue[]; readonly summary: string } => {
  const issues = issuesOf(table)
  const rows = countOf(table)
  const said = issues.map(({ column, issue, count }) => `${count} ${issue} in ${column}`).join(', ')
  return { table, rows, issues, summary: `${table}, ${rows} rows: ${said || 'nothing is wrong'}.` }
}

interface DrawChart {
  readonly rows: Selected
  readonly kind: 'bar' | 'line'
  readonly title?: string
}

const MOST_POINTS = 60

/** The first column along the axis, the first other one that holds numbers as its values. */
export const draw_chart = async (
  { rows: { columns, rows }, kind, title }: DrawChart,
  { artifact }: ActivityContext,
): Promise<{ readonly chart: Artifact; readonly caption: string }> => {
  const values = columns.findIndex((_, index) => index > 0 && rows.some((row) => typeof row[index] === 'number'))
  if (values === -1) throw new Error('There is nothing to draw: no column after the first holds numbers.')
  const points = rows
    .slice(0, MOST_POINTS)
    .map((row) => ({ label: String(row[0] ?? '–'), value: Number(row[values] ?? 0) }))
  const heading = title ?? `${columns[values]} by ${columns[0]}`
  const svg = drawSvg(kind, heading, points)
  const chart = await artifact('chart.svg', new TextEncoder().encode(svg), { type: 'image/svg+xml' })
  const highest = points.reduce(
    (best, point) => (point.value > best.value ? point : best),
    points[0] ?? { label: '', value: 0 },
  )
  return { chart, caption: `${heading}: ${points.length} values, the highest ${highest.value} (${highest.label}).` }
}
