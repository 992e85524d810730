import type { Run } from '@ensemble/core'
import { TRIAL } from '@ensemble/core/trace'
import type { Db } from './database.ts'
import { toMatch, withAnnotation } from './derived.ts'
import { OF_NUMBERS, SORTS, addPlain } from './plain-conditions.ts'
import type { AnnotatedQuery, ListQuery, RunSort } from './workspace-journal.ts'
import { ANNOTATION, type Bytes, SUMMARY, asBytes, textOf, textOrNull } from './stored-text.ts'

/** Which Runs a list shows, and how many of them. */
export type RunFilter = ListQuery & { readonly limit: number; readonly among?: Among }
/** The numbers of Runs that were found before. */
type Among = readonly number[] | undefined

export interface RunLists {
  /** Runs in their order, one more than `limit` if there are more; `next` continues after the last of the page. */
  page(filter: RunFilter): { readonly items: readonly Run[]; readonly next: string | null }
  /**
   * The numbers of the Runs before number `before` whose inputs hold a text at a place, the newest first, some at a
   * time; undefined where the filter names no place. A filter with `among` looks at no other Runs.
   */
  searched(filter: AnnotatedQuery, before?: number): Iterable<readonly number[]> | undefined
  /** How many Runs failed with each code, the most frequent first; a filter by code is left out. */
  errors(
    filter: AnnotatedQuery & { readonly among?: Among },
  ): readonly { readonly code: string; readonly count: number }[]
}

interface Row {
  readonly n: number
  readonly value: Bytes | number
  readonly summary: Bytes
  readonly annotation: Bytes | null
}

/** A condition with its values; `isNoted`: the index of annotated Runs is read in place of that of all. */
interface Condition {
  readonly sql: string
  readonly values: readonly (string | number)[]
  readonly isNoted?: boolean
}

const WORDS = 'n in (select rowid from run_texts where run_texts match ?)'
const AMONG = 'n in (select value from json_each(?))'
/** The input as JSON; a large one is kept by its hash. */
const BODY = `select iif(json_valid(cast(bytes as text)), cast(bytes as text), 'null') from bodies`
const INPUT = `coalesce((${BODY} where hash = ${SUMMARY} ->> '$.input."$body"'), ${SUMMARY} -> '$.input')`

/** `input.brief.0` as a path of JSON in SQLite, from the input on. */
const jsonPath = (path: string): string =>
  path
    .split('.')
    .slice(1)
    .map((name) => (/^\d+$/.test(name) ? `[${name}]` : `."${name}"`))
    .join('')

/** Whether the input holds a text at a place. */
const HOLDS = `instr(lower(coalesce(json_extract(${INPUT}, ?), '')), lower(?)) > 0`

/** Whether a scorer gave such a score. */
const scoreBy = (such: string): string =>
  `exists (select 1 from json_each(${ANNOTATION}, '$.scores') where value ->> '$.by' = ? and value ->> '$.score' ${such})`

/** A question as conditions on the columns of `runs`. */
export const conditionsOf = (query: AnnotatedQuery, among?: Among): readonly Condition[] => {
  const conditions: Condition[] = []
  const add = (sql: string, value: string | number | undefined): void => {
    if (value !== undefined) conditions.push({ sql, values: [value] })
  }
  addPlain(query, add)
  add(WORDS, toMatch(query.q ?? ''))
  if (among !== undefined) conditions.push({ sql: AMONG, values: [JSON.stringify(among)] })
  if (query.label !== undefined)
    conditions.push({
      sql: `annotation is not null and exists (select 1 from json_each(${ANNOTATION}, '$.labels') where value = ?)`,
      values: [query.label],
      isNoted: true,
    })
  if (query.starred === true)
    conditions.push({
      sql: `annotation is not null and json_extract(${ANNOTATION}, '$.star')`,
      values: [],
      isNoted: true,
    })
  if (query.scoredBy !== undefined)
    conditions.push({
      sql: `annotation is not null and ${scoreBy('between ? and ?')}`,
      values: [query.scoredBy, query.minScore ?? 0, query.maxScore ?? 1],
      isNoted: true,
    })
  if (query.unscoredBy !== undefined)
    conditions.push({
      sql: `(annotation is null or not ${scoreBy('is not null')})`,
      values: [query.unscoredBy],
    })
  if (query.trials === false) conditions.push({ sql: `instr(idea, '${TRIAL}') = 0`, values: [] })
  return conditions
}

/** Runs that the indexes choose in one turn of the host, for their inputs to be looked into: some milliseconds. */
const CHOSEN_AT_ONCE = 5000
/** Runs whose inputs are looked into in one turn: some milliseconds. */
const SEARCHED_AT_ONCE = 250

/** After which Run a page begins: its number, and with a sort what it is sorted by. */
const CURSOR = /^(\d+)(?::([^]*))?$/

/** The Runs that conditions leave, as the end of a `select`, with its values. */
export const fromWhere = (conditions: readonly Condition[]) => {
  const index = conditions.some(({ isNoted }) => isNoted) ? 'runs_annotated' : 'runs_listed'
  const where = ['n > 0', ...conditions.map(({ sql }) => sql)].join(' and ')
  return { sql: `from runs indexed by ${index} where ${where}`, values: conditions.flatMap(({ values }) => values) }
}

/** Lists of Runs. Each combination of filters has its own statement; most read only the narrow index `runs_listed`. */
export const createRunLists = (db: Db, runOf: (n: number, summary: Bytes) => Run): RunLists => {
  const prepared = new Map<string, ReturnType<Db['prepare']>>()
  const statementFor = (text: string): ReturnType<Db['prepare']> => {
    const statement = prepared.get(text) ?? db.prepare(text)
    prepared.set(text, statement)
    return statement
  }
  const numbersOf = (text: string, values: readonly (string | number)[]): readonly number[] =>
    statementFor(text)
      .pluck()
      .all([...values]) as readonly number[] // one column, as selected
  return {
    page: ({ sort, order = 'desc', cursor = '', limit, among, ...query }) => {
      const column = sort === undefined ? 'n' : SORTS[sort]
      const isNumber = OF_NUMBERS.has(column)
      const conditions = [...conditionsOf(query, among)]
      const [, n, value = ''] = CURSOR.exec(cursor) ?? []
      const sign = order === 'asc' ? '>' : '<'
      if (n !== undefined)
        conditions.push(
          sort === undefined
            ? { sql: `n ${sign} ?`, values: [Number(n)] }
            : { sql: `(${column}, n) ${sign} (?, ?)`, values: [isNumber ? Number(value) : value, Number(n)] },
        )
      const { sql, values } = fromWhere(conditions)
      const inOrder = (table: string): string => `order by ${table}value ${order}, ${table}n ${order}`
      const text = `select runs.n as n, ${isNumber ? 'found.value as value' : asBytes('found.value', 'value')}, ${asBytes('summary')}, ${asBytes('annotation')}
        from (select n, ${column} as value ${sql} order by ${column} ${order}, n ${order} limit ?) as found
        join runs on runs.n = found.n ${inOrder('found.')}`
      // Columns as selected, written by `putRun`, `updateRun` and `putAnnotation`.
      const rows = statementFor(text).all([...values, limit + 1]) as readonly Row[]
      const page = rows.slice(0, limit)
      const last = page.at(-1)
      return {
        items: page.map((row) => withAnnotation(runOf(row.n, row.summary), textOrNull(row.annotation))),
        next: last === undefined || rows.length <= limit ? null : cursorOf(last, sort),
      }
    },
    searched: ({ path, value, ...query }, before) => {
      if (path === undefined || value === undefined) return undefined
      const match = toMatch(value)
      // The index of words leaves few inputs to look into.
      const words = match === undefined ? [] : [{ sql: WORDS, values: [match] }]
      const text = `select n from runs where ${AMONG} and ${HOLDS} order by n desc`
      return (function* () {
        let below = before
        do {
          const newer = below === undefined ? [] : [{ sql: 'n < ?', values: [below] }]
          const { sql, values } = fromWhere([...conditionsOf(query), ...newer, ...words])
          const chosen = numbersOf(`select n ${sql} order by n desc limit ${CHOSEN_AT_ONCE}`, values)
          for (let at = 0; at < chosen.length; at += SEARCHED_AT_ONCE) {
            const some = JSON.stringify(chosen.slice(at, at + SEARCHED_AT_ONCE))
            yield numbersOf(text, [some, `$${jsonPath(path)}`, value])
          }
          below = chosen.length < CHOSEN_AT_ONCE ? undefined : chosen.at(-1)
        } while (below !== undefined)
      })()
    },
    errors: ({ error: _anyCode, among, ...query }) => {
      const { sql, values } = fromWhere([...conditionsOf(query, among), { sql: `error <> ''`, values: [] }])
      const text = `select ${asBytes('error', 'code')}, count(*) as count ${sql} group by error order by count(*) desc, error`
      const rows = statementFor(text).all([...values]) as readonly { readonly code: Bytes; readonly count: number }[]
      return rows.map(({ code, count }) => ({ code: textOf(code), count }))
    },
  }
}

const cursorOf = ({ n, value }: Row, sort: RunSort | undefined): string =>
  sort === undefined ? String(n) : `${n}:${typeof value === 'number' ? value : textOf(value)}`
