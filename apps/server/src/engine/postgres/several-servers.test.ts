import { type ChildProcess, spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type BuiltCommandLine, buildCommandLine } from '../../testing/built-command-line.ts'
import { GREETER, RESTARTER_FILES } from '../../testing/ideas.ts'
import { type TestServer, bodyOf, makeWorkspace, openTestServer, testServer } from '../../testing/test-server.ts'
import { type ThrowawayPostgres, startPostgres } from '../../testing/throwaway-postgres.ts'
import { openPostgres } from './open-postgres.ts'

let postgres: ThrowawayPostgres
let cli: BuiltCommandLine
beforeAll(async () => {
  postgres = await startPostgres()
  cli = await buildCommandLine()
})
afterAll(async () => {
  await postgres.close()
  await cli.remove()
})

const openOf = async (server: TestServer) => bodyOf(await server.ask('GET', '/api/approvals?status=open'))
const statusOf = async (server: TestServer, run: string) =>
  (await bodyOf(await server.ask('GET', `/api/runs/${run}`))).status

describe('a person reaches a Run through any server', () => {
  test('a Call that waits is listed and decided on, once; a waiting Run is cancelled', async () => {
    const environment = { DATABASE_URL: await postgres.url() }
    await using first = await testServer(RESTARTER_FILES, environment)
    await using second = await testServer(RESTARTER_FILES, environment)
    const start = async (): Promise<string> => {
      const { id } = await bodyOf(await first.ask('POST', '/api/runs', { idea: 'restarter', input: { service: 'x' } }))
      await (await first.deps.executor()).settled(id)
      return id
    }
    const id = await start()
    const [open] = await openOf(second)
    expect(open).toMatchObject({ run: id, parameters: { service: 'x' } })
    const decide = (hash: string) =>
      second.ask('POST', `/api/runs/${id}/approvals/${open.callId}`, { decision: 'approve', hash })
    expect(await bodyOf(await decide('other'))).toMatchObject({ status: 409, code: 'arguments.changed' })
    expect((await decide(open.hash)).status).toBe(202)
    await expect.poll(() => statusOf(second, id)).toBe('completed')
    expect(await bodyOf(await decide(open.hash))).toMatchObject({ status: 409, code: 'approval.decided' })

    const other = await start()
    expect((await second.ask('POST', `/api/runs/${other}/cancel`)).status).toBe(202)
    await expect.poll(() => statusOf(first, other)).toBe('cancelled')
    expect(await openOf(second)).toEqual([])
  })

  test('the Runs of a server that stops continue on another', async () => {
    const environment = { DATABASE_URL: await postgres.url() }
    const first = await testServer(RESTARTER_FILES, environment)
    await using second = await testServer(RESTARTER_FILES, environment)
    await second.deps.warmUp()
    const { id } = await bodyOf(await first.ask('POST', '/api/runs', { idea: 'restarter', input: { service: 'x' } }))
    await (await first.deps.executor()).settled(id)
    await first.stop()
    await expect.poll(async () => (await second.deps.executor()).approvals().map(({ run }) => run)).toEqual([id])
    const [open] = await openOf(second)
    await second.ask('POST', `/api/runs/${id}/approvals/${open.callId}`, { decision: 'approve', hash: open.hash })
    expect((await (await second.deps.executor()).settled(id)).status).toBe('completed')
    await rm(first.root, { recursive: true, force: true, maxRetries: 3 })
  })
})

/** Each effect is a line of a file; a Call of `held` never ends. */
const effectful = (effects: string): string => `import { appendFileSync } from 'node:fs'
  export const greetUser = async ({ name }) => {
    appendFileSync(${JSON.stringify(effects)}, name + '\\n')
    if (name.startsWith('held')) await new Promise(() => undefined)
    return { greeting: 'Hello, ' + name }
  }`
const { greetUser } = GREETER.context.find((item) => item.type === 'tool')?.tool ?? {}
const ONCE = {
  ...GREETER,
  context: GREETER.context.map((item) =>
    item.type === 'tool'
      ? {
          ...item,
          tool: {
            greetUser: { ...greetUser, properties: { ...greetUser?.properties, _idempotent: { const: false } } },
          },
        }
      : item,
  ),
}

const serve = async (root: string, url: string): Promise<{ readonly child: ChildProcess; readonly at: string }> => {
  const env = {
    ...process.env,
    HOME: root,
    XDG_DATA_HOME: root,
    CI: '1',
    DATABASE_URL: url,
    ENSEMBLE_SIMULATED_PACE: '0',
  }
  const child = spawn(process.execPath, [cli.file, 'serve', '--workspace', root, '--port', '0'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  let said = ''
  const at = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      createInterface({ input: stream }).on('line', (line) => {
        said += line
        const [found] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? []
        if (found !== undefined) resolve(found)
      })
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}: ${said}`)))
  })
  return { child, at }
}

describe('a server that is killed', () => {
  test('doubles no effect and loses none: another takes its Runs over, and asks about what was under way', async () => {
    const url = await postgres.url()
    const effects = join(await makeWorkspace(), 'effects.txt')
    const files = { 'ideas/greeter.json': ONCE, 'activities/greet.js': effectful(effects) }
    const [one, two] = [await makeWorkspace(files), await makeWorkspace(files)]
    onTestFinished(async () => {
      for (const root of [one, two, join(effects, '..')])
        await rm(root, { recursive: true, force: true, maxRetries: 3 })
    })
    const done = async (): Promise<readonly string[]> =>
      (await readFile(effects, 'utf8').catch(() => ''))
        .split('\n')
        .filter((line) => line !== '')
        .toSorted()
    const killed = await serve(one, url)
    const start = async (name: string): Promise<string> => {
      const response = await fetch(`${killed.at}/api/runs`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ idea: 'greeter', input: { name }, allowEffects: true }),
      })
      const { id } = (await response.json()) as { readonly id: string } // as the route answers
      return id
    }
    const names = ['free-1', 'free-2', 'held-1', 'held-2', 'held-3']
    const ids = await Promise.all(names.map(start))
    await expect.poll(done).toEqual(names)
    const journal = await openPostgres(url)
    onTestFinished(() => journal.close())
    for (const id of ids.slice(0, 2))
      await expect.poll(async () => (await journal.runs.get(id))?.status).toBe('completed')
    killed.child.kill('SIGKILL')

    const environment = { DATABASE_URL: url }
    await using other = await openTestServer(two, environment)
    await other.deps.warmUp()
    await expect.poll(async () => (await openOf(other)).length).toBe(3)
    for (const open of await openOf(other)) {
      const answer = { decision: 'answer', result: { greeting: 'seen' }, hash: open.hash }
      expect((await other.ask('POST', `/api/runs/${open.run}/approvals/${open.callId}`, answer)).status).toBe(202)
    }
    for (const id of ids) {
      await expect.poll(() => statusOf(other, id)).toBe('completed')
      expect(await bodyOf(await other.ask('POST', `/api/runs/${id}/replay`))).toMatchObject({ identical: true })
    }
    expect(await done()).toEqual(names)
  })
})
