import type { Run } from '@ensemble/core'
import type { WorkspaceJournal } from './workspace-journal.ts'

const PAGE = 100

/** The newest Runs, at most `most`. Trials are skipped: they would crowd out what was really run. */
export async function* newestRuns(journal: WorkspaceJournal, most: number): AsyncGenerator<Run> {
  let cursor: string | null = null
  let found = 0
  do {
    const page: Awaited<ReturnType<WorkspaceJournal['runs']['list']>> = await journal.runs.list({
      limit: PAGE,
      trials: false,
      ...(cursor !== null && { cursor }),
    })
    for (const run of page.items) {
      yield run
      found += 1
      if (found >= most) return
    }
    cursor = page.next
  } while (cursor !== null)
}
