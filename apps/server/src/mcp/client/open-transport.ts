import { resolve } from 'node:path'
import type { Transport } from '@modelcontextprotocol/client'
import type { StdioServerParameters } from '@modelcontextprotocol/client/stdio'
import { EnsembleError } from '@ensemble/core'
import { LargeValues } from './large-events.ts'
import { createLimitedFetch } from './limited-fetch.ts'
import { type McpServerConfig, withSecrets } from './mcp-config.ts'
import { MessageBuffer } from './message-buffer.ts'

export interface TransportOptions {
  /** The workspace: a process starts in it. */
  readonly root: string
  /** `secret://NAME` → its value. */
  readonly secret: (reference: string) => string | undefined
  /** The one way out of this machine. */
  readonly fetch: typeof globalThis.fetch
  readonly onStderr: (text: string) => void
}

/** A way to one server, not started yet. */
export interface Opened {
  readonly transport: Transport
  /** Ends it without waiting for manners; what `close` of the transport does politely. */
  readonly kill: () => void
  /** The started process. */
  readonly pid: () => number | undefined
}

/** At once, whatever it is doing. */
export const endProcess = (pid: number | undefined): void => {
  if (pid === undefined) return
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It had ended meanwhile.
  }
}

/** Hands each message on as the server sent it. */
const restoring = (transport: Transport, values: LargeValues): Transport => {
  let take: Transport['onmessage']
  return Object.defineProperty(transport, 'onmessage', {
    get: () => take,
    set: (given: Transport['onmessage']) => {
      take = given && ((message, extra) => given(values.restore(message), extra))
    },
  })
}

const NOT_A_PROCESS = { kill: () => undefined, pid: () => undefined }

/** Throws EnsembleError `secret.missing` if the configuration names a secret without a value. */
export const openTransport = async (
  name: string,
  config: McpServerConfig,
  { root, secret, fetch, onStderr }: TransportOptions,
): Promise<Opened> => {
  const known = (reference: string): string => {
    const value = secret(reference)
    if (value !== undefined) return value
    throw new EnsembleError(
      'secret.missing',
      `The MCP server "${name}" needs the secret ${reference.replace('secret://', '')}, which has no value. Save it in the panel of the server, or set an environment variable of that name.`,
    )
  }
  if (config.type === 'http') {
    const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/client')
    const values = new LargeValues()
    const transport = new StreamableHTTPClientTransport(new URL(config.url), {
      requestInit: { headers: withSecrets(config.headers, known) },
      fetch: createLimitedFetch(fetch, { values, onError: (error) => transport.onerror?.(error) }),
    })
    return { transport: restoring(transport, values), ...NOT_A_PROCESS }
  }
  const { StdioClientTransport } = await import('@modelcontextprotocol/client/stdio')
  const { parseJSONRPCMessage } = await import('@modelcontextprotocol/client')
  // The SDK asks the class itself which era it speaks by starting a second process; a class of our own is asked in place.
  class Process extends StdioClientTransport {
    constructor(server: StdioServerParameters) {
      super(server)
      const _readBuffer = new MessageBuffer({
        toMessage: parseJSONRPCMessage,
        deliver: (message) => this.onmessage?.(message),
        onError: (error) => this.onerror?.(error),
      })
      // The SDK's own reads a message of 10 MB in one go, and has no place for another.
      Object.assign(this, { _readBuffer })
    }
  }
  const transport = new Process({
    command: config.command,
    args: [...config.args],
    env: withSecrets(config.env, known),
    cwd: config.cwd === undefined ? root : resolve(root, config.cwd),
    stderr: 'pipe',
  })
  const decoder = new TextDecoder()
  transport.stderr?.on('data', (chunk: Buffer) => onStderr(decoder.decode(chunk, { stream: true })))
  const pid = (): number | undefined => transport.pid ?? undefined
  return {
    transport,
    pid,
    kill: () => endProcess(pid()),
  }
}
