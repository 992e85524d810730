import type { Client, Notification } from 'pg'
import type { PostgresDatabase } from './postgres-database.ts'

/** News of one Run: its events up to this one, or that it is gone; or a row of `asks` by its id. */
type News = number | 'gone' | 'ask' | 'answer'

export interface ChangeListeners {
  /** Another process wrote to a Run. */
  readonly changed: (run: string) => void
  /** Another process deleted a Run. */
  readonly removed: (run: string) => void
  readonly asked: (kind: 'ask' | 'answer', id: string) => void
  /** Changes may have been missed. */
  readonly missed: () => void
}

/** News of other processes, by LISTEN and NOTIFY: a message only names Runs, and its readers read the rows. */
export interface Changes {
  tell(id: string, news: News): void
  close(): Promise<void>
}

export interface ChangesOptions {
  readonly database: Pick<PostgresDatabase, 'query'>
  /** Makes the connection that listens. */
  readonly connect: () => Promise<Client>
  /** This process: its own messages are ignored. */
  readonly id: string
  readonly channel: string
  readonly listeners: ChangeListeners
}

/** Postgres takes payloads below 8,000 bytes. */
const MOST_CHARACTERS = 7000
/** How long a listener that lost its connection waits before it tries again. */
const AGAIN_MS = 1000

const parse = (
  payload = '',
): { readonly from: string; readonly changes: readonly { readonly id: string; readonly news: string }[] } => {
  const [from = '', ...parts] = payload.split(' ')
  const changes = parts.map((part) => {
    const at = part.lastIndexOf(',')
    return { id: decodeURIComponent(part.slice(0, at)), news: part.slice(at + 1) }
  })
  return { from, changes }
}

export const openChanges = async ({ database, connect, id, channel, listeners }: ChangesOptions): Promise<Changes> => {
  let isClosed = false
  let listening: Client | undefined
  let again: ReturnType<typeof setTimeout> | undefined

  const hear = ({ payload }: Notification): void => {
    const { from, changes } = parse(payload)
    if (from === id) return
    for (const { id: about, news } of changes)
      if (news === 'gone') listeners.removed(about)
      else if (news === 'ask' || news === 'answer') listeners.asked(news, about)
      else listeners.changed(about)
  }
  const lost = (): void => {
    listening = undefined
    if (!isClosed) again ??= setTimeout(() => void listen().catch(lost), AGAIN_MS).unref()
  }
  const listen = async (): Promise<void> => {
    again = undefined
    const client = await connect()
    if (isClosed) return client.end()
    client.on('error', lost)
    client.on('end', lost)
    client.on('notification', hear)
    await client.query(`listen "${channel}"`)
    listening = client
    listeners.missed()
  }

  const waiting = new Map<string, News>()
  let telling: Promise<void> | undefined
  /** One message at a time: under load each names many Runs, since commits that notify wait for each other. */
  const tellAll = async (): Promise<void> => {
    while (waiting.size > 0) {
      let payload = id
      for (const [about, news] of waiting) {
        const part = ` ${encodeURIComponent(about)},${news}`
        if (payload.length + part.length > MOST_CHARACTERS && payload !== id) break
        payload += part
        waiting.delete(about)
      }
      // If that fails, others read it with the next message about the Run, or when they reconnect.
      await database.query('select pg_notify($1, $2)', [channel, payload]).catch(() => undefined)
    }
    telling = undefined
  }

  await listen()
  return {
    tell: (about, news) => {
      if (isClosed) return
      waiting.set(about, news)
      telling ??= tellAll()
    },
    close: async () => {
      isClosed = true
      clearTimeout(again)
      await telling
      await listening?.end().catch(() => undefined)
    },
  }
}
