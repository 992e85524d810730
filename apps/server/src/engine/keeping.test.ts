import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { GREETER_FILES } from '../testing/ideas.ts'
import { type TestServer, bodyOf, testServer } from '../testing/test-server.ts'
import { openDatabase } from './database.ts'
import { FACTS } from './run-facts.ts'
import { createSqliteJournal } from './sqlite-journal.ts'

const greet = async (server: TestServer, name: string): Promise<string> => {
  const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea: 'greeter', input: { name } }))
  await (await server.deps.executor()).settled(id)
  return id
}
const idsAt = async (server: TestServer, path: string): Promise<readonly string[]> => {
  const { items } = await bodyOf(await server.ask('GET', path))
  return items.map(({ id }: { readonly id: string }) => id)
}
const found = (server: TestServer, q: string) => idsAt(server, `/api/runs?q=${encodeURIComponent(q)}`)
const kept = (server: TestServer) => idsAt(server, '/api/runs')

describe('runs are found by their words', () => {
  test('from the beginning of each, in any script and without regard to case', async () => {
    await using server = await testServer(GREETER_FILES)
    const [ada, anna] = [await greet(server, 'Ada Lovelace'), await greet(server, 'Анна Ахматова')]
    expect(await found(server, 'LOVE ada')).toEqual([ada])
    expect(await found(server, 'ахмат')).toEqual([anna])
    expect(await found(server, 'hello')).toEqual([anna, ada])
    expect(await found(server, 'nobody')).toEqual([])
    expect(await found(server, '"*) OR 1')).toEqual([])
  })
})

describe('a removed run', () => {
  test('takes with it what only it used; a fork of it stays whole', async () => {
    await using server = await testServer(GREETER_FILES)
    const id = await greet(server, 'Ada '.repeat(2000))
    const fork = await bodyOf(await server.ask('POST', `/api/runs/${id}/fork`, { at: 2 }))
    await (await server.deps.executor()).settled(fork.id)
    vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 120_000)
    expect((await server.ask('DELETE', `/api/runs/${id}`)).status).toBe(204)
    expect(await bodyOf(await server.ask('POST', `/api/runs/${fork.id}/replay`, {}))).toMatchObject({ identical: true })
    expect(await found(server, 'ada')).toEqual([fork.id])
    expect((await server.ask('DELETE', `/api/runs/${fork.id}`)).status).toBe(204)
    vi.restoreAllMocks()
    await server.stop()
    const db = openDatabase(join(server.root, '.ensemble', 'ensemble.db'))
    for (const table of ['bodies', 'uses', 'events', 'run_texts'])
      expect(db.prepare(`select count(*) as n from ${table}`).get(), table).toMatchObject({ n: 0 })
    db.close()
  })

  test('is kept while it is starred, whatever the retention says', async () => {
    const manifest = { version: 1, name: 'test', retention: { runs: 1 } }
    await using server = await testServer({ ...GREETER_FILES, 'ensemble.json': manifest })
    const ids = [await greet(server, 'a'), await greet(server, 'b'), await greet(server, 'c')]
    await server.ask('PUT', `/api/runs/${ids[0]}/annotation`, { star: true })
    await server.deps.warmUp()
    await expect.poll(() => kept(server)).toEqual([ids[2], ids[0]])
  })

  test('is one that the retention of ensemble.json deletes', async () => {
    const manifest = { version: 1, name: 'test', retention: { runs: 2 } }
    await using server = await testServer({ ...GREETER_FILES, 'ensemble.json': manifest })
    const ids = [await greet(server, 'a'), await greet(server, 'b'), await greet(server, 'c')]
    await server.deps.warmUp()
    await expect.poll(() => kept(server)).toEqual([ids[2], ids[1]])
  })
})

/** The sixth step taken back. */
const WITHOUT_NUMBERS = `alter table events rename to numbered;
  create table events (run text not null, seq integer not null, key text not null, line text not null, primary key (run, seq)) without rowid;
  insert into events select runs.id, numbered.id & 16777215, key, line from numbered join runs on runs.n = numbered.id >> 24;
  drop table numbered;
  create unique index events_by_key on events (run, key);
  alter table bodies drop column form; alter table bodies drop column base;`

/** The fifth and the sixth. */
const WITHOUT_FACTS = `${WITHOUT_NUMBERS}drop index runs_listed;${FACTS.map((name) => `alter table runs drop column ${name};`).join('')}`

describe('the database', () => {
  let folder: string
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'ensemble-keeping-'))))
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  test('of a version that knew no source of a fork with a large edit names it, and of none that is lost', async () => {
    await using server = await testServer(GREETER_FILES)
    const id = await greet(server, 'Ada')
    const edit = { type: 'input', input: { name: 'a'.repeat(9000) } }
    const fork = async (): Promise<string> =>
      (await bodyOf(await server.ask('POST', `/api/runs/${id}/fork`, { at: 1, edit }))).id
    const [kept, lost, damaged] = [await fork(), await fork(), await fork()]
    for (const each of [kept, lost, damaged]) await (await server.deps.executor()).settled(each)
    await server.stop()
    const path = join(server.root, '.ensemble', 'ensemble.db')
    const old = new Database(path)
    old.exec(`${WITHOUT_FACTS}
      update runs set summary = json_set(summary, '$.parent', json('{}')) where id <> '${id}';
      update events set line = json_remove(line, '$.data.fork') where run = '${lost}' and seq = 1;
      update events set line = '{"v' where run = '${damaged}' and seq = 1;
      pragma user_version = 3`)
    old.close()
    const journal = createSqliteJournal(openDatabase(path))
    const parents = (await journal.runs.list({})).items.map((run) => [run.id, run.parent])
    expect(new Map(parents as [string, unknown][])).toEqual(
      new Map<string, unknown>([
        [id, undefined],
        [kept, { run: id, at: 1 }],
        [lost, undefined],
        [damaged, undefined],
      ]),
    )
    await journal.close()
  })

  test('of the first version is brought up to this one, after a backup, with every run and its words', async () => {
    await using server = await testServer(GREETER_FILES)
    const id = await greet(server, 'Ada')
    const lines = await server.deps.journal.readLines(id, 0, 1000)
    await server.stop()
    const path = join(server.root, '.ensemble', 'ensemble.db')
    const old = new Database(path)
    // The file of the first version.
    old.exec(`drop table run_texts; drop table uses;
      drop index runs_by_model; drop index runs_by_start; drop index runs_annotated;
      ${WITHOUT_FACTS}
      alter table runs drop column model; alter table runs drop column started_at;
      alter table runs drop column annotation; pragma user_version = 1`)
    old.close()
    const journal = createSqliteJournal(openDatabase(path))
    expect(await journal.readLines(id, 0, 1000)).toEqual(lines)
    expect((await journal.runs.list({ q: 'ada' })).items.map((run) => run.id)).toEqual([id])
    await journal.close()
    expect(existsSync(`${path}.v1.backup`)).toBe(true)
    const backup = new Database(`${path}.v1.backup`)
    expect(backup.prepare('select count(*) as n from runs').get()).toMatchObject({ n: 1 })
    backup.close()
    expect(readdirSync(folder)).toEqual([])
  })
})
