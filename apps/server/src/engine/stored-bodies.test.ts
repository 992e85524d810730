import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { type Run, sha256Bytes } from '@ensemble/core'
import type { NewEvent } from '@ensemble/core/journal'
import { completedEvent, createdEvent } from '@ensemble/core/testing'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type RunDocument, verifyDocument } from './run-document.ts'
import { exportRun } from './export-run.ts'
import { openDatabase } from './database.ts'
import { openOrSalvage } from './salvage.ts'
import type { WorkspaceJournal } from './workspace-journal.ts'
import { createSqliteJournal } from './sqlite-journal.ts'

const at = '2026-11-23T00:00:00.000Z'
let folder: string
let path: string
let journal: WorkspaceJournal
const open = (): WorkspaceJournal => createSqliteJournal(openDatabase(path))
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ensemble-bodies-'))
  path = join(folder, 'ensemble.db')
  journal = open()
})
afterEach(async () => {
  await journal.close()
  rmSync(folder, { recursive: true, force: true })
})

type Messages = readonly { readonly role: 'user'; readonly content: string }[]
const asked = (turn: number, messages: Messages, loop = ''): NewEvent =>
  ({
    type: 'request.started',
    key: `${loop}request/${turn}#request.started`,
    at,
    span: `${loop}request/${turn}`,
    parent: loop,
    data: {
      idea: 'i',
      turn,
      model: 'm',
      wire: 'structured',
      strict: false,
      schema: {},
      messages,
      tools: [],
      inputs: '',
    },
  }) as NewEvent // as a Loop writes it
const ended = completedEvent()
const says = (content: string): Messages[number] => ({ role: 'user', content })
const words = (n: number, length: number): string => {
  let text = `${n} `
  for (let state = n + 1; text.length < length;) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    text += `${(state >>> 8).toString(36)} `
  }
  return text.slice(0, length)
}

/** A Run of that many turns, each of whose questions repeats the one before; what was asked in each. */
const record = async (
  id: string,
  turns: number,
  next: (turn: number, before: Messages) => Messages,
  more: Readonly<Record<string, unknown>> = {},
): Promise<readonly Messages[]> => {
  const created = createdEvent('x')
  await journal.create({
    id,
    idea: 'i',
    request: { id },
    created: { ...created, data: { ...created.data, ...more } } as NewEvent & { readonly type: 'run.created' }, // as given
  })
  const lease = await journal.lease(id)
  const all: Messages[] = []
  for (let turn = 0; turn < turns; turn++) {
    all.push(next(turn, all.at(-1) ?? [says(words(9000, 2000))]))
    await journal.append(lease, [asked(turn, all.at(-1) ?? [])])
  }
  await journal.append(lease, [ended])
  return all
}
const grow = (turn: number, before: Messages): Messages => [...before, says(words(turn, 1500))]
const asksOf = async (id: string): Promise<readonly unknown[]> =>
  (await journal.read(id, { hydrate: true })).flatMap((event) =>
    event.type === 'request.started' ? [event.data.messages] : [],
  )
const bodies = (): number => {
  const db = new Database(path)
  const { n } = db.prepare('select count(*) as n from bodies').get() as { readonly n: number } // one row
  db.close()
  return n
}
const bytes = (): number => {
  const db = new Database(path)
  const { n } = db.prepare('select sum(length(bytes)) as n from bodies').get() as { readonly n: number } // one row
  db.close()
  return n
}

describe('conversations of a Run', () => {
  test('take room for what each adds, and are read as they were asked, by this process and the next', async () => {
    const all = await record('a', 120, grow)
    expect(await asksOf('a')).toEqual(all)
    expect(bytes()).toBeLessThan(120 * 1500 * 3)
    await journal.close()
    journal = open()
    expect(await asksOf('a')).toEqual(all)
    const hash = sha256Bytes(Buffer.from(JSON.stringify(all.at(-1))))
    expect(Buffer.from((await journal.bodies.get(hash)) ?? []).toString()).toBe(JSON.stringify(all.at(-1)))
  })

  test('whose state changes in every turn take room for the state, and not for all before it', async () => {
    const all = await record('a', 60, (turn, before) => [
      says(words(1, 3000)),
      says(`state ${turn}`),
      ...before.slice(turn === 0 ? 1 : 2),
      says(words(turn, 1500)),
    ])
    expect(await asksOf('a')).toEqual(all)
    expect(bytes()).toBeLessThan(60 * 1500 * 3)
  })

  test('of several Loops continue each its own, and a Run that continues another with the end of that', async () => {
    const all = await record('a', 5, grow)
    const own = bytes()
    const continued = await record(
      'b',
      2,
      (turn, before) => [...(turn === 0 ? (all.at(-1) ?? []) : before), says('more')],
      {
        continues: 'a',
      },
    )
    expect(await asksOf('b')).toEqual(continued)
    expect(bytes() - own).toBeLessThan(600)
    expect(await journal.runs.remove('a')).toBe(true)
    expect(await asksOf('b')).toEqual(continued)
    expect(await journal.runs.remove('b')).toBe(true)
    expect(bodies()).toBe(0)
  })

  test('share long messages with other Runs, which keep theirs when one of them is deleted', async () => {
    const prompt = says(words(77, 30_000))
    const starts = (id: string) =>
      record(id, 3, (turn, before) => (turn === 0 ? [prompt, says(id)] : grow(turn, before)))
    await starts('a')
    const own = bytes()
    const all = await starts('b')
    expect(bytes() - own).toBeLessThan(12_000)
    await journal.runs.remove('a')
    expect(await asksOf('b')).toEqual(all)
    await journal.runs.remove('b')
    expect(bodies()).toBe(0)
  })

  test('are stored whole again where the one before was lost with a commit that failed', async () => {
    await record('a', 2, grow)
    const lease = await journal.lease('a')
    const [first, second] = [grow(8, [says(words(5, 6000))]), grow(9, [says(words(5, 6000))])]
    const refused = journal.append(lease, [asked(8, first, 'x/'), asked(0, first)])
    await expect(refused).rejects.toThrow()
    await journal.append(lease, [asked(9, second, 'x/')])
    await journal.close()
    journal = open()
    expect((await asksOf('a')).at(-1)).toEqual(second)
  })

  test('are exported whole, imported in parts, and verify', async () => {
    const all = await record('a', 40, grow)
    const stores = { journal, artifacts: { get: async () => undefined } } as unknown as Parameters<typeof exportRun>[0] // asked for no files
    const run = (await journal.runs.get('a')) as Run // just recorded
    const document: RunDocument = await exportRun(stores, run)
    const { events, summary } = await verifyDocument(document)
    const before = bytes()
    await journal.runs.remove('a')
    await journal.importRun({ summary, events, lines: document.lines, bodies: document.bodies })
    expect(bytes()).toBe(before)
    expect(await asksOf('a')).toEqual(all)
    expect(await exportRun(stores, run)).toEqual(document)
  })

  test('with one damaged part are reported, those before it are kept by a salvage', async () => {
    await record('whole', 20, (turn, before) => [...before, says(words(turn + 500, 1500))])
    await record('a', 20, grow)
    await journal.close()
    const db = new Database(path)
    db.exec(`update bodies set bytes = x'00' || substr(bytes, 2) where rowid = (select max(rowid) from bodies);
      pragma user_version = 5000`)
    db.close()
    const { db: salvaged, loss } = openOrSalvage(path)
    journal = createSqliteJournal(salvaged)
    expect(loss).toMatchObject({ kept: 2, lost: [], incomplete: ['a'] })
    const read = await asksOf('a')
    expect(read).toHaveLength(20)
    expect(read.filter(Array.isArray)).toHaveLength(19)
    expect((await asksOf('whole')).every(Array.isArray)).toBe(true)
  })
})

test('the room of deleted Runs is given back to the disk', async () => {
  for (const id of ['a', 'b']) await record(id, 24, (turn) => [says(words(turn + (id === 'a' ? 0 : 1000), 300_000))])
  await journal.close()
  const full = statSync(path).size
  journal = open()
  await journal.runs.remove('a')
  const free = new Database(path)
  const count = free.prepare('pragma freelist_count')
  const pages = () => (count.get() as { readonly freelist_count: number }).freelist_count // one row
  await expect.poll(pages, { timeout: 20_000 }).toBeLessThanOrEqual(256)
  free.close()
  await journal.close()
  expect(statSync(path).size).toBeLessThan(full * 0.75)
  journal = open()
  expect((await asksOf('b')).length).toBe(24)
})

describe('a database of version 5 of the file', () => {
  const FIXTURE = new URL('fixtures/version-5.db.gz', import.meta.url)

  test('opens with every Run, verifies, is read and records new ones', async () => {
    await journal.close()
    path = join(folder, 'older.db')
    writeFileSync(path, gunzipSync(readFileSync(FIXTURE)))
    const before = new Database(path)
    const lines = before.prepare('select cast(line as blob) as line from events order by run, seq').all()
    before.close()
    const { db, loss } = openOrSalvage(path)
    expect(loss).toBeUndefined()
    expect(db.prepare('pragma auto_vacuum').get()).toMatchObject({ auto_vacuum: 2 })
    journal = createSqliteJournal(db)
    const { items } = await journal.runs.list({ limit: 10 })
    expect(items).toHaveLength(3)
    const sorted = items.toSorted((a, b) => (a.id < b.id ? -1 : 1))
    const found = (await Promise.all(sorted.map(({ id }) => journal.readLines(id, 0, Number.MAX_SAFE_INTEGER)))).flat()
    expect(found).toEqual((lines as { line: ArrayBuffer }[]).map(({ line }) => Buffer.from(line).toString('utf8')))
    for (const { id } of items) {
      const events = await journal.read(id, { hydrate: true })
      expect(JSON.stringify(events)).not.toContain('"$body"')
    }
    // Facts that lists show, which version 5 left empty in databases that were older.
    expect((await journal.runs.list({ sort: 'turns', order: 'desc' })).items[0]?.usage.requests).toBe(7)
    expect((await journal.runs.list({ label: 'kept' })).items).toHaveLength(1)
    await record('new', 3, grow)
    expect(await asksOf('new')).toHaveLength(3)
  })
})
