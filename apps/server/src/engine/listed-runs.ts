import type { Run } from '@ensemble/core'
import { rest } from '../rest.ts'
import { closedJournal } from './journal-errors.ts'
import type { JournalParts } from './journal-parts.ts'
import type { ListQuery, WorkspaceJournal } from './workspace-journal.ts'
import type { Statements } from './statements.ts'

const MOST_LISTED = 500

/** Runs by a person's question about them. */
export const createListedRuns = (
  statements: Statements,
  shown: JournalParts['shown'],
  isOpen: () => boolean,
): Pick<WorkspaceJournal['runs'], 'get' | 'byKey' | 'list' | 'errors' | 'figures'> => {
  /** The Runs whose inputs contain the query's text. Yields to other work while it searches. */
  const searched = async (
    query: ListQuery,
    enough = Number.POSITIVE_INFINITY,
  ): Promise<{ readonly among: readonly number[] } | undefined> => {
    // In the order of their numbers a page is full before all are looked at.
    const isNewestFirst = query.sort === undefined && query.order !== 'asc'
    const found = statements.lists.searched(
      query,
      isNewestFirst && /^\d+$/.test(query.cursor ?? '') ? Number(query.cursor) : undefined,
    )
    if (found === undefined) return undefined
    const among: number[] = []
    for (const some of found) {
      among.push(...some)
      if (isNewestFirst && among.length > enough) break
      await rest()
      if (!isOpen()) throw closedJournal()
    }
    return { among }
  }
  const get = (run: string): Run | undefined => {
    const row = statements.run(run)
    return row && shown(row.summary, row.annotation)
  }
  return {
    get: async (run) => get(run),
    byKey: async (key) => {
      const found = statements.byKey(key)
      return found && get(found.id)
    },
    list: async ({ limit = 50, ...query }) => {
      const most = Math.min(Math.max(1, limit), MOST_LISTED)
      const { items, next } = statements.lists.page({ ...query, ...(await searched(query, most)), limit: most })
      return { items: items.map((run) => shown(run)), next }
    },
    figures: async (by, query) => statements.figures(by, query),
    errors: async (query) => statements.lists.errors({ ...query, ...(await searched(query)) }),
  }
}
