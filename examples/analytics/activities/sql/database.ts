import Database from 'libsql'
import { readFileSync } from 'node:fs'
import { guardSelect } from './guard.ts'

export const TABLES = ['customers', 'products', 'orders', 'order_items'] as const
export type Table = (typeof TABLES)[number]
export type Value = string | number | null

export interface Selected {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly Value[])[]
  /** There were more than MOST_ROWS. */
  readonly truncated: boolean
}

const MOST_ROWS = 200
/** Steps that a query may take; a few seconds of work. */
const MOST_STEPS = 50_000_000

const dataFile = (name: string): string => readFileSync(new URL(`../../data/${name}`, import.meta.url), 'utf8')

/** The bundled data in memory; nothing can write to it once it is open. */
const open = (): Database.Database => {
  const database = new Database(':memory:')
  database.exec(dataFile('schema.sql'))
  // Dangling references are part of the data.
  database.exec('pragma foreign_keys = off; begin')
  for (const table of TABLES) {
    const [header = '', ...lines] = dataFile(`${table}.csv`).trimEnd().split('\n')
    const insert = database.prepare(`insert into ${table} values (${header.replaceAll(/[^,]+/g, '?')})`)
    // The values hold no commas; a column's type makes numbers of the texts.
    for (const line of lines) insert.run(...line.split(',').map((value) => (value === '' ? null : value)))
  }
  database.exec('commit; pragma query_only = on')
  return database
}

let opened: Database.Database | undefined
const database = (): Database.Database => (opened ??= open())

/** Rows of a statement of this example's own. */
export const read = <T>(sql: string, ...values: Value[]): readonly T[] => {
  const rows: unknown[] = database()
    .prepare(sql)
    .all(...values)
  return rows as T[] // the columns that the statement names
}

/** Runs a person's SELECT. Throws with a sentence if it is refused or isn't SQL. */
export const select = (sql: string): Selected => {
  guardSelect(sql, TABLES)
  const steps = stepsOf(sql)
  if (steps > MOST_STEPS)
    throw new Error('This query would read too many combinations of rows; join the tables on their keys.')
  const statement = database().prepare(sql).raw()
  const rows: (readonly Value[])[] = []
  for (const row of statement.iterate()) {
    if (rows.length === MOST_ROWS) return { columns: namesOf(statement), rows, truncated: true }
    rows.push(row as readonly Value[]) // raw rows are arrays; the tables hold texts and numbers
  }
  return { columns: namesOf(statement), rows, truncated: false }
}

const namesOf = (statement: Database.Statement): readonly string[] => statement.columns().map(({ name }) => name)

interface PlanStep {
  readonly id: number
  readonly parent: number
  readonly detail: string
}

/** About how many rows a query visits, by SQLite's own plan: nested scans multiply, everything else adds up. */
const stepsOf = (sql: string): number => {
  const plan = read<PlanStep>(`explain query plan ${sql}`)
  const longest = Math.max(
    ...TABLES.map((table) => read<{ n: number }>(`select count(*) as n from ${table}`)[0]?.n ?? 0),
  )
  const cost = (parent: number): number => {
    let nested = 1
    let repeated = 1
    let beside = 0
    for (const { id, detail } of plan.filter((step) => step.parent === parent)) {
      if (/^SCAN (?!CONSTANT)/.test(detail)) nested *= longest
      else if (detail.startsWith('SEARCH')) nested *= 8
      if (detail.startsWith('CORRELATED')) repeated += cost(id)
      else beside += cost(id) - 1
    }
    return nested * repeated + beside
  }
  return cost(0)
}
