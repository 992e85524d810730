import { type ChildProcess, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import pg from 'pg'

/** A new Postgres in a temporary folder, on a socket that only this machine reaches. */
export interface ThrowawayPostgres {
  /** The address of its first database. */
  readonly address: string
  /** The address of a new, empty schema. */
  readonly url: () => Promise<string>
  /** Ends every process of it at once, as a crash does. */
  readonly crash: () => Promise<void>
  readonly start: () => Promise<void>
  readonly close: () => Promise<void>
}

const DEBIAN = '/usr/lib/postgresql'

/** The folder with `initdb` and `postgres`. */
const findPrograms = (): string => {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).toSorted((a, b) => Number(b) - Number(a)) : []
  const folders = [
    ...(process.env['PATH'] ?? '').split(delimiter),
    ...versions.map((name) => join(DEBIAN, name, 'bin')),
  ]
  const found = folders.find((folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')))
  if (found === undefined)
    throw new Error(
      'These tests need Postgres: install it (Debian: apt-get install postgresql), or put initdb on the PATH.',
    )
  return found
}

/** Postgres refuses to run as root: its own user does, or one without rights. */
const ownerOf = (): Pick<SpawnOptions, 'uid' | 'gid'> => {
  if (process.getuid?.() !== 0) return {}
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const user = users.find(([name]) => name === 'postgres') ?? users.find(([name]) => name === 'nobody')
  return user === undefined ? {} : { uid: Number(user[2]), gid: Number(user[3]) }
}

/** The address of a schema, which is made where it is missing. */
export const schemaIn = async (address: string, schema: string): Promise<string> => {
  const client = new pg.Client({ connectionString: address })
  await client.connect()
  await client.query(`create schema if not exists "${schema}"`)
  await client.end()
  return `${address}&options=${encodeURIComponent(`-c search_path=${schema}`)}`
}

export const startPostgres = async (): Promise<ThrowawayPostgres> => {
  const programs = findPrograms()
  const owner = ownerOf()
  // Short: a socket's path has at most 107 bytes.
  const folder = mkdtempSync(join(tmpdir(), 'epg-'))
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  const made = spawnSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', 'ensemble', '-A', 'trust', '-E', 'UTF8', '--locale=C', '--no-sync', '--no-instructions'],
    { ...owner, cwd: folder, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}${made.error?.message ?? ''}`)
  let running: ChildProcess | undefined
  let said = ''
  const address = `postgres:///postgres?host=${encodeURIComponent(folder)}&user=ensemble`

  const answers = async (): Promise<boolean> => {
    const client = new pg.Client({ connectionString: address })
    client.on('error', () => undefined)
    try {
      await client.connect()
      return true
    } catch {
      return false
    } finally {
      await client.end().catch(() => undefined)
    }
  }
  const start = async (): Promise<void> => {
    const server = spawn(
      join(programs, 'postgres'),
      ['-D', data, '-k', folder, '-c', 'listen_addresses=', '-c', 'fsync=off', '-c', 'max_connections=200'],
      { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
    )
    running = server
    // Where a test fails before it closes this.
    process.once('exit', () => server.kill('SIGQUIT'))
    server.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-4000)))
    while (!(await answers())) if (server.exitCode !== null) throw new Error(`Postgres did not start: ${said}`)
  }
  const stop = async (signal: NodeJS.Signals): Promise<void> => {
    const server = running
    running = undefined
    if (server === undefined || server.exitCode !== null) return
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill(signal)
    await ended
  }
  let schemas = 0
  await start()
  return {
    address,
    url: () => schemaIn(address, `s${++schemas}`),
    // Postgres takes SIGQUIT for an immediate stop: no checkpoint, its next start recovers.
    crash: () => stop('SIGQUIT'),
    start,
    close: async () => {
      await stop('SIGINT')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
