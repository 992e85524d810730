import { type Answer, api } from './api.ts'

/** A server of mcp.json. */
export type McpServer = Answer<'GET', '/api/mcp/servers'>['servers'][number]

/** One of its tools as a Tool. */
export type McpTool = Answer<'GET', '/api/mcp/servers/{name}/tools'>['tools'][number]

export type McpLogLine = Answer<'GET', '/api/mcp/servers/{name}/log'>['lines'][number]

/** Every function throws ApiError. */
export const listServers = (): Promise<Answer<'GET', '/api/mcp/servers'>> => api('GET', '/api/mcp/servers')
export const listTools = (name: string): Promise<Answer<'GET', '/api/mcp/servers/{name}/tools'>> =>
  api('GET', '/api/mcp/servers/{name}/tools', { path: { name } })
export const readLog = (name: string): Promise<Answer<'GET', '/api/mcp/servers/{name}/log'>> =>
  api('GET', '/api/mcp/servers/{name}/log', { path: { name } })
export const startServer = (name: string): Promise<McpServer> =>
  api('POST', '/api/mcp/servers/{name}/start', { path: { name } })
export const stopServer = (name: string): Promise<McpServer> =>
  api('POST', '/api/mcp/servers/{name}/stop', { path: { name } })
export const approveServer = (name: string, hash: string): Promise<McpServer> =>
  api('POST', '/api/mcp/servers/{name}/approve', { path: { name }, json: { hash } })
export const ruleTool = (name: string, tool: string, rule: McpTool['rule']): Promise<McpServer> =>
  api('PUT', '/api/mcp/servers/{name}/tools/{tool}/rule', { path: { name, tool }, json: rule })
