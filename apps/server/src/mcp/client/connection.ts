import type { Client } from '@modelcontextprotocol/client'
import { EnsembleError, type JsonObject } from '@ensemble/core'
import { onAbort } from '@ensemble/core/host'
import { oneLine } from './one-line.ts'
import { type OpenClientOptions, openClient, readDefinitions } from './open-client.ts'
import { type Opened, endProcess } from './open-transport.ts'
import { lastWords, startFailure } from './start-failure.ts'

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
/** Nothing is started before `use`. */
export const createConnection = (options: ConnectionOptions): Connection => new McpConnection(options)

const FIRST_RETRY_MS = 500
const LONGEST_RETRY_MS = 30_000

class McpConnection implements Connection {
  readonly #options: ConnectionOptions
  #state: ConnectionState
  #since: number
  #error: string | undefined
  #failures = 0
  #starts = 0
  #retryAt = 0
  #definitions: readonly JsonObject[] | undefined
  #running: { readonly client: Client; readonly opened: Opened } | undefined
  #opening: Opened | undefined
  #starting: Promise<Client> | undefined
  #isLegacy = false
  /** The current start: what belongs to an earlier one no longer counts. */
  #generation = 0

  constructor(options: ConnectionOptions) {
    this.#options = options
    this.#state = options.config.disabled ? 'disabled' : 'idle'
    this.#since = options.now()
  }

  status(): ConnectionStatus {
    const pid = this.#running?.opened.pid()
    const protocol = this.#running?.client.getNegotiatedProtocolVersion()
    return {
      state: this.#state,
      since: new Date(this.#since).toISOString(),
      ...(this.#error !== undefined && { error: this.#error }),
      ...(this.#state === 'failed' && { retryAt: new Date(this.#retryAt).toISOString() }),
      ...(pid !== undefined && { pid }),
      ...(protocol !== undefined && { protocol }),
      starts: this.#starts,
    }
  }

  definitions(): readonly JsonObject[] | undefined {
    return this.#definitions
  }

  async use(signal: AbortSignal): Promise<Client> {
    const { name, now, sleep } = this.#options
    if (this.#state === 'disabled')
      throw new EnsembleError('mcp.failed', `The MCP server "${name}" is disabled in mcp.json.`)
    const wait = this.#state === 'failed' ? this.#retryAt - now() : 0
    if (wait > 0) await sleep(wait, signal)
    if (this.#running !== undefined) return this.#running.client
    if (this.#starting === undefined) {
      const mine = this.#start().finally(() => {
        if (this.#starting === mine) this.#starting = undefined
      })
      this.#starting = mine
    }
    return unless(signal, this.#starting)
  }

  succeeded(): void {
    this.#failures = 0
  }

  async stop(): Promise<void> {
    this.#generation++
    const stopped = this.#running
    if (this.#starting !== undefined) this.#opening?.kill()
    this.#running = undefined
    this.#starting = undefined
    this.#failures = 0
    if (this.#state !== 'disabled' && this.#state !== 'idle') this.#become('idle')
    if (stopped !== undefined) await closeWithin(GRACE_MS, stopped.client, stopped.opened.pid())
  }

  #become(next: ConnectionState, why?: string): void {
    this.#state = next
    this.#since = this.#options.now()
    this.#error = why
    this.#options.log.add('state', why ?? next)
    this.#options.onChange()
  }

  #fail(why: string): EnsembleError {
    this.#failures++
    this.#retryAt = this.#options.now() + Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (this.#failures - 1))
    this.#running = undefined
    this.#become('failed', why)
    return new EnsembleError('mcp.failed', why)
  }

  #wasStopped(): EnsembleError {
    return new EnsembleError('mcp.failed', `The MCP server "${this.#options.name}" was stopped.`)
  }

  async #start(): Promise<Client> {
    const { name, config, log } = this.#options
    const of = ++this.#generation
    this.#starts++
    this.#become('starting')
    try {
      const isProcess = config.type === 'stdio'
      const client = await this.#connect(this.#isLegacy ? 'legacy' : 'auto', of).catch((why: unknown) => {
        // A server of the older protocol may end when it gets a question it doesn't know.
        if (!isProcess || this.#isLegacy || of !== this.#generation || !hasEnded(why)) throw why
        return this.#connect('legacy', of)
      })
      this.#become('ready')
      return client
    } catch (why) {
      if (of !== this.#generation) throw this.#wasStopped()
      throw this.#fail(startFailure(name, config, why, log.fault()))
    }
  }

  /** `of` is the start that it belongs to. */
  async #connect(era: OpenClientOptions['era'], of: number): Promise<Client> {
    const { client, opened, wasFlooded, definitions } = await openClient({
      ...this.#options,
      era,
      onOpened: (way) => {
        this.#opening = way
      },
      onToolsChanged: (asked) => {
        if (of === this.#generation) void this.#readAgain(asked, of)
      },
    })
    if (of !== this.#generation) {
      opened.kill()
      await client.close().catch(() => undefined)
      throw this.#wasStopped()
    }
    this.#definitions = definitions
    this.#isLegacy = client.getProtocolEra() === 'legacy'
    this.#running = { client, opened }
    client.onclose = () => {
      if (of !== this.#generation || this.#running?.client !== client) return
      const what = wasFlooded() ? 'wrote more than could be read and was ended' : 'ended by itself'
      this.#fail(`The MCP server "${this.#options.name}" ${what}.${lastWords(this.#options.log.fault())}`)
    }
    return client
  }

  async #readAgain(client: Client, of: number): Promise<void> {
    const { name, config, log, onChange } = this.#options
    try {
      const tools = await readDefinitions(name, client, config.startTimeoutMs)
      if (of !== this.#generation) return
      this.#definitions = tools
      onChange()
    } catch (why) {
      log.add('state', oneLine(why))
    }
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
