import type { Sha256 } from '@ensemble/core'
import type { Db } from './database.ts'
import { type EventLines, createEventLines } from './event-lines.ts'
import { type Inbox, createInbox } from './inbox.ts'
import { createRunFigures } from './run-figures.ts'
import { type RunLists, createRunLists } from './run-lists.ts'
import { type RunRemoval, createRunRemoval } from './run-removal.ts'
import { type RunSizes, createRunSizes } from './run-sizes.ts'
import { type RunRows, createRunRows } from './run-rows.ts'
import { type StoredBodies, createStoredBodies } from './stored-bodies.ts'
import { createSummaries } from './summaries.ts'

/** The database's words, prepared once; rows are what the migrations made and these parts wrote. */
export interface Statements extends RunRows, RunRemoval, RunSizes, EventLines, Inbox {
  readonly lists: RunLists
  readonly figures: ReturnType<typeof createRunFigures>
  readonly bodies: StoredBodies
  /** The Run needs the content, and all that this is stored of. */
  putUse(hash: Sha256, run: string): void
  size(): { readonly runs: number; readonly journal: number }
}

export const prepareStatements = (db: Db): Statements => {
  const bodies = createStoredBodies(db)
  const runOf = createSummaries(db, bodies.get)
  const insertUse = db.prepare('insert or ignore into uses (hash, run) values (?, ?)')
  const selectSize = db.prepare(
    `select (select count(*) from runs) as runs,
       (select page_count * page_size from pragma_page_count(), pragma_page_size()) as journal`,
  )
  return {
    ...createRunRows(db, bodies, runOf),
    ...createRunRemoval(db),
    ...createRunSizes(db),
    ...createEventLines(db),
    ...createInbox(db),
    lists: createRunLists(db, runOf),
    figures: createRunFigures(db),
    bodies,
    putUse: (hash, run) => {
      const needed = [hash]
      for (let next = needed.pop(); next !== undefined; next = needed.pop())
        if (insertUse.run(next, run).changes > 0) needed.push(...bodies.needs(next))
    },
    size: () => {
      // Columns as selected; the driver adds its own.
      const { runs, journal } = selectSize.get() as { runs: number; journal: number }
      return { runs, journal }
    },
  }
}
