import { type RequestListener, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { JournalEvent } from '@ensemble/core'
import { expect, onTestFinished } from 'vitest'
import { TALKER } from './ideas.ts'
import { type Files, type TestServer, bodyOf, testServer } from './test-server.ts'

const FIXTURES = join(import.meta.dirname, '..', 'mcp', 'fixtures')

export const hostile = (mode: string, ...args: readonly string[]) => ({
  command: process.execPath,
  args: [join(FIXTURES, 'hostile.mjs'), mode, ...args],
})
export const HONEST = { command: process.execPath, args: [join(FIXTURES, 'honest.mjs')] }

export const withServers = (mcpServers: Readonly<Record<string, unknown>>, files: Files = {}): Promise<TestServer> =>
  testServer({ 'ideas/talker.json': TALKER, 'mcp.json': { mcpServers }, ...files })

export const viewOf = async (server: TestServer, name: string) => {
  const { servers } = await bodyOf(await server.ask('GET', '/api/mcp/servers'))
  return servers.find((one: { name: string }) => one.name === name)
}
/** The arguments of the process. */
export const pidOf = async (server: TestServer, name: string): Promise<number> => {
  const { pid } = await viewOf(server, name)
  expect(pid).toEqual(expect.any(Number))
  return pid
}
export const start = (server: TestServer, name: string) => server.ask('POST', `/api/mcp/servers/${name}/start`, {})
export const toolsOf = async (server: TestServer, name: string) =>
  (await bodyOf(await server.ask('GET', `/api/mcp/servers/${name}/tools`))).tools

export const logOf = async (server: TestServer, name: string): Promise<readonly { from: string; text: string }[]> =>
  (await bodyOf(await server.ask('GET', `/api/mcp/servers/${name}/log`))).lines

/** Starts it, and approves what it lists. */
export const approve = async (server: TestServer, name: string): Promise<void> => {
  const { hash } = await bodyOf(await start(server, name))
  expect((await server.ask('POST', `/api/mcp/servers/${name}/approve`, { hash })).status).toBe(200)
}

/** A run that makes one Call, as the page's "Try" does. */
export const tryTool = async (server: TestServer, tool: object, parameters: object = {}): Promise<string> => {
  const trial = { name: 'it', tool, call: parameters, idea: 'talker' }
  const { id } = await bodyOf(await server.ask('POST', '/api/trials', trial))
  return id
}
export const eventsOf = async (server: TestServer, run: string): Promise<readonly JournalEvent[]> => {
  await (await server.deps.executor()).settled(run)
  return server.deps.journal.read(run)
}
const toolOf = (activity: string, more: object) => ({
  type: 'object',
  properties: { _activity: { const: activity }, ...more },
  additionalProperties: true,
})
/** The result of the one Call, if a person says yes to every question before it. */
export const callOf = async (server: TestServer, activity: string, parameters: object = {}, more: object = {}) => {
  const run = await tryTool(server, toolOf(activity, more), parameters)
  const executor = await server.deps.executor()
  const { status } = await executor.settled(run)
  for (const open of status === 'waiting' ? executor.approvals() : [])
    if (open.run === run) await executor.decide(run, open.callId, { decision: 'approve', by: 'test' })
  return endOf(server, run)
}
/** The result of the one Call, if no person is there to say yes. */
export const callAlone = async (server: TestServer, activity: string, parameters: object = {}, more: object = {}) =>
  endOf(server, await tryTool(server, toolOf(activity, more), parameters))

const endOf = async (server: TestServer, run: string) => {
  const events = await eventsOf(server, run)
  const completed = events.find(({ type }) => type === 'call.completed')
  const failed = events.find(({ type }) => type === 'call.failed')
  expect(events.at(-1)?.type).toMatch(/^run\.(completed|failed|waiting)$/)
  return {
    events,
    result: completed?.type === 'call.completed' ? completed.data.result : undefined,
    error: failed?.type === 'call.failed' ? failed.data.error : undefined,
  }
}

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/** A web server that isn't an MCP server, or a bad one. */
export const listen = async (answer: RequestListener): Promise<string> => {
  const web = createServer(answer)
  await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    web.closeAllConnections()
    web.close()
  })
  // A server on a TCP port has an AddressInfo.
  return `http://127.0.0.1:${(web.address() as AddressInfo).port}/mcp`
}
