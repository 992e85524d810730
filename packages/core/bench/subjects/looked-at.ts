import { createMemoryJournal } from '@ensemble/core'
import { createWithJournal } from './with-journal.ts'

/** The Journal in memory, its chain made and read at the end. */
export const create = (baseUrl: string) =>
  createWithJournal(
    baseUrl,
    () => createMemoryJournal(),
    (journal, run) => journal.read(run),
  )
