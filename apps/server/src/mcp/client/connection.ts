import type { Client } from '@modelcontextprotocol/client'
import { EnsembleError, type JsonObject } from '@ensemble/core'
import { onAbort } from '@ensemble/core/host'
import { targetOf } from './mcp-config.ts'
import { oneLine } from './one-line.ts'
import { type OpenClientOptions, openClient, readDefinitions } from './open-client.ts'
import { type Opened, endProcess } from './open-transport.ts'

/**
 * `idle`: not started, or stopped by a person; `failed`: could not start or ended; the next Call starts it again, not
 * before `retryAt`.
 */
export type ConnectionState = 'idle' | 'starting' | 'ready' | 'failed' | 'disabled'

export interface ConnectionStatus {
  readonly state: ConnectionState
  readonly since: string
  /** Why it failed, in a sentence. */
  readonly error?: string
  readonly retryAt?: string
  readonly pid?: number
  /** The revision of the protocol that was agreed on. */
  readonly protocol?: string
  /** How often it was started. */
  readonly starts: number
}

/** One server, started when it is first needed and again after it failed. */
export interface Connection {
  readonly status: () => ConnectionStatus
  /** The server's last list; undefined before the first. */
  readonly definitions: () => readonly JsonObject[] | undefined
  /** The running server. Throws EnsembleError `mcp.failed` with one sentence. */
  readonly use: (signal: AbortSignal) => Promise<Client>
  /** A Call went well: the next failure is a first one again. */
  readonly succeeded: () => void
  readonly stop: () => Promise<void>
}

export interface ConnectionOptions extends Omit<OpenClientOptions, 'era' | 'onOpened' | 'onToolsChanged'> {
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** State or tools are others than before. */
  readonly onChange: () => void
}

/** A process that was asked to end gets this long. */
const GRACE_MS = 1500
const FIRST_RETRY_MS = 500
const LONGEST_RETRY_MS = 30_000

/** The system's message, however deep a library put it. */
const systemCodeOf = (error: unknown): string | undefined => {
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string' && /^E[A-Z]+$/.test(error.code)) return error.code
  return systemCodeOf(error.cause)
}

const reasonFor = (error: unknown, target: string): string => {
  switch (systemCodeOf(error)) {
    case 'ENOENT':
      return 'its command was not found'
    case 'EACCES':
      return 'its command may not run'
    case 'ECONNREFUSED':
      return `nothing answers at ${target}`
    case 'ENOTFOUND':
      return `the host of ${target} was not found`
    default:
      return oneLine(error)
  }
}

const sentenceFor = ({ name, config }: ConnectionOptions, error: unknown, stderr: string | undefined): string => {
  if (error instanceof EnsembleError) return error.message
  const why = reasonFor(error, targetOf(config))
  return `The MCP server "${name}" could not start: ${why.replace(/\.$/, '')}.${stderr === undefined ? '' : ` It wrote: ${stderr}`}`
}

/** Nothing is started before `use`. */
export const createConnection = (options: ConnectionOptions): Connection => {
  const { name, config, log, now, onChange } = options
  let state: ConnectionState = config.disabled ? 'disabled' : 'idle'
  let since = now()
  let error: string | undefined
  let failures = 0
  let starts = 0
  let retryAt = 0
  let definitions: readonly JsonObject[] | undefined
  let running: { readonly client: Client; readonly opened: Opened } | undefined
  let opening: Opened | undefined
  let starting: Promise<Client> | undefined
  let isLegacy = false
  let generation = 0

  const become = (next: ConnectionState, why?: string): void => {
    state = next
    since = now()
    error = why
    log.add('state', why ?? next)
    onChange()
  }
  const fail = (why: string): EnsembleError => {
    failures++
    retryAt = now() + Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1))
    running = undefined
    become('failed', why)
    return new EnsembleError('mcp.failed', why)
  }
  const learnAnew = async (client: Client, of: number): Promise<void> => {
    try {
      const tools = await readDefinitions(name, client, config.startTimeoutMs)
      if (of !== generation) return
      definitions = tools
      onChange()
    } catch (why) {
      log.add('state', oneLine(why))
    }
  }

  const wasStopped = (): EnsembleError => new EnsembleError('mcp.failed', `The MCP server "${name}" was stopped.`)

  /** `of` is the start that it belongs to: what comes when that is over counts no more. */
  const connect = async (era: OpenClientOptions['era'], of: number): Promise<Client> => {
    const { client, opened, wasFlooded, ...first } = await openClient({
      ...options,
      era,
      onOpened: (way) => {
        opening = way
      },
      onToolsChanged: (asked) => {
        if (of === generation) void learnAnew(asked, of)
      },
    })
    if (of !== generation) {
      opened.kill()
      await client.close().catch(() => undefined)
      throw wasStopped()
    }
    definitions = first.definitions
    isLegacy = client.getProtocolEra() === 'legacy'
    running = { client, opened }
    client.onclose = () => {
      if (of !== generation || running?.client !== client) return
      const stderr = log.fault()
      const what = wasFlooded() ? 'wrote more than could be read and was ended' : 'ended by itself'
      fail(`The MCP server "${name}" ${what}.${stderr === undefined ? '' : ` It wrote: ${stderr}`}`)
    }
    return client
  }

  const start = async (): Promise<Client> => {
    const of = ++generation
    starts++
    become('starting')
    try {
      const isProcess = config.type === 'stdio'
      const client = await connect(isLegacy ? 'legacy' : 'auto', of).catch((why: unknown) => {
        // A process of the older era may end at a question that it does not know.
        if (!isProcess || isLegacy || of !== generation || !hasEnded(why)) throw why
        return connect('legacy', of)
      })
      become('ready')
      return client
    } catch (why) {
      if (of !== generation) throw wasStopped()
      throw fail(sentenceFor(options, why, log.fault()))
    }
  }

  const use = async (signal: AbortSignal): Promise<Client> => {
    if (state === 'disabled') throw new EnsembleError('mcp.failed', `The MCP server "${name}" is disabled in mcp.json.`)
    const wait = state === 'failed' ? retryAt - now() : 0
    if (wait > 0) await options.sleep(wait, signal)
    if (running !== undefined) return running.client
    if (starting === undefined) {
      const mine = start().finally(() => {
        if (starting === mine) starting = undefined
      })
      starting = mine
    }
    return unless(signal, starting)
  }

  return {
    status: () => {
      const pid = running?.opened.pid()
      const protocol = running?.client.getNegotiatedProtocolVersion()
      return {
        state,
        since: new Date(since).toISOString(),
        ...(error !== undefined && { error }),
        ...(state === 'failed' && { retryAt: new Date(retryAt).toISOString() }),
        ...(pid !== undefined && { pid }),
        ...(protocol !== undefined && { protocol }),
        starts,
      }
    },
    definitions: () => definitions,
    use,
    succeeded: () => {
      failures = 0
    },
    stop: async () => {
      generation++
      const stopped = running
      if (starting !== undefined) opening?.kill()
      running = undefined
      starting = undefined
      failures = 0
      if (state !== 'disabled' && state !== 'idle') become('idle')
      if (stopped !== undefined) await closeWithin(GRACE_MS, stopped.client, stopped.opened.pid())
    },
  }
}

const hasEnded = (why: unknown): boolean =>
  why instanceof Error && 'code' in why && (why.code === 'CONNECTION_CLOSED' || why.code === 'ERA_NEGOTIATION_FAILED')

/** Asks it to end; a process that does not is ended. */
const closeWithin = async (ms: number, client: Client, pid: number | undefined): Promise<void> => {
  const late = setTimeout(() => endProcess(pid), ms)
  await client.close().catch(() => undefined)
  clearTimeout(late)
}

/** The shared work continues; this caller leaves when its signal aborts. */
const unless = <T>(signal: AbortSignal, promise: Promise<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason)
    const leave = onAbort(signal, () => reject(signal.reason))
    promise.then(resolve, reject).finally(leave)
  })
