import { type Json, type Run, type Sha256, isObject } from '@ensemble/core'
import { TRIAL } from '@ensemble/core/trace'
import { OF_NUMBERS, SORTS, addPlain } from '../plain-conditions.ts'
import type { AnnotatedQuery, ListQuery, WorkspaceJournal } from '../workspace-journal.ts'
import { getBodies } from './bodies.ts'
import type { Query } from './postgres-database.ts'
import { readFigures } from './run-figures.ts'
import { IS_NOTED, RUN_COLUMNS, type RunColumns, withNotes } from './postgres-types.ts'
import { toQuery } from './word-index.ts'

const MOST_LISTED = 500
/** Runs whose inputs are looked into with one statement. */
const SEARCHED_AT_ONCE = 250
/** After which Run a page begins: its number, and with a sort what it is sorted by. */
const CURSOR = /^(\d+)(?::([^]*))?$/

/** Conditions that hold together, with their values. */
class Conditions {
  readonly #all: string[] = []
  readonly values: unknown[] = []
  /** `?` in the text is the value's place. */
  add(sql: string, ...values: readonly unknown[]): void {
    let index = 0
    this.#all.push(sql.replaceAll('?', () => `$${this.values.push(values[index++])}`))
  }
  get where(): string {
    return this.#all.length === 0 ? '' : `where ${this.#all.join(' and ')}`
  }
}

/** Whether a scorer gave such a score. */
const scoreBy = (such: string): string =>
  `exists (select 1 from jsonb_array_elements(scores) as one where one ->> 'by' = ? and (one ->> 'score')::double precision ${such})`

const conditionsOf = (query: AnnotatedQuery): Conditions => {
  const found = new Conditions()
  const add = (sql: string, value: unknown): void => {
    if (value !== undefined) found.add(sql, value)
  }
  addPlain(query, add)
  add('words @@ ?::tsquery', toQuery(query.q ?? ''))
  add(`labels @> array[?::text] and ${IS_NOTED}`, query.label)
  if (query.starred === true) found.add(`star and ${IS_NOTED}`)
  if (query.scoredBy !== undefined)
    found.add(`${IS_NOTED} and ${scoreBy('between ? and ?')}`, query.scoredBy, query.minScore ?? 0, query.maxScore ?? 1)
  add(`not ${scoreBy('is not null')}`, query.unscoredBy)
  if (query.trials === false) found.add('strpos(idea, ?) = 0', TRIAL)
  return found
}

/** The value at `input.brief.0` of an input, as a text. */
const textAt = (input: unknown, path: string): string => {
  let value: unknown = input
  for (const name of path.split('.').slice(1))
    value = Array.isArray(value) ? value[Number(name)] : isObject(value) ? value[name] : undefined
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** Those of the Runs whose inputs hold a text at a place. */
const holding = async (
  query: Query,
  rows: readonly RunColumns[],
  path: string,
  value: string,
): Promise<readonly RunColumns[]> => {
  const inputs = rows.map((row) => withNotes(row).input as Json | { readonly $body: Sha256 })
  const large = inputs.flatMap((input) =>
    isObject(input) && typeof input['$body'] === 'string' ? [input['$body'] as Sha256] : [],
  )
  const bodies = await getBodies(query, large)
  const decoder = new TextDecoder()
  const wholeOf = (input: (typeof inputs)[number]): unknown => {
    const bytes = isObject(input) && typeof input['$body'] === 'string' ? bodies.get(input['$body']) : undefined
    return bytes === undefined ? input : JSON.parse(decoder.decode(bytes))
  }
  const wanted = value.toLowerCase()
  return rows.filter((_, index) =>
    textAt(wholeOf(inputs[index] ?? null), path)
      .toLowerCase()
      .includes(wanted),
  )
}

/** Runs by a person's question about them. */
export const createLists = (
  query: Query,
  shown: (run: Run) => Run,
): Pick<WorkspaceJournal['runs'], 'get' | 'byKey' | 'list' | 'errors' | 'figures'> => {
  /** The numbers of Runs whose inputs hold a text at a place, the newest first; undefined where no place is named. */
  const searched = async ({ path, value, ...rest }: AnnotatedQuery): Promise<readonly string[] | undefined> => {
    if (path === undefined || value === undefined) return undefined
    const found: string[] = []
    const words = toQuery(value)
    for (let below: string | undefined; ;) {
      const conditions = conditionsOf(rest)
      if (below !== undefined) conditions.add('n < ?', below)
      // The index of words leaves few inputs to look into.
      if (words !== undefined) conditions.add('words @@ ?::tsquery', words)
      const rows = await query<RunColumns>(
        `select ${RUN_COLUMNS} from runs ${conditions.where} order by n desc limit ${SEARCHED_AT_ONCE}`,
        conditions.values,
      )
      found.push(...(await holding(query, rows, path, value)).map(({ n }) => n))
      below = rows.at(-1)?.n
      if (rows.length < SEARCHED_AT_ONCE) return found
    }
  }
  const chosen = async (filter: AnnotatedQuery): Promise<Conditions> => {
    const conditions = conditionsOf(filter)
    const among = await searched(filter)
    if (among !== undefined) conditions.add('n = any(?::bigint[])', among)
    return conditions
  }
  return {
    get: async (run) => {
      const [row] = await query<RunColumns>(`select ${RUN_COLUMNS} from runs where id = $1`, [run])
      return row && shown(withNotes(row))
    },
    byKey: async (key) => {
      const [row] = await query<RunColumns>(`select ${RUN_COLUMNS} from runs where idempotency_key = $1`, [key])
      return row && shown(withNotes(row))
    },
    list: async ({ limit = 50, sort, order = 'desc', cursor = '', ...filter }: ListQuery) => {
      const most = Math.min(Math.max(1, limit), MOST_LISTED)
      const column = sort === undefined ? 'n' : SORTS[sort]
      const conditions = await chosen(filter)
      const [, n, value = ''] = CURSOR.exec(cursor) ?? []
      const sign = order === 'asc' ? '>' : '<'
      if (n !== undefined && sort === undefined) conditions.add(`n ${sign} ?`, n)
      else if (n !== undefined)
        conditions.add(
          `(${column}, n) ${sign} (?${OF_NUMBERS.has(column) ? '::double precision' : '::text'}, ?::bigint)`,
          value,
          n,
        )
      const rows = await query<RunColumns & { readonly value: string | number }>(
        `select ${RUN_COLUMNS}, ${column} as value from runs ${conditions.where}
         order by ${column} ${order}, n ${order} limit ${most + 1}`,
        conditions.values,
      )
      const page = rows.slice(0, most)
      const last = page.at(-1)
      const next =
        last === undefined || rows.length <= most ? null : sort === undefined ? last.n : `${last.n}:${last.value}`
      return { items: page.map((row) => shown(withNotes(row))), next }
    },
    figures: async (by, filter) => readFigures(query, by, await chosen(filter)),
    errors: async ({ error: _anyCode, ...filter }) => {
      const conditions = await chosen(filter)
      conditions.add(`error <> ''`)
      return query<{ readonly code: string; readonly count: number }>(
        `select error as code, count(*)::int as count from runs ${conditions.where} group by error order by count desc, code`,
        conditions.values,
      )
    },
  }
}
