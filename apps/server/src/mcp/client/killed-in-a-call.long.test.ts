import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type BuiltCommandLine, buildCommandLine } from '../../testing/built-command-line.ts'
import { TALKER } from '../../testing/ideas.ts'
import { makeWorkspace } from '../../testing/test-server.ts'

let cli: BuiltCommandLine
beforeAll(async () => {
  cli = await buildCommandLine()
})
afterAll(() => cli.remove())

const TOKEN = 'the-token-of-this-test-alone'

interface Process {
  readonly child: ChildProcess
  readonly ask: <T = unknown>(method: string, path: string, body?: object) => Promise<T>
}

const serve = async (root: string): Promise<Process> => {
  const env = { ...process.env, HOME: root, CI: '1', ENSEMBLE_TOKEN: TOKEN }
  const child = spawn(process.execPath, [cli.file, 'serve', '--workspace', root, '--port', '0'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => {
        const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? []
        if (found !== undefined) resolve(found)
      })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)))
  })
  return {
    child,
    ask: async (method, path, body) => {
      const response = await fetch(url + path, {
        method,
        headers: { authorization: `Bearer ${TOKEN}`, accept: 'application/json', 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      expect(response.ok, `${method} ${path} ${response.status}`).toBe(true)
      return response.status === 202 || response.status === 204 ? undefined : response.json()
    },
  }
}
type Recorded = { readonly events: readonly { readonly type: string; readonly data: { readonly why?: string } }[] }

const openOf = ({ ask }: Process) =>
  ask<readonly { run: string; callId: string; why: string; reason?: string }[]>('GET', '/api/approvals?status=open')

const MODES = [
  ['that a person approved', true],
  ['that is not approved yet', false],
] as const

describe('a tool that says nothing of itself', () => {
  it.each(MODES)(
    '%s: is asked about once, and sends at most once though the process is killed',
    async (_, isApproved) => {
      const root = await makeWorkspace({ 'ideas/talker.json': TALKER })
      onTestFinished(() => rm(root, { recursive: true, force: true, maxRetries: 3 }))
      const sent = join(root, 'sent.txt')
      const mail = { command: process.execPath, args: [join(import.meta.dirname, '../fixtures/mail.mjs'), sent] }
      await writeFile(join(root, 'mcp.json'), JSON.stringify({ mcpServers: { mail } }))
      const sentSoFar = (): Promise<string> => readFile(sent, 'utf8').catch(() => '')

      const first = await serve(root)
      if (isApproved) {
        const { hash } = await first.ask<{ hash: string }>('POST', '/api/mcp/servers/mail/start', {})
        await first.ask('POST', '/api/mcp/servers/mail/approve', { hash })
      }
      const tool = { type: 'object', properties: { _activity: { const: 'mail__send_email' }, to: { type: 'string' } } }
      await first.ask('POST', '/api/trials', { name: 'it', tool, call: { to: 'ada' }, idea: 'talker' })
      await expect.poll(async () => (await openOf(first)).length).toBe(1)
      expect(await sentSoFar()).toBe('')
      const [asked] = await openOf(first)
      expect(asked).toMatchObject({ why: 'activity', reason: expect.stringContaining('send_email') })
      const { run, callId } = asked!
      await first.ask('POST', `/api/runs/${run}/approvals/${callId}`, { decision: 'approve' })
      await expect.poll(sentSoFar).toBe('ada\n')
      first.child.kill('SIGKILL')
      await once(first.child, 'exit')

      const second = await serve(root)
      await expect.poll(async () => (await openOf(second)).map(({ why }) => why)).toEqual(['decision'])
      expect(await sentSoFar()).toBe('ada\n')
      await second.ask('POST', `/api/runs/${run}/approvals/${callId}`, { decision: 'answer', result: 'it was sent' })
      await expect
        .poll(async () => (await second.ask<{ status: string }>('GET', `/api/runs/${run}`)).status)
        .toBe('completed')
      const { events } = await second.ask<Recorded>('GET', `/api/runs/${run}/events`)
      const asks = events.flatMap(({ type, data }) => (type === 'approval.requested' ? [data.why] : []))
      expect(asks).toEqual(['activity', 'decision'])
      expect(await sentSoFar()).toBe('ada\n')
    },
    120_000,
  )
})
