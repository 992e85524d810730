import type { Pool, PoolClient } from 'pg'
import { closedJournal } from '../journal-errors.ts'
import { asTrouble } from './postgres-trouble.ts'

/** Rows as the statement selects them: its caller names their type. */
export type Query = <Row>(text: string, values?: readonly unknown[]) => Promise<readonly Row[]>

/** The connections of this process, each question on one that is free. Errors of the connection carry a code of `storageSentence`. */
export interface PostgresDatabase {
  readonly query: Query
  /** The same, planned once for each connection. */
  readonly repeated: Query
  /** All of it or nothing. */
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Postgres keeps no NUL in a text; JSON escapes it, so that lines and values never hold one. */
const storable = (value: unknown): unknown => {
  if (typeof value === 'string') return value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value
  return Array.isArray(value) ? value.map(storable) : value
}

export const createPostgresDatabase = (pool: Pool): PostgresDatabase => {
  const names = new Map<string, string>()
  let isClosed = false
  const nameOf = (text: string): string => {
    const name = names.get(text) ?? `ensemble_${names.size}`
    names.set(text, name)
    return name
  }
  const ask = async <Row>(
    client: Pool | PoolClient,
    text: string,
    values: readonly unknown[],
    name?: string,
  ): Promise<readonly Row[]> => {
    if (isClosed) throw closedJournal()
    try {
      const given = values.map(storable)
      const { rows } = await client.query({ text, values: given, ...(name !== undefined && { name }) })
      return rows as readonly Row[] // as the statement selects them
    } catch (error) {
      throw asTrouble(error)
    }
  }
  return {
    query: (text, values = []) => ask(pool, text, values),
    repeated: (text, values = []) => ask(pool, text, values, nameOf(text)),
    transaction: async (work) => {
      if (isClosed) throw closedJournal()
      const client = await pool.connect().catch((error: unknown) => {
        throw asTrouble(error)
      })
      let broken: Error | undefined
      try {
        await ask(client, 'begin', [])
        const result = await work((text, values = []) => ask(client, text, values))
        await ask(client, 'commit', [])
        return result
      } catch (error) {
        await client.query('rollback').catch((failure: unknown) => {
          broken = failure instanceof Error ? failure : new Error(String(failure))
        })
        throw error
      } finally {
        client.release(broken)
      }
    },
    close: async () => {
      if (isClosed) return
      isClosed = true
      await pool.end()
    },
  }
}
