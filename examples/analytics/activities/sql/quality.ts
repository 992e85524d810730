import { read, type Table } from './database.ts'

export interface Column {
  readonly name: string
  readonly type: string
  readonly nullable: boolean
  /** Table and column it points to. */
  readonly references: string | null
}

export interface Issue {
  readonly column: string
  readonly issue: 'empty' | 'duplicate' | 'dangling' | 'negative' | 'future'
  readonly count: number
  /** Ids of up to five such rows. */
  readonly ids: readonly number[]
}

export const columnsOf = (table: Table): readonly Column[] => {
  const keys = read<{ from: string; table: string; to: string }>(`pragma foreign_key_list(${table})`)
  return read<{ name: string; type: string; notnull: number; pk: number }>(`pragma table_info(${table})`).map(
    (column) => {
      const key = keys.find(({ from }) => from === column.name)
      return {
        name: column.name,
        type: column.type.toLowerCase(),
        nullable: column.notnull === 0 && column.pk === 0,
        references: key === undefined ? null : `${key.table}.${key.to}`,
      }
    },
  )
}

export const countOf = (table: Table): number => read<{ n: number }>(`select count(*) as n from ${table}`)[0]?.n ?? 0

/** The last day of the bundled data: what is later is a mistake. */
const LAST_DAY = '2026-11-21'
/** Columns whose values name one row each. */
const UNIQUE = new Set(['email'])

/** The faults of a table, by column. */
export const issuesOf = (table: Table): readonly Issue[] =>
  columnsOf(table).flatMap((column) =>
    checksOf(table, column).flatMap(([issue, condition]): Issue[] => {
      const ids = read<{ id: number }>(`select id from ${table} where ${condition} order by id`).map(({ id }) => id)
      return ids.length === 0 ? [] : [{ column: column.name, issue, count: ids.length, ids: ids.slice(0, 5) }]
    }),
  )

/** The conditions that a wrong value of this column meets. */
const checksOf = (table: Table, { name, type, references }: Column): readonly (readonly [Issue['issue'], string])[] => {
  const [parent, key] = references?.split('.') ?? []
  return [
    ['empty', `${name} is null or ${name} = ''`],
    ...(UNIQUE.has(name)
      ? [['duplicate', `${name} in (select ${name} from ${table} group by ${name} having count(*) > 1)`] as const]
      : []),
    ...(parent === undefined ? [] : [['dangling', `${name} not in (select ${key} from ${parent})`] as const]),
    ...(type === 'integer' || type === 'real' ? [['negative', `${name} < 0`] as const] : []),
    ...(type === 'date' ? [['future', `${name} > '${LAST_DAY}'`] as const] : []),
  ]
}
