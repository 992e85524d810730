import { createdEvent, completedEvent, loggedEvent } from '@ensemble/core/testing'
import { type AddressInfo, type Socket, createServer } from 'node:net'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { toHttpProblem } from '../../http/http-problem.ts'
import { type ThrowawayPostgres, startPostgres } from '../../testing/throwaway-postgres.ts'
import { openPostgres } from './open-postgres.ts'
import type { PostgresJournal } from './postgres-journal.ts'

let postgres: ThrowawayPostgres
let url: string
/** Two processes on one database. */
let one: PostgresJournal
let two: PostgresJournal
beforeAll(async () => {
  postgres = await startPostgres()
})
afterAll(() => postgres.close())
beforeEach(async () => {
  url = await postgres.url()
  one = await openPostgres(url)
  two = await openPostgres(url)
})
afterEach(async () => {
  await one.close()
  await two.close()
})

const ask = async (text: string, at = url): Promise<readonly Record<string, unknown>[]> => {
  const client = new pg.Client({ connectionString: at })
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}
const start = (journal: PostgresJournal, id: string, input = 'x') =>
  journal.create({ id, idea: 'idea://one', request: { input }, created: createdEvent(input) })
/** Every process falls silent for longer than its time. */
const silence = () => ask(`update holders set alive_until = clock_timestamp() - interval '1 second'`)

describe('one process at a time writes a Run', () => {
  test('another learns who does; it takes over once the first closed', async () => {
    await start(one, 'a')
    await one.append(await one.lease('a'), [loggedEvent(1)])
    await expect(two.lease('a')).rejects.toMatchObject({
      code: 'engine.lease',
      message: expect.stringContaining(`:${process.pid})`),
    })
    expect(await two.others.free(10)).toEqual([])
    await one.close()
    expect(await two.others.free(10)).toEqual(['a'])
    await two.append(await two.lease('a'), [loggedEvent(2)])
    expect(await two.read('a')).toHaveLength(3)
  })

  test('one that fell silent is passed over, and what it writes later is refused whole', async () => {
    await start(one, 'a')
    const stale = await one.lease('a')
    await one.append(stale, [loggedEvent(1)])
    await silence()
    const lease = await two.lease('a')
    await expect(one.append(stale, [loggedEvent(2), loggedEvent(3)])).rejects.toMatchObject({ code: 'engine.lease' })
    await two.append(lease, [loggedEvent(2)])
    await expect(one.append(stale, [loggedEvent(3)])).rejects.toMatchObject({ code: 'engine.lease' })
    expect((await two.read('a')).map(({ seq }) => seq)).toEqual([1, 2, 3])
  })

  test('a clock of this machine that jumps changes nothing', async () => {
    await start(one, 'a')
    const lease = await one.lease('a')
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 86_400_000)
    await expect(two.lease('a')).rejects.toMatchObject({ code: 'engine.lease' })
    await one.append(lease, [loggedEvent(1)])
    expect(await two.others.free(10)).toEqual([])
  })

  test('an ended Run waits for no process', async () => {
    await start(one, 'a')
    await one.append(await one.lease('a'), [completedEvent()])
    await silence()
    expect(await two.others.free(10)).toEqual([])
    expect(await two.unfinished()).toEqual([])
  })

  test('appends that are asked for together are written one after the other', async () => {
    await start(one, 'a')
    const lease = await one.lease('a')
    await Promise.all(Array.from({ length: 40 }, (_, n) => one.append(lease, [loggedEvent(n)])))
    const lines = await two.readLines('a', 0, 100)
    expect(lines).toHaveLength(41)
  })
})

describe('every process sees what another writes', () => {
  test('a tail follows to the end, a listener gets each Run, a deleted one ends both', async () => {
    await start(one, 'a')
    const lease = await one.lease('a')
    const heard: string[] = []
    two.onRun(({ id, status }) => heard.push(`${id} ${status}`))
    two.onRemoved((id) => heard.push(`${id} gone`))
    const seen: (number | null)[] = []
    for await (const { seq } of two.tail('a', 0, new AbortController().signal)) {
      seen.push(seq)
      if (seq === 1) await one.append(lease, [loggedEvent(1)])
      if (seq === 2) await one.append(lease, [completedEvent()])
    }
    expect(seen).toEqual([1, 2, 3])
    await expect.poll(() => heard).toContain('a completed')
    await one.runs.remove('a')
    await expect.poll(() => heard).toContain('a gone')
  })
})

describe('what a file can hold, Postgres holds', () => {
  test('texts with NUL and halves of a character, in lists, labels and inputs', async () => {
    const input = 'nul \0 half \uD83C end'
    await start(one, 'a', input)
    await one.annotate('a', { star: true, labels: ['la\0bel'], note: 'no\0te' })
    expect((await one.read('a'))[0]?.data).toMatchObject({ input })
    expect((await one.runs.list({ q: 'half' })).items.map(({ id }) => id)).toEqual(['a'])
    expect(await one.labels()).toEqual(['la\uFFFDbel'])
    expect(await one.outlived('2030-01-01', null, 10)).toEqual([])
  })

  test('a changed line or value is found, and the other Runs are as they were', async () => {
    await start(one, 'a')
    await start(one, 'b', 'x'.repeat(5000))
    await one.append(await one.lease('a'), [loggedEvent(1), loggedEvent(2)])
    await ask(`update events set line = replace(line, 'line 1', 'line 9')`)
    await ask(`update bodies set bytes = '\\x00'`)
    await expect(one.read('a')).rejects.toMatchObject({ code: 'run.damaged' })
    await expect(one.read('b', { hydrate: true })).rejects.toMatchObject({ code: 'run.damaged' })
    expect(await one.read('b')).toHaveLength(1)
    expect((await one.runs.get('a'))?.damaged).toBe(true)
  })
})

describe('an outage', () => {
  test('is one sentence; nothing that was acknowledged is lost, and all continues after it', async () => {
    await start(one, 'a')
    const lease = await one.lease('a')
    await one.append(lease, [loggedEvent(1)])
    const heard: string[] = []
    two.onRun(({ id }) => heard.push(id))
    await postgres.crash()
    const refusal: unknown = await one.append(lease, [loggedEvent(2)]).catch((error: unknown) => error)
    expect(toHttpProblem(refusal)).toMatchObject({
      status: 507,
      detail:
        'Postgres, which records the runs of the workspace, does not answer: start it, or check the way to it. Nothing was lost.',
    })
    await postgres.start()
    await one.append(await one.lease('a'), [loggedEvent(3)])
    expect((await one.read('a')).map(({ key }) => key)).toEqual([
      '#run.created',
      'request/0/call/0#call.logged:1',
      'request/0/call/0#call.logged:3',
    ])
    // Listens again, whenever it does.
    await expect
      .poll(async () => {
        await one.annotate('a', { star: true, labels: [], note: '' })
        return heard
      })
      .toContain('a')
  })
})

describe('a start that cannot work says why in one sentence', () => {
  const refused = async (address: string, message: RegExp, code = 'settings.invalid'): Promise<void> => {
    await expect(openPostgres(address)).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
  }
  const withUser = async (name: string, more = ''): Promise<string> => {
    await ask(`create role ${name} login ${more}`)
    return url.replace('user=ensemble', `user=${name}`)
  }

  test('an address without a Postgres', () =>
    refused(
      'postgres://me:secret@127.0.0.1:1/runs',
      /^DATABASE_URL leads to 127\.0\.0\.1:1\/runs, where Postgres does not answer \([^)]+\): start it, or correct the address\.$/,
    ))
  test('a missing database', () =>
    refused(url.replace('/postgres?', '/nowhere?'), /names a database that does not exist .*: create it/))
  test('an unknown user', () =>
    refused(url.replace('user=ensemble', 'user=nobody'), /names a user or password that Postgres refuses/))
  test('a missing schema', () =>
    refused(url.replace(/search_path%3D\w+/, 'search_path%3Dnowhere'), /names a schema that does not exist/))
  test('a user without rights', async () => {
    const address = await withUser('reader')
    await refused(
      address.replace(/search_path%3D\w+/, 'search_path%3Dpublic'),
      /names a user without the rights it needs in .*: grant it all rights on the schema and its tables\.$/,
    )
    await ask('grant usage on schema public to reader', url)
    const name = /search_path%3D(\w+)/.exec(url)?.[1] ?? ''
    await ask(`grant usage on schema ${name} to reader; grant select on ${name}.ensemble_migrations to reader`)
    await refused(address, /permission denied for table holders/)
  })
  test('a user who may not use the schema public', async () => {
    await ask('revoke usage on schema public from public')
    await refused(
      (await withUser('outsider')).replace(/search_path%3D\w+/, 'search_path%3Dpublic'),
      /without the rights it needs in .* \(permission denied for schema public\): grant it all rights/,
    )
    await ask('grant usage on schema public to public')
  })
  test('an sslmode that is unknown', () =>
    refused(`${url}&sslmode=bogus`, /^DATABASE_URL has sslmode=bogus, which is unknown: write one of disable, .*\.$/))
  test('options that Postgres refuses', () =>
    refused(
      url.replace(/options=[^&]+/, 'options=bogus'),
      /^DATABASE_URL has options that Postgres refuses \(.*\): correct them/,
    ))
  test('TLS where Postgres offers none', async () => {
    const server = createServer((socket) => socket.once('data', () => socket.end('N')))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo // listens on a port
    const at = `postgres://me:secret@127.0.0.1:${port}/runs?sslmode=verify-full`
    await refused(at, /^DATABASE_URL asks for TLS, which Postgres does not offer at 127\.0\.0\.1:\d+\/runs: turn it on/)
    await new Promise((done) => server.close(done))
  })
  test('a Postgres that takes connections and says nothing', async () => {
    const sockets: Socket[] = []
    const server = createServer((socket) => sockets.push(socket.on('error', () => undefined).resume()))
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo // listens on a port
    await refused(`postgres://me:secret@127.0.0.1:${port}/runs`, /where Postgres does not answer \(timeout expired\)/)
    for (const socket of sockets) socket.destroy()
    await new Promise((done) => server.close(done))
  })
  test('no connection that is free', async () =>
    refused(await withUser('crowd', 'connection limit 0'), /connections are all in use/))
  test('tables of a newer version', async () => {
    await ask(`insert into ensemble_migrations (name, run_on) values ('9_later', now())`)
    await refused(url, /was written by a newer Ensemble \(it has step "9_later"\): update Ensemble\.$/, 'engine.newer')
  })
  test('several that start together make the tables once', async () => {
    const fresh = await postgres.url()
    const all = await Promise.all(Array.from({ length: 4 }, () => openPostgres(fresh)))
    expect(await ask('select name from ensemble_migrations order by id', fresh)).toEqual([
      { name: '1_runs' },
      { name: '2_asks' },
    ])
    for (const journal of all) await journal.close()
  })
})

test('Runs are counted by group, their times ranked', async () => {
  await start(one, 'a')
  await start(one, 'b')
  await one.append(await one.lease('a'), [completedEvent('done')])
  expect(await one.runs.figures('idea', {})).toMatchObject([
    { name: 'idea://one', runs: 2, completed: 1, failed: 0, waiting: 0, medianMs: expect.any(Number) },
  ])
  const days = await one.runs.figures('day', { status: 'completed' })
  expect(days).toMatchObject([{ name: expect.stringMatching(/^\d{4}-\d\d-\d\d$/), runs: 1 }])
  expect(await one.runs.figures('model', { idea: 'idea://none' })).toEqual([])
})
