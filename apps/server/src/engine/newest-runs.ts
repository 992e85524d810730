import type { Run } from '@ensemble/core'
import type { SqliteJournal } from './sqlite-journal-types.ts'

const PAGE = 100
/** Runs listed at most, trials included: a Tool done both ways leaves hundreds. */
const MOST_LISTED = 10_000

/** A Run that only tried a Tool alone. */
export const isTrial = ({ idea }: Pick<Run, 'idea'>): boolean => idea.includes('.trial:')

/** The newest Runs, at most `most`. Trials are passed over: they would crowd out what was really run. */
export async function* newestRuns(journal: SqliteJournal, most: number): AsyncGenerator<Run> {
  let cursor: string | null = null
  let found = 0
  let listed = 0
  do {
    const page: Awaited<ReturnType<SqliteJournal['runs']['list']>> = await journal.runs.list({
      limit: PAGE,
      ...(cursor !== null && { cursor }),
    })
    for (const run of page.items) {
      if (isTrial(run)) continue
      yield run
      found += 1
      if (found >= most) return
    }
    listed += page.items.length
    cursor = page.next
  } while (cursor !== null && listed < MOST_LISTED)
}
