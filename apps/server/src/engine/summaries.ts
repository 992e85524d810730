import { isUtf8 } from 'node:buffer'
import { type JournalEvent, type Run, type Sha256, isObject } from '@ensemble/core'
import { NO_USAGE, type RunStatus, foldRun } from '@ensemble/core/journal'
import { GENESIS, sha256Text, withFork } from '@ensemble/core/host'
import type { Db } from './database.ts'
import { eventsAfter } from './event-rows.ts'
import { follows, parseLine } from './follows.ts'
import { type Bytes, asBytes, textOf, textOrNull, textsOf } from './stored-text.ts'

const STATUSES: ReadonlySet<unknown> = new Set<RunStatus>([
  'queued',
  'running',
  'waiting',
  'completed',
  'failed',
  'cancelled',
])
const UNKNOWN_TIME = new Date(0).toISOString()

interface Rest {
  readonly id: Bytes
  readonly idea: Bytes
  readonly started_at: Bytes
  readonly head_seq: number
  readonly head_hash: Bytes
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isRun = (value: unknown): value is Run =>
  isObject(value) &&
  STATUSES.has(value.status) &&
  [value.id, value.idea, value.model, value.profile, value.startedAt].every((text) => typeof text === 'string') &&
  Array.isArray(value.waitingFor) &&
  isObject(value.usage) &&
  isObject(value.head) &&
  typeof value.head.seq === 'number' &&
  typeof value.head.hash === 'string'

/**
 * Reads the summaries of runs. A damaged one is folded from its Journal again; if that is damaged too, the run shows
 * the rest of its row.
 */
export const createSummaries = (
  db: Db,
  body: (hash: Sha256) => Uint8Array | undefined,
): ((n: number, summary: Bytes) => Run) => {
  const selectRest = db.prepare(
    `select ${['id', 'idea', 'started_at', 'head_hash'].map((column) => asBytes(column)).join(', ')},
       cast(head_seq as integer) as head_seq from runs where n = ?`,
  )
  const selectLines = db.prepare(`select ${asBytes('line')} from events where ${eventsAfter('0')} order by id`).pluck()
  const valueOf = (hash: Sha256): unknown => parsed(textOrNull(body(hash) ?? null) ?? 'null')

  const folded = (id: string, headSeq: number, headHash: string): Run | undefined => {
    let run: Run | undefined
    let prev = GENESIS
    for (const [index, line] of textsOf(selectLines.all(id)).entries()) {
      const event: JournalEvent | undefined = follows(line, index + 1, prev) ? parseLine(line) : undefined
      if (event === undefined) return undefined
      prev = sha256Text(line)
      run = foldRun(run, withFork(event, valueOf), prev)
    }
    return run?.head.seq === headSeq && prev === headHash ? run : undefined
  }

  return (n, summary) => {
    const run = isUtf8(summary) ? parsed(textOf(summary)) : undefined
    if (isRun(run)) return run
    const rest = selectRest.get(n) as Rest // columns as selected, of a row that was just read
    const id = textOf(rest.id)
    return (
      folded(id, rest.head_seq, textOf(rest.head_hash)) ?? {
        id,
        idea: textOf(rest.idea),
        status: 'failed',
        damaged: true,
        input: null,
        waitingFor: [],
        model: '',
        profile: '',
        usage: NO_USAGE,
        startedAt: textOrNull(rest.started_at) ?? UNKNOWN_TIME,
        head: { seq: 0, hash: GENESIS },
      }
    )
  }
}
