import { EnsembleError, isObject, parseIdea } from '@ensemble/core'
import { HttpProblem } from '../http/http-problem.ts'
import { decodeUtf8 } from '../http/read-body.ts'
import { type Route, json, route } from '../http/route.ts'
import type { OfferedTool } from '../mcp/client/remote-server.ts'
import type { Services } from '../services.ts'
import { fileName, isName } from '../workspace/names.ts'
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

/** MCP servers of mcp.json: looking starts nothing; what is started, stopped and approved is asked for by name. */
export const mcpRoutes = ({ mcp, workspace, stopping }: Services): readonly Route[] => {
  const find = (name = '') => mcp.get(name)

  const addTool = async (idea: string, tool: OfferedTool, as: string, ifMatch: string | undefined) => {
    const stored = isName(idea) ? await workspace.files.read(fileName('ideas', idea)) : undefined
    if (stored === undefined) throw new HttpProblem(404, 'file.unknown', `There is no Idea ${idea} in this workspace.`)
    const refuseChanged = (seen: string, now: string | null): void => {
      if (seen !== now)
        throw new HttpProblem(412, 'file.changed', `${stored.file} changed meanwhile; nothing was written.`)
    }
    if (ifMatch !== undefined) refuseChanged(ifMatch, stored.etag)
    const text = decodeUtf8(stored.bytes)
    const taken = (parseIdea(text, idea).idea?.context ?? []).some(
      (message) => message.type === 'tool' && isObject(message.tool) && Object.hasOwn(message.tool, as),
    )
    if (taken) throw new HttpProblem(409, 'name.taken', `The Idea ${idea} has a Tool ${as} already.`)
    const { addToolToIdea, applyTextEdits } = await import('@ensemble/core/editor')
    const edited = applyTextEdits(text, addToolToIdea(text, as, tool.schema))
    if (edited === text) throw new HttpProblem(422, 'idea.invalid', `${stored.file} has no context to add a Tool to.`)
    const name = fileName('ideas', idea)
    const problems = await workspace.problemsWith([{ name, text: edited }])
    const saved = await workspace.files.write(name, new TextEncoder().encode(edited), (now) =>
      refuseChanged(stored.etag, now),
    )
    await workspace.touched(name.file, saved.etag)
    return { file: name.file, etag: saved.etag, tool: as, problems }
  }

  return [
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
      handler: ({ params }) => json({ tools: find(params['name']).tools().map(toShown) }),
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
      handler: ({ params }) => json({ lines: find(params['name']).log() }),
    }),
    route({
      method: 'POST',
      path: '/api/mcp/servers/{name}/start',
      onlyLooks: true,
      summary: 'Start a server, where it does not run, and read its tools; its state says whether it did',
      responses: { 200: SERVER },
      handler: async ({ params, request }) => {
        const server = find(params['name'])
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
        const server = find(params['name'])
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
        const server = find(params['name'])
        await server.approve(body.hash)
        workspace.forget()
        workspace.events.emit({ type: 'mcp.changed', server: params['name'] ?? null })
        return json(server.view())
      },
    }),
    route({
      method: 'PUT',
      path: '/api/mcp/servers/{name}/tools/{tool}/rule',
      summary: 'Say in mcp.json whether a tool asks before each Call and may run again; {} leaves both to its server',
      body: MCP_RULE,
      responses: { 200: SERVER },
      handler: async ({ params, body }) => {
        const { name = '' } = params
        const tool = find(name)
          .tools()
          .find((one) => one.name === params['tool'] || one.remote === params['tool'])
        if (tool === undefined)
          throw new HttpProblem(404, 'tool.unresolved', `The MCP server has no tool ${params['tool'] ?? ''}.`)
        await mcp.setRule(name, tool.remote, body)
        return json(find(name).view())
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
        const tool = find(params['name'])
          .tools()
          .find(({ name, remote }) => name === params['tool'] || remote === params['tool'])
        if (tool === undefined)
          throw new HttpProblem(404, 'tool.unresolved', `The MCP server has no tool ${params['tool'] ?? ''}.`)
        const { as = tool.name } = body
        if (!isName(as)) throw new HttpProblem(400, 'name.invalid', `"${as}" isn't a valid name for a Tool.`)
        return json(await workspace.serialise(() => addTool(body.idea, tool, as, body.ifMatch)))
      },
    }),
  ]
}
