import { type EnsembleError, type JournalEvent, type Sha256, sha256Bytes } from '@ensemble/core'
import type { EventType } from '@ensemble/core/journal'
import type { CheckedMessages } from './checked-messages.ts'
import { parseLine } from './follows.ts'
import { findDamage } from './held-lines.ts'
import { damagedRun } from './journal-errors.ts'
import type { Statements } from './statements.ts'

/** Reads of a Run's Journal that trust nothing: each line is held against the chain, each value against its hash. */
export interface VerifiedReader {
  /** The next lines after event `after`. Throws EnsembleError `run.damaged`. */
  lines(run: string, after: number, limit: number): readonly string[]
  /** The same as events, their large values apart. Throws EnsembleError `run.damaged`. */
  events(run: string, after: number, limit: number): readonly JournalEvent[]
  /** The events of one type after event `after`, up to event `to`, only parsed. Throws EnsembleError `run.damaged`. */
  ofType(run: string, type: EventType, after: number, to: number): readonly JournalEvent[]
  /** The text of a separately stored value; undefined if missing. Throws EnsembleError `run.damaged`. */
  body(run: string, hash: Sha256): string | undefined
  /** The same as a value; `checked` keeps what conversations share. Throws EnsembleError `run.damaged`. */
  value(run: string, hash: Sha256, checked: CheckedMessages): unknown
  /** Whether this process found the Run to be other than it was recorded. */
  isDamaged(run: string): boolean
  /** The Run is gone. */
  forget(run: string): void
}

/** Recorded events read at once by a reader of many. */
export const PAGE = 500

/** Remembers, as long as this process lives, which Runs were found to be damaged. */
export const createVerifiedReader = (statements: Statements): VerifiedReader => {
  const decoder = new TextDecoder()
  const damaged = new Set<string>()
  const damage = (run: string, place: string): EnsembleError => {
    damaged.add(run)
    return damagedRun(run, place)
  }
  const lines = (run: string, after: number, limit: number): readonly string[] => {
    const { head, damaged: isUnreadable } = statements.run(run)?.summary ?? {}
    if (isUnreadable) throw damage(run, 'its Journal')
    if (head === undefined || after >= head.seq) return []
    const [before] = after === 0 ? [] : statements.lines(run, after - 1, 1)
    const found = statements.lines(run, after, limit)
    const place = findDamage({ after, before, lines: found, limit, head })
    if (place !== undefined) throw damage(run, place)
    return found
  }
  const events = (run: string, after: number, limit: number): readonly JournalEvent[] =>
    lines(run, after, limit).map((line, index) => {
      const event = parseLine(line)
      if (event === undefined) throw damage(run, `event ${after + index + 1}`)
      return event
    })
  const ofType: VerifiedReader['ofType'] = (run, type, after, to) =>
    statements.linesOfType(run, type, after, to).map((line) => {
      const event = parseLine(line)
      if (event === undefined) throw damage(run, `an event ${type}`)
      return event
    })
  const lost = (run: string, hash: Sha256): EnsembleError => damage(run, `the value ${hash.slice(0, 12)}…`)
  const body = (run: string, hash: Sha256): string | undefined => {
    const bytes = statements.bodies.get(hash)
    if (bytes !== undefined && sha256Bytes(bytes) !== hash) throw lost(run, hash)
    return bytes && decoder.decode(bytes)
  }
  const value: VerifiedReader['value'] = (run, hash, checked) => {
    const messages = statements.bodies.messages(hash)
    if (messages !== undefined && !checked.isWhole(hash, messages)) throw lost(run, hash)
    const values = messages && checked.parsed(messages)
    if (values !== undefined) return values
    const text = body(run, hash)
    return text === undefined ? undefined : JSON.parse(text)
  }

  return {
    lines,
    events,
    ofType,
    body,
    value,
    isDamaged: (run) => damaged.has(run),
    forget: (run) => void damaged.delete(run),
  }
}
