import type { Sha256 } from '@ensemble/core'
import { parseLine } from '../follows.ts'
import type { StoredBody } from '../stored-bodies.ts'
import type { Pages } from './pages.ts'
import { type Cell, type Stored, cellsOf, columnsOf, isText, wholeRow } from './records.ts'

/** A row of `runs`; no hash vouches for it, except that its head must fit the lines. */
export interface FoundRun {
  readonly n: number
  readonly id: string
  readonly request: string
  readonly idempotencyKey: string | null
  readonly headSeq: number
  readonly headHash: string
  readonly annotation: string | null
}

export interface FoundSignal {
  readonly key: string
  readonly body: string
  readonly n: number
}

/** Everything in the pages of a database that has the shape of a row of the Journal, whatever table or tree still leads there. */
export interface FoundRows {
  readonly runs: readonly FoundRun[]
  /** Every run that some event names. */
  readonly ids: ReadonlySet<string>
  /** The last event of a run that any page holds; 0 if there is none. */
  lastSeq(run: string): number
  /** The bytes found as event `seq` of a run: several where pages of different age hold it. */
  lines(run: string, seq: number): readonly Buffer[]
  signals(run: string): readonly FoundSignal[]
  hashes(): Iterable<string>
  /** The rows found under a hash; whether they give its value is not looked at. */
  bodies(hash: string): readonly StoredBody[]
}

type Columns = readonly (Stored | undefined)[]
/** Where a row begins: a page, one of its images, one of the cells there. */
type Place = readonly [page: number, image: number, cell: number]

const HASH_CHARACTERS = 64
const RUN_COLUMNS = 10
const EVENT_COLUMNS = 3

/** How a line that `sealEvents` wrote begins. */
const BEGINNING = /\{"v":1,"seq":(\d+),"prev":"[0-9a-f]{64}","run":"([^"\\]+)"/
const beginningOf = (bytes: Buffer): { readonly run: string; readonly seq: number } | undefined => {
  const [, seq, run] = BEGINNING.exec(bytes.toString('utf8')) ?? []
  return run === undefined ? undefined : { run, seq: Number(seq) }
}

const textOf = (value: Stored | undefined): string => (isText(value) ? value.text.toString('utf8') : '')
const textOrNull = (value: Stored | undefined): string | null => (isText(value) ? textOf(value) : null)
const add = <Key>(places: Map<Key, Place[]>, key: Key, place: Place): void => {
  const known = places.get(key)
  if (known === undefined) places.set(key, [place])
  else known.push(place)
}

/** Looks through every page that is in use. Lines and values stay in the file until somebody asks for them. */
export const findRows = (pages: Pages): FoundRows => {
  const runs: FoundRun[] = []
  const ids = new Set<string>()
  const events = new Map<string, Map<number, Place[]>>()
  const inbox = new Map<string, Place[]>()
  const bodies = new Map<string, Place[]>()

  const inUse = (number: number): readonly Buffer[] => (pages.free.pages.has(number) ? [] : pages.images(number))
  const columnsIn = (cell: Cell): Columns | undefined => {
    const bytes = wholeRow(cell, (number) => inUse(number)[0])
    return bytes && columnsOf(bytes, cell.size)
  }
  const columnsAt = ([page, image, index]: Place): Columns => {
    const bytes = inUse(page)[image]
    const cell = bytes && [...cellsOf(bytes, page === 1)][index]
    return (cell && columnsIn(cell)) ?? []
  }
  const takeEvent = (run: string, seq: number, place: Place): void => {
    ids.add(run)
    const bySeq = events.get(run) ?? new Map<number, Place[]>()
    events.set(run, bySeq)
    add(bySeq, seq, place)
  }
  const takeKeyed = (columns: Columns, place: Place): void => {
    const [first, second, third] = columns
    const run = textOf(first)
    if (!isText(first) || columns.length < 3) return
    // Events before version 6 of the file, and in the next line but one their index.
    if (columns.length === 4 && typeof second === 'number') takeEvent(run, second, place)
    else if (columns.length === 4 && isText(second) && (third === undefined || isText(third))) add(inbox, run, place)
    else if (columns.length === 3 && isText(second) && typeof third === 'number') ids.add(run)
  }
  const takeNumbered = (columns: Columns, cell: Cell, place: Place): void => {
    const [first, second] = columns
    // Two columns before version 6 of the file.
    if ((columns.length === 2 || columns.length === 4) && isText(first) && first.text.length === HASH_CHARACTERS)
      add(bodies, textOf(first), place)
    if (columns.length === EVENT_COLUMNS && first === null && isText(second)) {
      const event = beginningOf(cell.local) ?? parseLine(textOf(columnsIn(cell)?.[2]))
      if (typeof event?.run === 'string' && typeof event.seq === 'number') takeEvent(event.run, event.seq, place)
    }
    if (columns.length < RUN_COLUMNS || first !== null || !isText(second)) return
    const [, id, , , , request, key, , headSeq, headHash, , , annotation] = columnsIn(cell) ?? []
    if (typeof headSeq !== 'number') return
    runs.push({
      n: cell.rowid ?? 0,
      id: textOf(id),
      request: textOf(request),
      idempotencyKey: textOrNull(key),
      headSeq,
      headHash: textOf(headHash),
      annotation: textOrNull(annotation),
    })
  }
  for (let page = 1; page <= pages.count; page++) {
    for (const [image, bytes] of inUse(page).entries()) {
      let index = 0
      for (const cell of cellsOf(bytes, page === 1)) {
        const place: Place = [page, image, index++]
        const columns = columnsOf(cell.local, cell.size) ?? []
        if (cell.rowid === undefined) takeKeyed(columns, place)
        else takeNumbered(columns, cell, place)
      }
    }
  }

  return {
    runs,
    ids,
    lastSeq: (run) => {
      let last = 0
      for (const seq of events.get(run)?.keys() ?? []) last = Math.max(last, seq)
      return last
    },
    lines: (run, seq) =>
      (events.get(run)?.get(seq) ?? []).flatMap((place) => {
        const columns = columnsAt(place)
        const line = columns[columns.length === EVENT_COLUMNS ? 2 : 3]
        return isText(line) ? [line.text] : []
      }),
    signals: (run) =>
      (inbox.get(run) ?? []).flatMap((place) => {
        const [, key, body, n] = columnsAt(place)
        return isText(key) && isText(body) && typeof n === 'number' ? [{ key: textOf(key), body: textOf(body), n }] : []
      }),
    hashes: () => bodies.keys(),
    bodies: (hash) =>
      (bodies.get(hash) ?? []).flatMap((place) => {
        const [, bytes, form = 0, base] = columnsAt(place)
        if (!Buffer.isBuffer(bytes) || typeof form !== 'number') return []
        return [{ bytes, form, base: textOrNull(base) as Sha256 | null }] // looked for, and compared
      }),
  }
}
