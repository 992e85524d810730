import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const greeter = (more: object = {}): object => ({
  context: [
    { type: 'text', text: 'Greet the person.' },
    { type: 'input', schema: { type: 'object', properties: { name: { type: 'string' } } } },
    {
      type: 'tool',
      tool: {
        greetUser: {
          type: 'object',
          description: 'Greets a user by name.',
          properties: { name: { type: 'string' }, _output: { type: 'string' }, ...more },
          required: ['name'],
        },
      },
    },
  ],
  schema: { type: 'object', properties: { greetUser: { type: 'string' } }, required: ['greetUser'] },
})

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ensemble-embedding-'))
  for (const name of ['ideas', 'activities']) await mkdir(join(folder, name))
  await writeFile(join(folder, 'ensemble.json'), '{ "version": 1, "name": "embedded" }')
  await writeFile(join(folder, 'ideas/greeter.json'), JSON.stringify(greeter()))
  await writeFile(join(folder, 'ideas/careful.json'), JSON.stringify(greeter({ _approval: { const: 'required' } })))
  await writeFile(join(folder, 'activities/greet.ts'), 'export const greetUser = ({ name }) => `Hello, ${name}!`')
  vi.stubEnv('WORKSPACE', folder)
  vi.stubEnv('HOME', folder)
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const ada = (url: string): Request => new Request(url, { method: 'POST', body: '{"name":"Ada"}' })

test('Hono serves an Idea of the folder and its events', async () => {
  const { app, close } = await import('./hono.ts')
  try {
    const answer = await app.request(ada('http://localhost/run/greeter'))
    const { id, output } = (await answer.json()) as { readonly id: string; readonly output: unknown } // the route's own answer
    expect(output).toEqual({ greetUser: 'Hello, Ada!' })
    const events = await (await app.request(`/runs/${id}/events`)).text()
    expect(events).toContain('"type":"run.created"')
    expect(events).toContain('"type":"run.completed"')
    const later = await (await app.request(`/runs/${id}/events`, { headers: { 'last-event-id': '1' } })).text()
    expect(later).not.toContain('"type":"run.created"')
    const missing = await app.request(ada('http://localhost/run/nobody'))
    expect([missing.status, await missing.json()]).toEqual([500, { message: expect.stringContaining('nobody') }])
  } finally {
    await close()
  }
})

test('Express serves an Idea with a function of the program, and takes a decision', async () => {
  const { app, close } = await import('./express.ts')
  const server = app.listen(0, '127.0.0.1')
  try {
    await new Promise((resolve) => server.once('listening', resolve))
    const { port } = server.address() as AddressInfo // it listens
    const post = async (path: string, body: object): Promise<Record<string, unknown>> => {
      const headers = { 'content-type': 'application/json' }
      const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      })
      if (answer.status !== 200) throw new Error(await answer.text())
      return (await answer.json()) as Record<string, unknown> // the routes' own answers
    }
    const done = { status: 'completed', output: { greetUser: 'Hello from Express, Ada!' } }
    expect(await post('/run/greeter', { name: 'Ada' })).toMatchObject(done)
    const waiting = await post('/run/careful', { name: 'Ada' })
    expect(waiting).toMatchObject({ status: 'waiting', approvals: [{ tool: 'greetUser' }] })
    const [{ callId, hash } = { callId: '', hash: '' }] = waiting['approvals'] as { callId: string; hash: string }[] // checked above
    expect(
      await post(`/runs/${String(waiting['id'])}/approve/${encodeURIComponent(callId)}`, { hash, by: 'Eve' }),
    ).toEqual(done)
  } finally {
    await new Promise((resolve) => server.close(resolve))
    await close()
  }
})

test('a route handler of Next.js serves an Idea', async () => {
  const { POST, runtime } = await import('./next/app/api/run/[idea]/route.ts')
  const { openEnsemble } = await import('./next/ensemble.ts')
  try {
    const params = Promise.resolve({ idea: 'greeter' })
    const answer = await POST(ada('http://localhost/api/run/greeter'), { params })
    expect(await answer.json()).toMatchObject({ status: 'completed', output: { greetUser: 'Hello, Ada!' } })
    expect(runtime).toBe('nodejs')
  } finally {
    await (await openEnsemble()).close()
  }
})
