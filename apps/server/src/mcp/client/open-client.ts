import type { Client, ClientOptions } from '@modelcontextprotocol/client'
import type { JsonObject } from '@ensemble/core'
import { rest } from '../../rest.ts'
import { createStderrMeter, guardAgainstFlood } from './flood-gate.ts'
import { tooLong } from './long-list.ts'
import type { McpServerConfig } from './mcp-config.ts'
import { oneLine } from './one-line.ts'
import { type Opened, type TransportOptions, openTransport } from './open-transport.ts'
import { prepareRemoteTools } from './remote-tool.ts'
import type { ServerLog } from './server-log.ts'

/** A server of the older protocol may never answer a question of the newer one. */
const PROBE_MS = 10_000
const MOST_PAGES = 16

/** Results are judged where every Activity's are, by a validator that no pattern can stop. */
const UNJUDGED: ClientOptions['jsonSchemaValidator'] = {
  getValidator: () => (input) => ({ valid: true, data: input as never, errorMessage: undefined }), // judged later
}

export interface OpenClientOptions extends Omit<TransportOptions, 'onStderr'> {
  readonly name: string
  readonly config: McpServerConfig
  /** The name and version that Ensemble gives the server. */
  readonly version: string
  readonly log: ServerLog
  readonly now: () => number
  /** The revisions of the protocol that are tried. */
  readonly era: 'auto' | 'legacy'
  /** The transport to the server, before it has answered. */
  readonly onOpened: (opened: Opened) => void
  /** The server says that its tools are others now; what it lists then comes by `readDefinitions`. */
  readonly onToolsChanged: (client: Client) => void
}

/** A server that shook hands and listed its tools. */
export interface OpenedClient {
  readonly client: Client
  readonly opened: Opened
  /** As it listed them. */
  readonly definitions: readonly JsonObject[]
  /** Whether it was ended because it wrote more than can be read. */
  readonly wasFlooded: () => boolean
}

/** A server's current list, ready to become Tools. Throws if it is too large. */
export const readDefinitions = async (
  server: string,
  client: Client,
  timeout: number,
): Promise<readonly JsonObject[]> => {
  const { tools } = await client.listTools(undefined, { cacheMode: 'refresh', timeout })
  const definitions = tools as unknown as readonly JsonObject[] // they came as JSON
  // Pages that were each short enough can be too long together.
  const refusal = tooLong(definitions)
  if (refusal !== undefined) throw new Error(refusal)
  await rest()
  await prepareRemoteTools(server, definitions)
  return definitions
}

/** Starts a server, or reaches one over HTTP, and reads its tools. On an error it leaves nothing behind. */
export const openClient = async (options: OpenClientOptions): Promise<OpenedClient> => {
  const { name, config, log, now, era } = options
  const { startTimeoutMs } = config
  let isFlooded = false
  let isLate = false
  const end = (): void => {
    opened.kill()
    void opened.transport.close().catch(() => undefined)
  }
  const endFlood = (): void => {
    isFlooded = true
    end()
  }
  const meterStderr = createStderrMeter(now, endFlood)
  const opened = await openTransport(name, config, {
    ...options,
    onStderr: (text) => {
      meterStderr(text)
      if (!isFlooded) log.add('stderr', text)
    },
  })
  options.onOpened(opened)
  guardAgainstFlood(opened.transport, now, endFlood)
  const { Client: McpClient } = await import('@modelcontextprotocol/client')
  const client = new McpClient(
    { name: 'ensemble', version: options.version },
    {
      versionNegotiation: {
        mode: era,
        probe: { timeoutMs: config.type === 'stdio' ? Math.min(PROBE_MS, startTimeoutMs / 2) : startTimeoutMs },
      },
      jsonSchemaValidator: UNJUDGED,
      listMaxPages: MOST_PAGES,
      // The SDK would read the list by itself, without our limits.
      listChanged: { tools: { autoRefresh: false, onChanged: () => options.onToolsChanged(client) } },
    },
  )
  client.onerror = (why) => log.add('state', oneLine(why))
  client.setNotificationHandler('notifications/message', ({ params }) =>
    log.add('server', typeof params.data === 'string' ? params.data : JSON.stringify(params.data)),
  )
  // One deadline for everything: each of the SDK's restarts with every step.
  const late = setTimeout(() => {
    isLate = true
    end()
  }, startTimeoutMs)
  try {
    await client.connect(opened.transport, { timeout: startTimeoutMs })
    const definitions = await readDefinitions(name, client, startTimeoutMs)
    return { client, opened, definitions, wasFlooded: () => isFlooded }
  } catch (why) {
    opened.kill()
    await client.close().catch(() => undefined)
    if (isFlooded) throw new Error('it wrote more than could be read', { cause: why })
    if (isLate)
      throw new Error(`it did not answer within ${startTimeoutMs / 1000} s (startTimeoutMs in mcp.json)`, {
        cause: why,
      })
    throw why
  } finally {
    clearTimeout(late)
  }
}
