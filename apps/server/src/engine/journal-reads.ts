import type { JournalEvent } from '@ensemble/core'
import { rest } from '../rest.ts'
import { createCheckedMessages } from './checked-messages.ts'
import { followRun } from './follow-run.ts'
import { hydrateEvents } from './hydrate-events.ts'
import { unknownRun } from './journal-errors.ts'
import type { WorkspaceJournal } from './workspace-journal.ts'
import type { Statements } from './statements.ts'
import type { Tails } from './tails.ts'
import { PAGE, type VerifiedReader } from './verified-reader.ts'

/** Events among which those of one type are looked for at once: some milliseconds. */
const LOOKED_THROUGH = 2000

type JournalReads = Pick<WorkspaceJournal, 'read' | 'tail' | 'inbox' | 'readType' | 'readLines'>

/** Reading one Run's events: recorded, as they come, of one type, byte for byte. */
export const createJournalReads = (statements: Statements, read: VerifiedReader, tails: Tails): JournalReads => ({
  read: async (run, { after = 0, limit = Number.MAX_SAFE_INTEGER, hydrate = false } = {}) => {
    if (statements.run(run) === undefined) throw unknownRun(run)
    const events: JournalEvent[] = []
    while (events.length < limit) {
      const page = read.events(run, after + events.length, Math.min(PAGE, limit - events.length))
      events.push(...page)
      if (page.length < PAGE) break
      await rest()
    }
    const checked = createCheckedMessages()
    return hydrate ? hydrateEvents(events, (hash) => read.value(run, hash, checked)) : events
  },

  tail: (run, after, stop) => {
    if (statements.run(run) === undefined) throw unknownRun(run)
    return followRun(
      {
        open: () => tails.open(run),
        recorded: (seq, limit) => read.events(run, seq, limit),
        summary: () => statements.run(run)?.summary,
      },
      after,
      stop,
    )
  },

  inbox: async (run) => statements.signals(run),

  readType: async (run, type) => {
    const events: JournalEvent[] = []
    const last = statements.run(run)?.summary.head.seq ?? 0
    for (let after = 0; after < last; after += LOOKED_THROUGH) {
      if (after > 0) await rest()
      events.push(...read.ofType(run, type, after, after + LOOKED_THROUGH))
    }
    return events
  },
  readLines: async (run, after, limit) => read.lines(run, after, limit),
})
