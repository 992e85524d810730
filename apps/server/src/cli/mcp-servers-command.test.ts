import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { TALKER } from '../testing/ideas.ts'
import { makeWorkspace } from '../testing/test-server.ts'
import { mcpServersCommand } from './mcp-servers-command.ts'
import { PLAIN, type Terminal } from './terminal.ts'

const HONEST = {
  command: process.execPath,
  args: [join(import.meta.dirname, '..', 'mcp', 'fixtures', 'honest.mjs')],
}
const CONFIG = { mcpServers: { honest: HONEST, away: { command: 'no-such-command' }, 'bad name': HONEST } }
const silent: Terminal = { style: PLAIN, live: undefined, ask: undefined }
const answering = (answer: string): Terminal => ({ ...silent, ask: async () => answer })

let root: string
let printed: string[]
beforeEach(async () => {
  printed = []
  vi.spyOn(console, 'log').mockImplementation((text: unknown) => void printed.push(String(text)))
  vi.spyOn(console, 'error').mockImplementation((text: unknown) => void printed.push(String(text)))
  root = await makeWorkspace({ 'ideas/talker.json': TALKER, 'mcp.json': CONFIG })
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(root, { recursive: true, force: true, maxRetries: 3 })
})
const approve = (terminal: Terminal, more: object = {}): Promise<number> =>
  mcpServersCommand({ action: 'approve', server: 'honest', workspace: root, ...more }, terminal)
const isApproved = async (): Promise<boolean> => {
  printed = []
  await mcpServersCommand({ action: 'servers', workspace: root }, silent)
  return printed.some((line) => /^honest .*  approved /.test(line))
}

describe('MCP servers in the terminal', () => {
  test('are listed with the obstacles to using them; an unreadable entry fails the command', async () => {
    expect(await mcpServersCommand({ action: 'servers', workspace: root }, silent)).toBe(1)
    expect(printed[0]).toMatch(/^honest +idle +0 tools +its tools are not approved /)
    expect(printed[1]).toMatch(/^away +idle /)
    expect(printed[2]).toMatch(/^ensemble: mcp\.json: the server "bad name" needs a name/)
    printed = []
    await mcpServersCommand({ action: 'servers', workspace: root, json: true }, silent)
    expect(JSON.parse(printed[0] ?? '')).toMatchObject({ servers: [{ name: 'honest' }, { name: 'away' }] })
  })

  test('are approved by a plain yes to what was shown, and then asked about no more', async () => {
    expect(await approve(answering(' YES '))).toBe(0)
    const shown = printed.join('\n')
    expect(shown).toMatch(/^add {2}new, changes nothing\n {2}Adds two numbers\.$/m)
    expect(shown).toMatch(/^wipe {2}new, asks before each Call, waits for a person after a crash$/m)
    expect(shown).toContain('Approved. If the server changes them, they need approval again.')
    expect(await isApproved()).toBe(true)
    printed = []
    expect(await approve(silent)).toBe(0)
    expect(printed.at(-1)).toBe('Already approved.')
  })

  test.each(['', 'n', 'no', 'maybe yes', 'yesterday'])('are not approved by "%s"', async (answer) => {
    expect(await approve(answering(answer))).toBe(1)
    expect(await isApproved()).toBe(false)
  })

  test('are approved without a question only where the command says so', async () => {
    await expect(approve(silent)).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining('--yes') })
    expect(await isApproved()).toBe(false)
    const never: Terminal = { ...silent, ask: async () => expect.unreachable('no prompt is shown') }
    expect(await approve(never, { yes: true })).toBe(0)
    expect(await isApproved()).toBe(true)
  })

  test('that take long to start are reported while the command waits, for a limited time', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] })
    try {
      const silence = { command: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'], startTimeoutMs: 1500 }
      await writeFile(join(root, 'mcp.json'), JSON.stringify({ mcpServers: { silence } }))
      const approving = approve(silent, { server: 'silence', yes: true })
      const refused = expect(approving).rejects.toMatchObject({
        code: 'mcp.failed',
        message:
          'The MCP server "silence" could not start: it did not answer within 1.5 s (startTimeoutMs in mcp.json).',
      })
      await vi.waitFor(() => expect(printed.at(-1)).toMatch(/^Starting .*, for up to 1\.5 s …$/), {
        timeout: 1_200_000,
      })
      await vi.advanceTimersByTimeAsync(10_000)
      expect(printed.at(-1)).toBe('10 s of 1.5 s: the MCP server "silence" has not answered yet.')
      await refused
    } finally {
      vi.useRealTimers()
    }
  })

  test('that don’t start, or are missing, give one sentence', async () => {
    await expect(approve(silent, { server: 'away', yes: true })).rejects.toMatchObject({
      code: 'mcp.failed',
      message: expect.stringContaining('its command was not found'),
    })
    await expect(approve(silent, { server: 'nobody', yes: true })).rejects.toMatchObject({ code: 'mcp.unknown' })
    await expect(approve(silent, { server: undefined })).rejects.toMatchObject({ code: 'usage' })
    await expect(mcpServersCommand({ action: 'list', workspace: root }, silent)).rejects.toMatchObject({
      code: 'usage',
    })
  })
})
