import type { Db } from './database.ts'
import { eventId, eventsAfter } from './event-rows.ts'
import { type Bytes, asBytes, textOf } from './stored-text.ts'

/** The lines of Journals. */
export interface EventLines {
  putEvent(run: string, seq: number, key: string, line: string): void
  lines(run: string, after: number, limit: number): readonly string[]
  /** After event `after`, up to event `to`. */
  linesOfType(run: string, type: string, after: number, to: number): readonly string[]
}

/** Many lines as one value, which costs half of what one value for each does; a line of JSON has no line break. */
const LINES = asBytes('group_concat(line, char(10))', 'lines')
const LINES_AT_ONCE = 1000
const linesIn = ([joined]: readonly unknown[]): readonly string[] =>
  // Plucked; null if there are none.
  joined === null || joined === undefined ? [] : textOf(joined as Bytes).split('\n')

export const createEventLines = (db: Db): EventLines => {
  const insertEvent = db.prepare(`insert into events (id, key, line) values (${eventId('?2')}, ?3, ?4)`)
  const selectLines = db
    .prepare(`select ${LINES} from (select line from events where ${eventsAfter('?2')} order by id limit ?3)`)
    .pluck()
  // A key ends in `#type`, or `#type:n` where it repeats.
  const selectOfType = db
    .prepare(
      `select ${LINES} from (select line from events
         where ${eventsAfter('?2')} and id <= ${eventId('?3')} and (key like '%#' || ?4 or key like '%#' || ?4 || ':%')
         order by id limit -1)`,
    )
    .pluck()
  return {
    putEvent: (run, seq, key, line) => void insertEvent.run(run, seq, key, line),
    lines: (run, after, limit) => {
      const lines: string[] = []
      while (lines.length < limit) {
        const page = linesIn(selectLines.all(run, after + lines.length, Math.min(LINES_AT_ONCE, limit - lines.length)))
        for (const line of page) lines.push(line)
        if (page.length < LINES_AT_ONCE) break
      }
      return lines
    },
    linesOfType: (run, type, after, to) => linesIn(selectOfType.all(run, after, to, type)),
  }
}
