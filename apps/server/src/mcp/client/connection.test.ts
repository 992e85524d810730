import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createConnection } from './connection.ts'
import { createServerLog } from './server-log.ts'

const FIXTURE = join(import.meta.dirname, '..', 'fixtures', 'hostile.mjs')

it('waits longer before each start that follows a failure, up to half a minute', async () => {
  const root = await mkdtemp(join(tmpdir(), 'ensemble-mcp-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  let now = 0
  const waited: number[] = []
  const connection = createConnection({
    name: 'bad',
    config: { type: 'stdio', command: process.execPath, args: [FIXTURE, 'exitsAtOnce'], env: {}, disabled: false },
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
  const { signal } = new AbortController()
  for (let start = 0; start < 9; start++) await expect(connection.use(signal)).rejects.toThrow('could not start')
  expect(waited).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000])
  expect(connection.status()).toMatchObject({ state: 'failed', starts: 9 })
  await connection.stop()
  await expect(connection.use(signal)).rejects.toThrow('could not start')
  expect(waited).toHaveLength(8)
})
