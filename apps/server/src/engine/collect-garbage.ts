import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { rest } from '../rest.ts'
import { type OutlivedRun, type Retention, type RetentionParts, ownBytes } from './retention.ts'

/** A number of things, and the bytes they take. */
export interface Counted {
  readonly count: number
  readonly bytes: number
}

export interface Collected {
  readonly dryRun: boolean
  /** Runs beyond the retention of ensemble.json; `largest` has those that take the most, at most `MOST_NAMED`. */
  readonly runs: Counted & { readonly largest: readonly OutlivedRun[] }
  /** Values of the database that no run uses. */
  readonly values: Counted
  /** Files of Activities that no run uses. */
  readonly files: Counted
  /** Older copies of the database, which a person deletes. */
  readonly copies: readonly { readonly file: string; readonly bytes: number }[]
}

export interface RunSize {
  readonly id: string
  readonly idea: string
  readonly status: string
  readonly startedAt: string
  /** Bytes that are free if this run is deleted. */
  readonly bytes: number
}

/** A file that was just made may wait for the event that names it. */
const FRESH_MS = 3_600_000
const RUNS_AT_ONCE = 100
const MOST_NAMED = 20
const COPY = /^ensemble\.db\.(v\d+\.backup|damaged-.*|kept-.*)$/

const sum = (sized: readonly { readonly bytes: number }[]): Counted => ({
  count: sized.length,
  bytes: sized.reduce((total, { bytes }) => total + bytes, 0),
})

const copiesIn = async (root: string): Promise<Collected['copies']> => {
  const folder = join(root, '.ensemble')
  const names = (await readdir(folder).catch(() => [])).filter((name) => COPY.test(name))
  return Promise.all(
    names.toSorted().map(async (name) => ({ file: `.ensemble/${name}`, bytes: (await stat(join(folder, name))).size })),
  )
}

const unusedFiles = async ({ journal, artifacts, now }: RetentionParts) => {
  const unused: { readonly hash: string; readonly bytes: number }[] = []
  for (const { hash, bytes, at } of await artifacts.list())
    if (now() - at > FRESH_MS && !(await journal.isUsed(hash))) unused.push({ hash, bytes })
  return unused
}

/** Deletes what nothing needs, or only counts it. */
export const collectGarbage = async (
  parts: RetentionParts & { readonly root: string },
  retention: Retention,
  dryRun: boolean,
): Promise<Collected> => {
  const { journal, artifacts } = parts
  const runs = await (dryRun ? retention.preview() : retention.apply())
  const values = await (dryRun ? journal.unusedValues() : journal.removeUnused())
  const files = await unusedFiles(parts)
  if (!dryRun) for (const { hash } of files) await artifacts.remove(hash)
  const largest = runs.toSorted((a, b) => b.bytes - a.bytes).slice(0, MOST_NAMED)
  const copies = await copiesIn(parts.root)
  return { dryRun, runs: { ...sum(runs), largest }, values: sum(values), files: sum(files), copies }
}

/** The runs that take the most space, the largest first. */
export const largestRuns = async (
  parts: Pick<RetentionParts, 'journal' | 'artifacts'>,
  limit: number,
): Promise<readonly RunSize[]> => {
  const { journal } = parts
  const sizes: { readonly id: string; readonly bytes: number }[] = []
  for (let at = 0; ; at += RUNS_AT_ONCE) {
    const ids = await journal.runIds(at, RUNS_AT_ONCE)
    for (const id of ids) sizes.push({ id, bytes: (await ownBytes(parts, id)).total })
    if (ids.length < RUNS_AT_ONCE) break
    await rest()
  }
  const largest = sizes.toSorted((a, b) => b.bytes - a.bytes).slice(0, limit)
  const found = await Promise.all(largest.map(async ({ id, bytes }) => ({ run: await journal.runs.get(id), bytes })))
  return found.flatMap(({ run, bytes }) => {
    if (run === undefined) return []
    const { id, idea, status, startedAt } = run
    return [{ id, idea, status, startedAt, bytes }]
  })
}
