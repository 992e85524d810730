import { randomBytes } from 'node:crypto'
import {
  CLIENT_CAPABILITIES_META_KEY,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  type Tool,
  createRequestStateCodec,
  isInputRequiredResult,
} from '@modelcontextprotocol/server'
import { type JsonObject, isObject } from '@ensemble/core'
import type { Client } from '../../cli/client.ts'
import { type Asking, type RunState, callIdea } from './call-idea.ts'
import { type IdeaTool, listIdeaTools } from './idea-tools.ts'

export interface McpServerParts {
  readonly api: Client
  readonly version: string
  /** The options of runs, besides their input. */
  readonly asking?: Asking
}

/** A person may take this long over a question. */
const QUESTION_SECONDS = 24 * 3600
const MOST_QUESTIONS = 1000
/** Its whole life is this process: what another one sealed is refused. */
const codec = createRequestStateCodec<RunState>({ key: randomBytes(32), ttlSeconds: QUESTION_SECONDS })

const toTool = ({ name, title, description, inputSchema, outputSchema }: IdeaTool): Tool => ({
  name,
  ...(title !== undefined && { title }),
  ...(description !== undefined && { description }),
  // JSON, and an object as MCP asks.
  inputSchema: inputSchema as Tool['inputSchema'],
  ...(outputSchema !== undefined && { outputSchema: outputSchema as Tool['outputSchema'] }),
})

const canAsk = (server: Server, context: ServerContext): boolean => {
  // In the newer era each request says what its client can; in the older one the connection's beginning did.
  const envelope: Readonly<Record<string, unknown>> = { ...context.mcpReq.envelope }
  const declared = envelope[CLIENT_CAPABILITIES_META_KEY] ?? server.getClientCapabilities()
  const elicitation = isObject(declared) ? declared['elicitation'] : undefined
  return isObject(elicitation) && (elicitation['form'] !== undefined || elicitation['url'] === undefined)
}

/** An MCP server of one connection, in either era: every Idea with an input schema is a tool that runs it. */
export const createMcpServer = ({ api, version, asking = {} }: McpServerParts): Server => {
  const server = new Server(
    { name: 'ensemble', title: 'Ensemble', version },
    {
      capabilities: { tools: { listChanged: true } },
      instructions:
        'Each tool runs an agent of this workspace to its end and returns its output. A run may take minutes; progress tells what it does.',
      requestState: { verify: codec.verify },
      inputRequired: { maxRounds: MOST_QUESTIONS, roundTimeoutMs: QUESTION_SECONDS * 1000 },
    },
  )
  server.setRequestHandler('tools/list', async () => ({ tools: (await listIdeaTools(api)).map(toTool) }))
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const tool = (await listIdeaTools(api)).find(({ name }) => name === params.name)
    if (tool === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no Idea ${params.name} with an input.`)
    // The input is JSON.
    const given = (isObject(params.arguments) ? params.arguments : {}) as JsonObject
    const seal = (state: RunState): Promise<string> => codec.mint(state, context)
    const result = await callIdea({ api, asking, tool, given, context, canAsk: canAsk(server, context), seal })
    return isInputRequiredResult(result) ? result : server.projectCallToolResult(result, tool.outputSchema)
  })
  return server
}
