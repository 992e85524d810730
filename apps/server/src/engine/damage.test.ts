import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JournalEvent, Run } from '@ensemble/core'
import { foldRun } from '@ensemble/core/journal'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { GREETER_FILES } from '../testing/ideas.ts'
import { bodyOf, testServer } from '../testing/test-server.ts'
import { openDatabase } from './database.ts'
import { type RunDocument, verifyDocument } from './run-document.ts'
import { eventId, eventsAfter } from './event-rows.ts'
import { lossSentence } from './damage/losses.ts'
import { pageSizeOf } from './damage/pages.ts'
import { type OpenedDatabase, openOrSalvage } from './salvage.ts'
import { createSqliteJournal } from './sqlite-journal.ts'

const GOLDEN = new URL('../../../../packages/core/fixtures/journals/', import.meta.url)
const golden = (name: string): RunDocument => JSON.parse(readFileSync(new URL(`${name}.json`, GOLDEN), 'utf8'))
/** Every byte is too many for the ordinary run: `MODE=every-byte` takes them all. */
const STRIDE = process.env['MODE'] === 'every-byte' ? 1 : 97

/** Event `seq` of the run that is bound. */
const eventAt = (seq: number): string => `id = ${eventId(String(seq))}`

let folder: string
let path: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'ensemble-damage-'))
  path = join(folder, 'ensemble.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const importInto = async (file: string, names: readonly string[]): Promise<readonly string[]> => {
  const journal = createSqliteJournal(openDatabase(file))
  for (const name of names) {
    const { lines, bodies, head } = golden(name)
    const events = lines.map((line) => JSON.parse(line) as JournalEvent)
    const summary = events.reduce<Run | undefined>((left, event) => foldRun(left, event, head.hash), undefined)
    if (summary) await journal.importRun({ summary, events, lines, bodies })
  }
  const { items } = await journal.runs.list({})
  await journal.close()
  return items.map(({ id }) => id)
}

describe('an exported run', () => {
  test('is refused wherever one bit of it was flipped, and wherever it was cut', async () => {
    await using server = await testServer(GREETER_FILES)
    const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea: 'greeter', input: { name: 'Ada' } }))
    await (await server.deps.executor()).settled(id)
    const whole = Buffer.from(await (await server.ask('GET', `/api/runs/${id}/export?artifacts=inline`)).text())
    expect((await server.ask('DELETE', `/api/runs/${id}`)).status).toBe(204)
    const taken: number[] = []
    // The notice is outside the chain, so every byte of it counts.
    for (let at = 0; at < whole.length; at += at < whole.indexOf('"notice"') ? STRIDE : 1) {
      const bytes = Buffer.from(whole)
      bytes[at] = (bytes[at] ?? 0) ^ (1 << (at % 7))
      const flipped = await server.ask('POST', '/api/runs/import', bytes.toString('utf8'))
      const cut = await server.ask('POST', '/api/runs/import', whole.subarray(0, at).toString('utf8'))
      if (flipped.status < 400 || cut.status < 400) taken.push(at)
    }
    expect(taken).toEqual([])
    expect((await server.ask('POST', '/api/runs/import', whole.toString('utf8'))).status).toBe(201)
  })

  test('may leave out its notice, and is refused where the notice is not what its lines say', async () => {
    const notice = 'Simulated run. No real model was called; code of the workspace did the rest.'
    await using server = await testServer(GREETER_FILES)
    const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea: 'greeter', input: { name: 'Ada' } }))
    await (await server.deps.executor()).settled(id)
    const { notice: told, ...exported } = await bodyOf(await server.ask('GET', `/api/runs/${id}/export`))
    expect(told).toBe(notice)
    await expect(verifyDocument({ ...exported, notice })).resolves.toMatchObject({ summary: { id } })
    await expect(verifyDocument(exported)).resolves.toMatchObject({ summary: { id } })
    for (const wrong of [{ notice: 'Answered by a real model.' }, { notice: '' }, { nodice: notice }])
      await expect(verifyDocument({ ...exported, ...wrong })).rejects.toMatchObject({ code: 'run.damaged' })
  })

  test('whose values were changed is refused', async () => {
    const document = golden('song')
    const [hash = ''] = Object.keys(document.bodies)
    const bodies = { ...document.bodies, [hash]: `${document.bodies[hash]} ` }
    await expect(verifyDocument({ ...document, bodies })).rejects.toThrow(/not as it was recorded/)
  })
})

describe('a stored run', () => {
  const change = (sql: string, ...values: unknown[]): void => {
    const db = new Database(path)
    db.prepare(sql).run(...values)
    db.close()
  }

  test('with a changed line is shown as damaged, and the others are served', async () => {
    const [other = '', id = ''] = await importInto(path, ['approved', 'refused'])
    change(`update events set line = replace(line, '"span"', '"spam"') where ${eventAt(5)}`, id)
    const journal = createSqliteJournal(openDatabase(path))
    await expect(journal.read(id)).rejects.toMatchObject({ code: 'run.damaged' })
    expect(await journal.runs.get(id)).toMatchObject({ damaged: true })
    expect((await journal.read(other)).length).toBeGreaterThan(5)
    expect(await journal.runs.get(other)).not.toHaveProperty('damaged')
    await journal.close()
  })

  test.each([
    ['events', 'line'],
    ['events', 'key'],
    ['runs', 'summary'],
    ['runs', 'idea'],
    ['runs', 'model'],
    ['runs', 'request'],
    ['runs', 'annotation'],
    ['runs', 'head_hash'],
    ['inbox', 'body'],
    ['inbox', 'key'],
    ['bodies', 'bytes'],
    ['uses', 'hash'],
  ])('with text in %s.%s that is not UTF-8 ends nothing, and the others are served', async (table, column) => {
    const [other = '', id = ''] = await importInto(path, ['song', 'approved'])
    const before = createSqliteJournal(openDatabase(path))
    await before.annotate(id, { star: false, labels: ['one'], note: 'x' })
    await before.signal(id, 'approve', { yes: true })
    await before.close()
    const places: Readonly<Record<string, string>> = { bodies: '1', runs: 'id = ?1', events: eventsAfter('0') }
    const where = `where ?1 <> '' and ${places[table] ?? 'run = ?1'}`
    change(`update or ignore ${table} set ${column} = cast(x'7b22ff227d' as text) ${where}`, id)
    const { db } = openOrSalvage(path)
    const journal = createSqliteJournal(db)
    await journal.runs.list({})
    for (const query of [{ q: 'a' }, { label: 'one' }, { starred: true }, { status: 'completed' as const }])
      await journal.runs.list(query)
    await journal.labels()
    await journal.unfinished()
    await journal.outlived('2030-01-01', 0, 250)
    await journal.inbox(id)
    await journal.runs.get(id)
    await journal
      .read(id, { hydrate: true })
      .catch((error: unknown) => expect(error).toMatchObject({ code: 'run.damaged' }))
    if (table !== 'bodies') expect((await journal.read(other, { hydrate: true })).length).toBeGreaterThan(5)
    await journal.runs.remove(id)
    await journal.close()
  })

  test('with a damaged summary is listed from its Journal, or as damaged if that isn’t whole either', async () => {
    const [id = ''] = await importInto(path, ['approved'])
    const read = async (): Promise<Run | undefined> => {
      const journal = createSqliteJournal(openDatabase(path))
      const [run] = (await journal.runs.list({})).items
      expect(await journal.runs.get(id)).toEqual(run)
      if (run?.damaged) await expect(journal.read(id)).rejects.toMatchObject({ code: 'run.damaged' })
      await journal.close()
      return run
    }
    const whole = await read()
    change(`update runs set summary = 'poem'`)
    expect(await read()).toEqual(whole)
    change(`update events set line = 'poem' where ${eventAt(2)}`, id)
    expect(await read()).toMatchObject({ id, idea: whole?.idea, damaged: true, startedAt: whole?.startedAt })
  })

  test('that lost its last event, or one in the middle, is damaged', async () => {
    const [id = ''] = await importInto(path, ['approved'])
    for (const seq of [3, undefined]) {
      const torn = join(folder, `torn-${seq}.db`)
      copyFileSync(path, torn)
      const db = new Database(torn)
      db.prepare(`delete from events where id = coalesce(${eventId('?2')}, (select max(id) from events))`).run(
        id,
        seq ?? null,
      )
      db.close()
      const journal = createSqliteJournal(openDatabase(torn))
      await expect(journal.read(id)).rejects.toMatchObject({ code: 'run.damaged' })
      await journal.close()
    }
  })

  test('that a page follows is reported as damaged, and the server and other streams continue', async () => {
    await using server = await testServer(GREETER_FILES)
    const engine = await server.deps.executor()
    const start = async (): Promise<string> => {
      const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea: 'greeter', input: { name: 'Ada' } }))
      await engine.settled(id)
      return id
    }
    const [id, other] = [await start(), await start()]
    path = join(server.root, '.ensemble', 'ensemble.db')
    change(`update events set line = replace(line, '"span"', '"spam"') where ${eventAt(3)}`, id)
    const strays: unknown[] = []
    const hear = (error: unknown): void => void strays.push(error)
    process.on('unhandledRejection', hear)
    const stop = new AbortController()
    const url = await server.listen()
    const { body } = await fetch(`${url}/api/events?from=${id}:0,${other}:0`, { signal: stop.signal })
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
    let text = ''
    while (!/"damaged":true/.test(text) || !/run\.completed/.test(text)) text += (await reader?.read())?.value ?? ''
    stop.abort()
    process.off('unhandledRejection', hear)
    expect(strays).toEqual([])
  })

  test('with a changed value does not give it', async () => {
    const [id = ''] = await importInto(path, ['song'])
    change(`update bodies set bytes = x'20' || bytes`)
    const journal = createSqliteJournal(openDatabase(path))
    await expect(journal.read(id, { hydrate: true })).rejects.toMatchObject({ code: 'run.damaged' })
    await journal.close()
  })
})

describe('a damaged database file', () => {
  test('is kept aside, its loss is named, and the runs that are whole are carried over', async () => {
    const ids = await importInto(path, ['approved', 'refused', 'song'])
    const bytes = readFileSync(path)
    const size = pageSizeOf(path, Buffer.alloc(0))
    // The last page of the events: a leaf of a table (its first byte says so) that holds lines.
    const pages = Array.from({ length: bytes.length / size }, (_, page) => page * size)
    const at =
      pages.findLast((page) => bytes[page] === 13 && bytes.subarray(page, page + size).includes('{"v":1,')) ?? 0
    bytes.fill(0, at, at + size)
    writeFileSync(path, bytes)
    const { db, loss: told } = openOrSalvage(path)
    const loss = told && lossSentence('ensemble.db', told)
    const journal = createSqliteJournal(db)
    const kept = (await journal.runs.list({})).items.map(({ id }) => id)
    const lost = ids.filter((id) => !kept.includes(id))
    expect(kept.length).toBeGreaterThan(0)
    expect(lost.length).toBeGreaterThan(0)
    for (const id of lost) expect(loss).toContain(id)
    for (const id of kept) expect((await journal.read(id, { hydrate: true })).length).toBeGreaterThan(5)
    expect(loss).toMatch(/ensemble\.db or its log was damaged; \d runs? (was|were) carried over/)
    expect(readdirSync(folder).some((file) => file.startsWith('ensemble.db.damaged-'))).toBe(true)
    expect(readdirSync(folder).filter((file) => file.includes('.salvag'))).toEqual([])
    await journal.close()
  })

  test('that isn’t a database leaves a new, empty one and the old one next to it', () => {
    writeFileSync(path, 'this is a poem, not a database '.repeat(300))
    const { db, loss: told } = openOrSalvage(path)
    const loss = told && lossSentence('ensemble.db', told)
    expect(loss).toContain('0 runs were carried over')
    expect(db.prepare('select count(*) as n from runs').get()).toMatchObject({ n: 0 })
    db.close()
  })

  test('gives a run whose last event no hash vouches for, and says so; not one whose last event has another form', async () => {
    const [id = ''] = await importInto(path, ['approved'])
    const salvage = (...changes: readonly string[]): OpenedDatabase => {
      const copy = join(folder, `${changes.length}.db`)
      copyFileSync(path, copy)
      const db = new Database(copy)
      // The number of a version that cannot be.
      for (const sql of [...changes, 'pragma user_version = 5000']) db.exec(sql)
      db.close()
      const opened = openOrSalvage(copy)
      opened.db.close()
      return opened
    }
    const lostHead = `update runs set head_hash = 'lost'`
    const lastLine = `update events set line = replace(line, '"key"', '"kez"') where id = (select max(id) from events)`
    expect(salvage().loss).toMatchObject({ kept: 1, lost: [], incomplete: [] })
    expect(salvage(lostHead).loss).toMatchObject({ kept: 1, lost: [], incomplete: [id] })
    expect(salvage(lostHead, lastLine).loss).toMatchObject({ kept: 0, lost: [{ run: id }] })
  })

  test.each([2000, 4095, 8192, 12_000])('that lacks its last %i bytes is opened', async (bytes) => {
    await importInto(path, ['approved', 'refused', 'song'])
    truncateSync(path, readFileSync(path).length - bytes)
    const journal = createSqliteJournal(openOrSalvage(path).db)
    for (const { id } of (await journal.runs.list({})).items) await journal.read(id)
    await journal.close()
  })

  test('cut in the middle is never served as good', async () => {
    await importInto(path, ['approved', 'refused', 'song'])
    truncateSync(path, Math.floor(readFileSync(path).length / 2 / 8192) * 8192)
    const { db, loss: told } = openOrSalvage(path)
    const loss = told && lossSentence('ensemble.db', told)
    expect(loss).toBeDefined()
    const journal = createSqliteJournal(db)
    for (const { id } of (await journal.runs.list({})).items) await journal.read(id)
    await journal.close()
  })

  test('is not what a sound file is taken for', async () => {
    await importInto(path, ['approved'])
    const { db, loss: told } = openOrSalvage(path)
    const loss = told && lossSentence('ensemble.db', told)
    expect(loss).toBeUndefined()
    db.close()
    expect(existsSync(path)).toBe(true)
  })
})
