import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { EnsembleError, type JournalEvent } from '@ensemble/core'
import type { NewEvent } from '@ensemble/core/journal'
import { completedEvent as ended, createdEvent } from '../../../../packages/core/testing/test-events.ts'
import { openDatabase } from '../engine/database.ts'
import { noteLastCommit } from '../engine/damage/last-commit.ts'
import type { Loss } from '../engine/damage/losses.ts'
import { openOrSalvage } from '../engine/salvage.ts'
import { createSqliteJournal } from '../engine/sqlite-journal.ts'

/** A database as a stop or a `kill -9` leaves it, and what was recorded in it. */
export interface Template {
  readonly folder: string
  readonly runs: readonly TemplateRun[]
  /** The table or index of each page, by SQLite's own account. */
  readonly pages: Readonly<Record<number, string>>
}
interface TemplateRun {
  readonly id: string
  readonly lines: readonly string[]
  readonly events: readonly JournalEvent[]
  /** Everything of it that can be on a page. */
  readonly all: string
  /** Its values that lie apart, with the parts that they are stored of. */
  readonly hashes: readonly string[]
  /** Their bytes as stored, in Latin letters. */
  readonly stored: readonly string[]
}

const PAGE = 8192
const FRAME = PAGE + 24
const LOG_HEADER = 32
const RUNS = 12
const ROUNDS = 10
/** Pages of these hold what cannot be made again. */
const KEPT = new Set(['runs', 'events', 'bodies', 'inbox'])
const FILES = ['ensemble.db', 'ensemble.db-wal', 'ensemble.db-last'] as const
const at = '2026-11-22T00:00:00.000Z'

/** mulberry32: the same numbers for the same seed everywhere. */
const randomFrom = (seed: number): (() => number) => {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
const textOf = (random: () => number, length: number): string => {
  let text = ''
  while (text.length < length) text += random().toString(36).slice(2)
  return text.slice(0, length)
}

const logged = (n: number, text: string): NewEvent => ({
  type: 'call.logged',
  key: `request/0/call/${n}#call.logged:${n}`,
  at,
  span: 'request/0',
  parent: '',
  data: { call: 'c', level: 'info', text },
})
/** Messages that repeat those of the turn before; a long one is stored apart. */
const asked = (turn: number, texts: readonly string[]): NewEvent =>
  ({
    type: 'request.started',
    key: `request/${turn}#request.started`,
    at,
    span: `request/${turn}`,
    parent: '',
    data: {
      idea: 'idea://one',
      turn,
      model: 'simulated',
      wire: 'structured',
      strict: false,
      schema: {},
      messages: texts.map((content) => ({ role: 'user', content })),
      tools: [],
      inputs: '',
    },
  }) as NewEvent // as a Loop writes it
const idOf = (n: number): string => `01a1fca3-0000-7000-8000-${String(n).padStart(12, '0')}`

/** Writes a database with runs of every kind; `isKilled`: its last half is only in the log. */
export const makeTemplate = async (folder: string, isKilled: boolean): Promise<Template> => {
  mkdirSync(folder, { recursive: true })
  const work = join(folder, 'work')
  const path = join(work, FILES[0])
  const random = randomFrom(isKilled ? 1 : 2)
  const db = openDatabase(path)
  const journal = createSqliteJournal(db, { note: noteLastCommit(db, path) })
  const said = new Map<string, string[]>()
  const conversations = new Map<number, string[]>()
  const append = async (n: number, events: readonly NewEvent[]): Promise<void> => {
    const id = idOf(n)
    await journal.append(await journal.lease(id), events)
  }
  for (let round = 0; round < ROUNDS; round++) {
    if (isKilled && round === ROUNDS / 2) db.pragma('wal_checkpoint(TRUNCATE)')
    for (let n = 0; n < RUNS; n++) {
      // Some begin early, some late: pages of the file and of the log hold each other's neighbours.
      const begins = n % 4 === 3 ? ROUNDS / 2 + 1 : 0
      if (round < begins) continue
      if (round === begins)
        await journal.create(
          { id: idOf(n), idea: 'idea://one', request: { n }, created: createdEvent(textOf(random, 40)) },
          n % 3 === 0 ? `key-${n}` : undefined,
        )
      const sizes = [120, 700, n % 2 === 0 ? 3000 : 200, round % 3 === 0 ? 6000 : 90]
      await append(
        n,
        sizes.map((size, index) => logged(round * 10 + index, textOf(random, Math.ceil(size * (0.5 + random()))))),
      )
      if (n % 3 === 1) {
        const texts = conversations.get(n) ?? [textOf(random, 3000)]
        texts.push(textOf(random, 1500), textOf(random, round % 2 === 0 ? 6000 : 500))
        conversations.set(n, texts)
        await append(n, [asked(round, texts)])
      }
      if (n % 5 === 1 && round === 7) {
        const text = textOf(random, 60)
        said.set(idOf(n), [text])
        await journal.annotate(idOf(n), { star: true, labels: [`label-${n}`], note: text })
      }
      if (n % 5 === 2 && round === 8) await journal.signal(idOf(n), `approve/${n}`, { text: textOf(random, 80) })
      if (n % 3 !== 2 && round === ROUNDS - 1) await append(n, [ended(textOf(random, n % 2 === 0 ? 100 : 9000))])
    }
  }
  const { items } = await journal.runs.list({})
  const runs: TemplateRun[] = []
  for (const { id } of items) {
    const events = await journal.read(id, { hydrate: true })
    const lines = await journal.readLines(id, 0, Number.MAX_SAFE_INTEGER)
    const values = events.map((event) => JSON.stringify(event))
    const uses = db.prepare(
      'select cast(bodies.hash as blob) as hash, bytes from uses join bodies using (hash) where run = ?',
    )
    const rows = uses.all(id) as { hash: ArrayBuffer; bytes: ArrayBuffer }[] // columns as selected
    runs.push({
      id,
      lines,
      events,
      all: [...lines, ...values, ...(said.get(id) ?? [])].join('\n'),
      hashes: rows.map(({ hash }) => Buffer.from(hash).toString('utf8')),
      stored: rows.map(({ bytes }) => Buffer.from(bytes).toString('latin1')),
    })
  }
  const stat = db.prepare('select pageno, cast(name as blob) as name from dbstat').all()
  const pages = Object.fromEntries(
    (stat as { pageno: number; name: ArrayBuffer }[]).map(({ pageno, name }) => [
      pageno,
      Buffer.from(name).toString('utf8'),
    ]),
  )
  // The file after the process was killed.
  if (!isKilled) await journal.close()
  for (const file of FILES) if (existsSync(join(work, file))) copyFileSync(join(work, file), join(folder, file))
  if (isKilled) await journal.close()
  rmSync(work, { recursive: true })
  const template = { folder, runs, pages }
  writeFileSync(join(folder, 'template.json'), JSON.stringify(template))
  return template
}

export const readTemplate = (folder: string): Template =>
  JSON.parse(readFileSync(join(folder, 'template.json'), 'utf8')) as Template // written above

/** Bytes that were changed, or from `from` on cut away. */
interface Place {
  readonly file: (typeof FILES)[number]
  readonly from: number
  readonly to: number
}

/** Changes the files in a way that the seed alone decides; gives the places. */
const damage = (folder: string, seed: number): { readonly what: string; readonly places: readonly Place[] } => {
  const random = randomFrom(seed)
  const below = (limit: number): number => Math.floor(random() * limit)
  const pick = <T>(choices: readonly T[]): T => choices[below(choices.length)] as T // never empty
  const hasLog = existsSync(join(folder, FILES[1]))
  const change = (file: Place['file'], from: number, length: number, byte: (old: number) => number): Place => {
    const bytes = readFileSync(join(folder, file))
    const to = Math.min(from + length, bytes.length)
    for (let index = from; index < to; index++) bytes[index] = byte(bytes[index] ?? 0)
    writeFileSync(join(folder, file), bytes)
    return { file, from, to }
  }
  const sizeOf = (file: Place['file']): number => readFileSync(join(folder, file)).length
  const pageOf = (file: Place['file']): readonly [number, number] => {
    const [start, unit] = file === FILES[0] ? [0, PAGE] : [LOG_HEADER, FRAME]
    return [start + unit * below(Math.floor((sizeOf(file) - start) / unit)), unit]
  }
  const cut = (file: Place['file']): Place => {
    const to = sizeOf(file)
    const from = below(to)
    truncateSync(join(folder, file), from)
    return { file, from, to }
  }
  const kinds: Record<string, (file: Place['file']) => readonly Place[]> = {
    bit: (file) => [change(file, below(sizeOf(file)), 1, (old) => old ^ (1 << below(8)))],
    'byte 255': (file) => [change(file, below(sizeOf(file)), 1, () => 255)],
    bytes: (file) =>
      Array.from({ length: 2 + below(20) }, () => change(file, below(sizeOf(file)), 1, () => below(256))),
    'head of a page': (file) => {
      const [from] = pageOf(file)
      return [change(file, from + below(40), 1, () => below(256))]
    },
    'page of zeros': (file) => [change(file, ...pageOf(file), () => 0)],
    'page of noise': (file) => [change(file, ...pageOf(file), () => below(256))],
    'block of noise': (file) => [change(file, below(sizeOf(file)), PAGE, () => below(256))],
    cut: (file) => [cut(file)],
    'first bytes': (file) => [change(file, below(100), 1 + below(8), () => below(256))],
    gone: (file) => {
      if (file === FILES[0]) return [change(file, ...pageOf(file), () => 255)]
      const to = sizeOf(file)
      rmSync(join(folder, file))
      return [{ file, from: 0, to }]
    },
    both: (file) => [
      change(file, below(sizeOf(file)), 1, () => 255),
      change(FILES[0], below(sizeOf(FILES[0])), 1, () => 255),
    ],
  }
  const file = hasLog ? pick([FILES[0], FILES[1]]) : FILES[0]
  const name = pick(Object.keys(kinds))
  return { what: `${name} of ${file}`, places: kinds[name]?.(file) ?? [] }
}

/** The runs with data at a place. */
const touchedBy = (template: Template, places: readonly Place[]): ReadonlySet<string> => {
  const [database, log] = [FILES[0], FILES[1]].map((file) => {
    const path = join(template.folder, file)
    return existsSync(path) ? readFileSync(path) : Buffer.alloc(0)
  }) as [Buffer, Buffer] // two files
  const frames = Array.from({ length: Math.max(0, Math.floor((log.length - LOG_HEADER) / FRAME)) }, (_, index) => {
    const from = LOG_HEADER + index * FRAME
    return {
      from,
      page: log.readUInt32BE(from),
      isCommit: log.readUInt32BE(from + 4) !== 0,
      bytes: log.subarray(from + 24, from + FRAME),
    }
    // The others are from before the last checkpoint.
  }).filter(({ from }) => log.compare(log, 16, 24, from + 8, from + 16) === 0)
  const last = new Map(frames.map((frame) => [frame.page, frame]))
  const hit: { page: number; bytes: Buffer }[] = []
  for (const { file, from, to } of places)
    if (file === FILES[0]) {
      for (let page = Math.floor(from / PAGE); page * PAGE < to; page++)
        if (!last.has(page + 1)) hit.push({ page: page + 1, bytes: database.subarray(page * PAGE, (page + 1) * PAGE) })
    } else {
      // Nothing counts of a commit whose end was cut away.
      const isCut = to === log.length
      const committed = frames.findLast(({ isCommit, from: at }) => isCommit && at + FRAME <= from)
      const start = isCut ? (committed === undefined ? 0 : committed.from + FRAME) : from
      for (const frame of frames)
        if (frame.from < to && start < frame.from + FRAME && last.get(frame.page) === frame) hit.push(frame)
    }
  const touched = new Set<string>()
  for (const { page, bytes } of hit) {
    if (!KEPT.has(template.pages[page] ?? '')) continue
    for (const id of ownersOf(bytes, template.runs)) touched.add(id)
  }
  return touched
}

/** The runs that a page holds something of: a name, a value that lines name, or the middle of a long text. */
const ownersOf = (bytes: Buffer, runs: readonly TemplateRun[]): readonly string[] => {
  const named = runs.filter(({ id, hashes }) => bytes.includes(id) || hashes.some((hash) => bytes.includes(hash)))
  if (bytes[0] !== 0) return named.map(({ id }) => id)
  const middle = bytes.toString('latin1', 4, 24)
  const users = runs.filter(({ stored }) => stored.some((text) => text.includes(middle)))
  if (users.length > 0) return users.map(({ id }) => id)
  // Older text follows the last bytes of a newer one.
  for (const length of [16, 8, 3]) {
    const sample = bytes.toString('utf8', 4, 4 + length)
    const owners = runs.filter(({ all }) => all.includes(sample))
    if (owners.length > 0) return owners.map(({ id }) => id)
  }
  return []
}

export interface Verdict {
  readonly seed: number
  readonly what: string
  /** The broken promise; empty if it held. */
  readonly faults: readonly string[]
}

const damaged = (error: unknown): boolean => error instanceof EnsembleError && error.code === 'run.damaged'

/** Damages a copy of the template, opens it, and looks at everything that the server does with it. */
export const tryDamage = async (template: Template, folder: string, seed: number): Promise<Verdict> => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  for (const file of FILES)
    if (existsSync(join(template.folder, file))) copyFileSync(join(template.folder, file), join(folder, file))
  const { what, places } = damage(folder, seed)
  const touched = touchedBy(template, places)
  const faults: string[] = []
  const fault = (text: string): void => void faults.push(text)
  const path = join(folder, FILES[0])
  try {
    const { db, loss } = openOrSalvage(path)
    const journal = createSqliteJournal(db, { note: noteLastCommit(db, path) })
    const { items } = await journal.runs.list({ limit: 500 })
    const listed = new Set(items.map(({ id }) => id))
    for (const run of template.runs) {
      const outcome = await readAll(journal, run)
      if (outcome === 'whole' && listed.has(run.id)) continue
      const places = touched.has(run.id) ? 'touched' : 'untouched'
      if (!touched.has(run.id))
        fault(`untouched run ${run.id} is ${outcome}${listed.has(run.id) ? '' : ', not listed'}`)
      if (outcome !== 'damaged' && !isReported(loss, run.id))
        fault(`${places} run ${run.id} is ${outcome}, and nothing says so`)
    }
    for (const listing of [
      { q: 'simulated' },
      { status: 'completed' as const },
      { starred: true },
      { label: 'label-1' },
    ])
      await journal.runs.list(listing)
    await journal.labels()
    const unfinished = new Set((await journal.unfinished()).map(({ id }) => id))
    const completed = new Set((await journal.runs.list({ status: 'completed', limit: 500 })).items.map(({ id }) => id))
    for (const { id, lines } of template.runs) {
      const among = lines.at(-1)?.includes('"run.completed"') ? completed : unfinished
      if (!touched.has(id) && !among.has(id)) fault(`untouched run ${id} is not found by its status`)
    }
    await journal.size()
    await journal.outlived('2030-01-01', null, 250)
    const id = idOf(999)
    await journal.create({ id, idea: 'idea://one', request: {}, created: createdEvent('later') }, 'later')
    await journal.append(await journal.lease(id), [logged(1, 'later'), ended('later')])
    for (const run of await journal.unfinished())
      if (!touched.has(run.id)) await journal.append(await journal.lease(run.id), [logged(5000, 'goes on')])
    await journal.runs.remove(id)
    const before = (await journal.runs.list({ limit: 500 })).items.map((run) => run.id)
    await journal.close()
    const again = openOrSalvage(path)
    const next = createSqliteJournal(again.db)
    const after = (await next.runs.list({ limit: 500 })).items.map((run) => run.id)
    await next.close()
    if (again.loss !== undefined) fault('the next start tells of a loss again')
    if (after.join() !== before.join()) fault('the next start shows other runs')
  } catch (error) {
    // A number of the file's version that was changed by little may be that of a newer one: it is left alone.
    if (!(error instanceof EnsembleError && error.code === 'engine.newer'))
      fault(`threw ${error instanceof Error ? error.stack : String(error)}`)
  }
  return { seed, what, faults }
}

const isReported = (loss: Loss | undefined, id: string): boolean =>
  loss !== undefined &&
  (loss.unnamed > 0 ||
    loss.behind !== undefined ||
    loss.incomplete.includes(id) ||
    loss.lost.some(({ run }) => run === id))

/** `whole`, `damaged` if reported so, or the difference. */
const readAll = async (
  journal: ReturnType<typeof createSqliteJournal>,
  run: TemplateRun,
): Promise<'whole' | 'damaged' | 'gone' | 'other' | 'without a value'> => {
  try {
    if ((await journal.runs.get(run.id)) === undefined) return 'gone'
    const events = await journal.read(run.id, { hydrate: true })
    const lines = await journal.readLines(run.id, 0, Number.MAX_SAFE_INTEGER)
    if (lines.join('\n') !== run.lines.join('\n')) return 'other'
    return JSON.stringify(events) === JSON.stringify(run.events) ? 'whole' : 'without a value'
  } catch (error) {
    if (damaged(error)) return 'damaged'
    throw error
  }
}
