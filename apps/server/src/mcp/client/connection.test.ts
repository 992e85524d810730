import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createConnection } from './connection.ts'
import { createServerLog } from './server-log.ts'

const FIXTURE = join(import.meta.dirname, '..', 'fixtures', 'hostile.mjs')

/** A connection to a server of one mode, in its own folder, with time that only waiting moves. */
const connectTo = async (mode: string, startTimeoutMs = 30_000) => {
  const root = await mkdtemp(join(tmpdir(), 'ensemble-mcp-'))
  const notes = join(root, 'notes')
  let now = 0
  const waited: number[] = []
  const connection = createConnection({
    name: 'bad',
    config: {
      type: 'stdio',
      command: process.execPath,
      args: [FIXTURE, mode, notes],
      env: {},
      disabled: false,
      startTimeoutMs,
    },
    version: '0',
    root,
    secret: () => undefined,
    fetch,
    log: createServerLog(
      (text) => text,
      () => now,
    ),
    now: () => now,
    sleep: async (ms) => {
      waited.push(ms)
      now += ms
    },
    onChange: () => undefined,
  })
  onTestFinished(async () => {
    await connection.stop()
    await rm(root, { recursive: true, force: true })
  })
  return { connection, waited, notes: async () => (await readFile(notes, 'utf8')).split('\n').filter(Boolean) }
}
const { signal } = new AbortController()

it('waits longer before each start that follows a failure, up to half a minute', async () => {
  const { connection, waited } = await connectTo('exitsAtOnce')
  for (let start = 0; start < 9; start++) await expect(connection.use(signal)).rejects.toThrow('could not start')
  expect(waited).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
  expect(connection.status()).toMatchObject({ state: 'failed', starts: 9 })
  await connection.stop()
  await expect(connection.use(signal)).rejects.toThrow('could not start')
  expect(waited).toHaveLength(8)
})

it('is started once, however many Calls are the first', async () => {
  const { connection } = await connectTo('neverAnswers')
  const clients = await Promise.all(Array.from({ length: 20 }, () => connection.use(signal)))
  expect(new Set(clients).size).toBe(1)
  expect(connection.status()).toMatchObject({ state: 'ready', starts: 1 })
})

it('lets a Call go that no longer waits for the start, and starts all the same', async () => {
  const { connection } = await connectTo('neverAnswers')
  const leaving = new AbortController()
  const [left, stayed] = [connection.use(leaving.signal), connection.use(signal)]
  leaving.abort(new Error('the run was cancelled'))
  await expect(left).rejects.toThrow('the run was cancelled')
  await stayed
  expect(connection.status()).toMatchObject({ state: 'ready', starts: 1 })
})

it('that is stopped while it starts stays stopped, and starts again when asked', async () => {
  const { connection } = await connectTo('neverAnswers')
  const first = connection.use(signal)
  await connection.stop()
  await expect(first).rejects.toMatchObject({ code: 'mcp.failed', message: 'The MCP server "bad" was stopped.' })
  expect(connection.status().state).toBe('idle')
  expect(connection.status().pid).toBeUndefined()
  expect(connection.definitions()).toBeUndefined()
  await connection.use(signal)
  expect(connection.status()).toMatchObject({ state: 'ready', starts: 2 })
})

it('that says nothing at all is left after its time, and its process ended', async () => {
  const { connection } = await connectTo('silent', 2000)
  // The sentence of the one deadline for the whole start; the SDK words its own, one for each question, otherwise.
  await expect(connection.use(signal)).rejects.toThrow(
    'The MCP server "bad" could not start: it did not answer within 2 s (startTimeoutMs in mcp.json).',
  )
  expect(connection.status()).toMatchObject({ state: 'failed', starts: 1 })
  expect(connection.status().pid).toBeUndefined()
})

it('reads its list of tools once for each time that it says it changed, by our limits and not by the library', async () => {
  const { connection, notes } = await connectTo('changes')
  const client = await connection.use(signal)
  const namesOf = (): readonly unknown[] | undefined => connection.definitions()?.map((tool) => tool['name'])
  expect(namesOf()).toEqual(['act', 'act-once', 'old'])
  await client.callTool({ name: 'act', arguments: {} })
  await expect.poll(() => namesOf()).toEqual(['act', 'act-once', 'young'])
  expect(await notes()).toEqual(['listed', 'listed'])
})
