import type { Json } from '@ensemble/core'
import type { Signal } from '@ensemble/core/journal'
import type { Db } from './database.ts'
import { type Bytes, asBytes, textOf } from './stored-text.ts'

/** Signals to Runs, such as people's decisions. */
export interface Inbox {
  /** Whether it is the first under its key. */
  putSignal(run: string, key: string, body: string): boolean
  signals(run: string): readonly Signal[]
}

const parseOr = (text: string): Json | undefined => {
  try {
    return JSON.parse(text) as Json // written by `putSignal`
  } catch {
    // A person's decision is asked for again.
    return undefined
  }
}

export const createInbox = (db: Db): Inbox => {
  const insertSignal = db.prepare(
    `insert or ignore into inbox (run, key, body, n)
     values (?, ?, ?, (select count(*) from inbox where run = ?))`,
  )
  const selectSignals = db.prepare(`select ${asBytes('key')}, ${asBytes('body')} from inbox where run = ? order by n`)
  return {
    putSignal: (run, key, body) => insertSignal.run(run, key, body, run).changes > 0,
    signals: (run) =>
      (selectSignals.all(run) as { key: Bytes; body: Bytes }[]).flatMap(({ key, body }) => {
        const parsed = parseOr(textOf(body))
        return parsed === undefined ? [] : [{ key: textOf(key), body: parsed }]
      }),
  }
}
