import { randomUUID } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { hostname } from 'node:os'
import { parse } from 'node:path'
import { EnsembleError } from '@ensemble/core'
import { runner } from 'node-pg-migrate'
import pg from 'pg'
import { MIGRATIONS } from '../../places.ts'
import { createPostgresDatabase } from './postgres-database.ts'
import { type PostgresJournal, type PostgresJournalOptions, openPostgresJournal } from './postgres-journal.ts'
import { asTrouble, codeOf } from './postgres-trouble.ts'

export type OpenPostgresOptions = Pick<PostgresJournalOptions, 'redact' | 'openEnd' | 'onUnused'>

/** Connections of one process, besides the one that listens. */
const MOST_CONNECTIONS = 10
/** How long a question waits for a connection. */
const WAIT_MS = 8000
const TABLE = 'ensemble_migrations'

const refuse = (message: string, cause?: unknown): EnsembleError =>
  new EnsembleError('settings.invalid', `DATABASE_URL ${message}`, { cause })

/** The place that an address names, without its password. */
const placeOf = (url: string): string => {
  const { host, pathname, searchParams } = new URL(url)
  return `${host || searchParams.get('host') || 'this machine'}${pathname}`
}

const withoutRights = (url: string, said: string, cause?: unknown): EnsembleError =>
  refuse(
    `names a user without the rights it needs in ${placeOf(url)} (${said}): grant it all rights on the schema and its tables.`,
    cause,
  )

/** Modes that `pg` takes; it reads any other word as `verify-full`. */
const TLS_MODES = ['disable', 'prefer', 'require', 'verify-ca', 'verify-full', 'no-verify']

/** Throws EnsembleError `settings.invalid` for an `sslmode` that `pg` does not know. */
const checkMode = (url: string): void => {
  const mode = new URL(url).searchParams.get('sslmode')
  if (mode !== null && !TLS_MODES.includes(mode))
    throw refuse(`has sslmode=${mode.slice(0, 40)}, which is unknown: write one of ${TLS_MODES.join(', ')}.`)
}

/** Why Postgres takes no connection, in one sentence. */
const refusalOf = (thrown: unknown, url: string): unknown => {
  const error = thrown instanceof Error && thrown.cause instanceof Error ? thrown.cause : thrown
  const place = placeOf(url)
  const said = error instanceof Error ? error.message : String(error)
  switch (codeOf(error)) {
    case '28P01':
    case '28000':
      return refuse(`names a user or password that Postgres refuses (${said}): correct it.`, error)
    case '3D000':
      return refuse(`names a database that does not exist (${place}): create it, or name another one.`, error)
    case '42501':
      return withoutRights(url, said, error)
    case '25006':
      return refuse(`leads to a read-only Postgres (${place}): name the primary server.`, error)
    case '53300':
      return refuse(`leads to a Postgres whose connections are all in use (${place}): raise max_connections.`, error)
  }
  if (/does not support SSL/.test(said))
    return refuse(
      `asks for TLS, which Postgres does not offer at ${place}: turn it on there, or set sslmode=disable in the address.`,
      error,
    )
  // Refusals of settings in the address: of a word, a name, a value.
  if (['42601', '42704', '22023'].includes(codeOf(error)))
    return refuse(
      `has options that Postgres refuses (${said}): correct them, such as options=-c%20search_path%3Dmusic.`,
      error,
    )
  const { code } = asTrouble(error) as { readonly code?: unknown } // a code of ours where it is known
  return code === 'POSTGRES_AWAY' || code === 'POSTGRES_BUSY'
    ? refuse(
        `leads to ${place}, where Postgres does not answer (${said || codeOf(error)}): start it, or correct the address.`,
        error,
      )
    : error
}

/** Names of the migrations of this version, without their endings. */
const known = (): readonly string[] => readdirSync(MIGRATIONS).map((file) => parse(file).name)

interface Place {
  /** Null where none on the search path is there for this user. */
  readonly schema: string | null
  /** Whether tables of Ensemble are there. */
  readonly taken: boolean
  readonly may: boolean
  /** A schema on the search path, whether this user may use it or not. */
  readonly hidden: string | null
}

/** Takes the steps that the database has not taken yet; other processes that start wait. Throws `engine.newer`. */
const migrate = async (client: pg.Client, url: string): Promise<string> => {
  const { rows } = await client.query<Place>(
    `select current_schema() as schema, to_regclass('${TABLE}') is not null as taken,
       has_schema_privilege(current_schema(), 'CREATE') as may,
       (select nspname from pg_namespace where nspname = any (
          string_to_array(replace(replace(current_setting('search_path'), ' ', ''), '"', ''), ',')) limit 1) as hidden`,
  )
  const { schema = null, taken = false, may = false, hidden = null } = rows[0] ?? {}
  if (schema === null && hidden !== null) throw withoutRights(url, `permission denied for schema ${hidden}`)
  if (schema === null) throw refuse(`names a schema that does not exist (${placeOf(url)}): create it.`)
  if (taken) {
    const { rows: steps } = await client.query<{ name: string }>(`select name from ${TABLE} order by id`)
    const own = known()
    const newer = steps.find(({ name }) => !own.includes(name))
    if (newer !== undefined)
      throw new EnsembleError(
        'engine.newer',
        `The database ${placeOf(url)} was written by a newer Ensemble (it has step "${newer.name}"): update Ensemble.`,
      )
    if (steps.length === own.length) return schema
  }
  if (!may) throw withoutRights(url, `permission denied for schema ${schema}`)
  await runner({
    dbClient: client,
    dir: MIGRATIONS,
    direction: 'up',
    migrationsTable: TABLE,
    schema,
    advisoryLockMode: 'wait',
    singleTransaction: true,
    log: () => undefined,
  })
  return schema
}

/** Opens the Journal in the database of `DATABASE_URL`. Throws EnsembleError `settings.invalid` or `engine.newer` with one sentence. */
export const openPostgres = async (url: string, options: OpenPostgresOptions = {}): Promise<PostgresJournal> => {
  const connect = async (): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: WAIT_MS, keepAlive: true })
    // Each question on it fails by itself; an error without a listener would end the process.
    client.on('error', () => undefined)
    await client.connect()
    return client
  }
  const pool = new pg.Pool({
    connectionString: url,
    max: MOST_CONNECTIONS,
    connectionTimeoutMillis: WAIT_MS,
    keepAlive: true,
  })
  // Idle ones that Postgres closed are replaced.
  pool.on('error', () => undefined)
  try {
    checkMode(url)
    const client = await connect()
    const schema = await migrate(client, url).finally(() => client.end())
    return await openPostgresJournal({
      ...options,
      database: createPostgresDatabase(pool),
      connect,
      channel: `ensemble_${schema}`.slice(0, 60),
      holder: { id: randomUUID(), name: `${hostname()}:${process.pid}` },
    })
  } catch (error) {
    await pool.end()
    throw error instanceof EnsembleError ? error : refusalOf(error, url)
  }
}
