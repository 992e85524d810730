import type { Run } from '@ensemble/core'
import { TRIAL } from '@ensemble/core/trace'
import type { Db } from './database.ts'
import { withAnnotation } from './derived.ts'
import { type Bytes, asBytes, textOrNull } from './stored-text.ts'

/** Filters of a list of Runs; null turns one off. */
export interface RunFilter {
  /** The number of the Run that the page before ended with. */
  readonly before: number
  readonly idea: string | null
  readonly status: string | null
  readonly model: string | null
  readonly from: string | null
  readonly to: string | null
  readonly label: string | null
  readonly isStarred: boolean
  /** Whether Runs that only tried a Tool alone are among them. */
  readonly hasTrials: boolean
  /** Words for the index of texts. */
  readonly match: string | null
  readonly limit: number
}

export interface ListedRun {
  /** Its number: what a page after it begins before. */
  readonly n: number
  readonly run: Run
}

interface Row {
  readonly n: number
  readonly summary: Bytes
  readonly annotation: Bytes | null
}

/** Questions that take a value, by the member of the filter. */
const QUESTIONS = {
  idea: 'idea = ?',
  status: 'status = ?',
  model: 'model = ?',
  from: 'started_at >= ?',
  to: 'started_at < ?',
  label: `annotation is not null and exists (select 1 from json_each(iif(json_valid(annotation), annotation, '{}'), '$.labels') where value = ?)`,
  match: 'n in (select rowid from run_texts where run_texts match ?)',
} as const
type Question = keyof typeof QUESTIONS
// The object above has these keys and no others.
const NAMES = Object.keys(QUESTIONS) as readonly Question[]
const NO_TRIAL = `instr(idea, '${TRIAL}') = 0`
const STARRED = `annotation is not null and json_extract(iif(json_valid(annotation), annotation, '{}'), '$.star')`

/**
 * Runs, newest first. Each combination of filters has its own prepared statement: one statement for all would defeat
 * the indexes.
 */
export const createRunLists = (
  db: Db,
  runOf: (n: number, summary: Bytes) => Run,
): ((filter: RunFilter) => readonly ListedRun[]) => {
  const prepared = new Map<string, ReturnType<Db['prepare']>>()
  const statementFor = (conditions: readonly string[]): ReturnType<Db['prepare']> => {
    const text = `select n, ${asBytes('summary')}, ${asBytes('annotation')} from runs where ${conditions.join(' and ')} order by n desc limit ?`
    const statement = prepared.get(text) ?? db.prepare(text)
    prepared.set(text, statement)
    return statement
  }
  return (filter) => {
    const asked = NAMES.filter((name) => filter[name] !== null)
    const conditions = ['n < ?', ...asked.map((name) => QUESTIONS[name])]
    if (filter.isStarred) conditions.push(STARRED)
    if (!filter.hasTrials) conditions.push(NO_TRIAL)
    const values = [filter.before, ...asked.map((name) => filter[name]), filter.limit]
    const rows = statementFor(conditions).all(values)
    // Columns as selected, written by `putRun`, `updateRun` and `putAnnotation`.
    return (rows as readonly Row[]).map(({ n, summary, annotation }) => ({
      n,
      run: withAnnotation(runOf(n, summary), textOrNull(annotation)),
    }))
  }
}
