import { EnsembleError } from '@ensemble/core'
import { HttpProblem } from '../http/http-problem.ts'
import { type Route, json, route } from '../http/route.ts'
import type { OfferedTool } from '../mcp/client/offered-tools.ts'
import type { Services } from '../services.ts'
import { isName } from '../workspace/names.ts'
import { addMcpTool } from './add-mcp-tool.ts'
import { LOG_LINE, MCP_RULE, MCP_SERVER, MCP_TOOL } from './mcp-schemas.ts'

const SERVER = { description: 'The server as it is now', schema: MCP_SERVER } as const

const toShown = ({ name, remote, schema, standing, was, lost, problem, ...tool }: OfferedTool) => ({
  name,
  remote,
  readOnly: tool.readOnly,
  destructive: tool.destructive,
  idempotent: tool.idempotent,
  rule: tool.rule,
  earlier: tool.isEarlier,
  ...(typeof schema['title'] === 'string' && { title: schema['title'] }),
  ...(typeof schema['description'] === 'string' && { description: schema['description'] }),
  standing,
  schema,
  lost,
  ...(was !== undefined && { was: was.schema }),
  ...(problem !== undefined && { problem }),
})

/** A tool by its name in the workspace or on its server. */
const toolOf = (mcp: Services['mcp'], params: Readonly<Record<string, string | undefined>>): OfferedTool => {
  const { name = '', tool: wanted = '' } = params
  const found = mcp
    .get(name)
    .tools()
    .find((one) => one.name === wanted || one.remote === wanted)
  if (found === undefined) throw new HttpProblem(404, 'tool.unresolved', `The MCP server has no tool ${wanted}.`)
  return found
}

/** Looking starts nothing. */
const looking = ({ mcp }: Services): readonly Route[] => [
  route({
    method: 'GET',
    path: '/api/mcp/servers',
    summary: 'The MCP servers that mcp.json names, with their state; nothing is started',
    responses: {
      200: {
        description: 'In the order of mcp.json; `problems` says what in it cannot be used',
        schema: {
          type: 'object',
          required: ['servers', 'problems'],
          properties: {
            servers: { type: 'array', items: MCP_SERVER },
            problems: { type: 'array', items: { type: 'string' } },
          },
        },
      },
    },
    handler: () =>
      json({ servers: mcp.names().map((name) => mcp.get(name).view()), problems: mcp.activities.problems() }),
  }),
  route({
    method: 'GET',
    path: '/api/mcp/servers/{name}/tools',
    summary: 'The tools of a server as Tools: those it listed last, or those that were approved',
    responses: {
      200: {
        description: 'Each with its standing against what was approved',
        schema: { type: 'object', required: ['tools'], properties: { tools: { type: 'array', items: MCP_TOOL } } },
      },
    },
    handler: ({ params }) =>
      json({
        tools: mcp
          .get(params['name'] ?? '')
          .tools()
          .map(toShown),
      }),
  }),
  route({
    method: 'GET',
    path: '/api/mcp/servers/{name}/log',
    summary: 'The newest lines of what a server wrote and what became of it',
    responses: {
      200: {
        description: 'Oldest first',
        schema: { type: 'object', required: ['lines'], properties: { lines: { type: 'array', items: LOG_LINE } } },
      },
    },
    handler: ({ params }) => json({ lines: mcp.get(params['name'] ?? '').log() }),
  }),
]

/** Starting, stopping and approving a server, by its name. */
const running = ({ mcp, workspace, stopping }: Services): readonly Route[] => [
  route({
    method: 'POST',
    path: '/api/mcp/servers/{name}/start',
    onlyLooks: true,
    summary: 'Start a server, where it does not run, and read its tools; its state says whether it did',
    responses: { 200: SERVER },
    handler: async ({ params, request }) => {
      const server = mcp.get(params['name'] ?? '')
      await server.start(AbortSignal.any([request.signal, stopping])).catch((error: unknown) => {
        // Its state has the reason that it did not start.
        if (!(error instanceof EnsembleError)) throw error
      })
      return json(server.view())
    },
  }),
  route({
    method: 'POST',
    path: '/api/mcp/servers/{name}/stop',
    onlyLooks: true,
    summary: 'Stop a server; the next Call starts it again',
    responses: { 200: SERVER },
    handler: async ({ params }) => {
      const server = mcp.get(params['name'] ?? '')
      await server.stop()
      return json(server.view())
    },
  }),
  route({
    method: 'POST',
    path: '/api/mcp/servers/{name}/approve',
    summary:
      "Approve the tools that a server lists; Calls of others ask a person, as do those of a server's that changed",
    body: {
      type: 'object',
      additionalProperties: false,
      required: ['hash'],
      properties: { hash: { type: 'string', description: 'as in the server that was shown' } },
    },
    responses: { 200: SERVER },
    handler: async ({ params, body }) => {
      const server = mcp.get(params['name'] ?? '')
      await server.approve(body.hash)
      workspace.forget()
      workspace.events.emit({ type: 'mcp.changed', server: params['name'] ?? null })
      return json(server.view())
    },
  }),
]

/** The result for one tool. */
const tools = ({ mcp, workspace }: Services): readonly Route[] => [
  route({
    method: 'PUT',
    path: '/api/mcp/servers/{name}/tools/{tool}/rule',
    summary: 'Say in mcp.json whether a tool asks before each Call and may run again; {} leaves both to its server',
    body: MCP_RULE,
    responses: { 200: SERVER },
    handler: async ({ params, body }) => {
      const { name = '' } = params
      const tool = toolOf(mcp, params)
      await mcp.setRule(name, tool.remote, body)
      return json(mcp.get(name).view())
    },
  }),
  route({
    method: 'POST',
    path: '/api/mcp/servers/{name}/tools/{tool}/add',
    summary: "Give a server's tool to an Idea, as a Tool with its schema written into the Idea's file",
    body: {
      type: 'object',
      additionalProperties: false,
      required: ['idea'],
      properties: {
        idea: { type: 'string' },
        as: { type: 'string', description: 'what the Tool is called in the Idea; its own name where absent' },
        ifMatch: { type: 'string', description: "the Idea's ETag that was read" },
      },
    },
    responses: {
      200: {
        description: 'Written',
        schema: {
          type: 'object',
          required: ['file', 'etag', 'tool', 'problems'],
          properties: {
            file: { type: 'string' },
            etag: { type: 'string' },
            tool: { type: 'string' },
            problems: { type: 'array', items: { $ref: '#/components/schemas/Problem' } },
          },
        },
      },
    },
    handler: async ({ params, body }) => {
      const tool = toolOf(mcp, params)
      const { as = tool.name } = body
      if (!isName(as)) throw new HttpProblem(400, 'name.invalid', `"${as}" isn't a valid name for a Tool.`)
      return json(await workspace.serialise(() => addMcpTool(workspace, { ...body, tool, as })))
    },
  }),
]

/** MCP servers of mcp.json. */
export const mcpRoutes = (services: Services): readonly Route[] => [
  ...looking(services),
  ...running(services),
  ...tools(services),
]
