import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { GREETER, GREETER_CODE } from '../testing/ideas.ts'
import { type TestServer, bodyOf, makeWorkspace, openTestServer, testServer } from '../testing/test-server.ts'

const FILES = {
  'ideas/greeter.json': GREETER,
  'activities/greet.ts': `${GREETER_CODE}
export const greetLoudly = async ({ name }: { name: string }) => ({ greeting: 'HELLO, ' + name.toUpperCase() })
`,
}
const inputs = [{ name: 'Ada' }, { name: 'Eve' }]
const [instruction, ...rest] = GREETER.context
const variants = [
  { name: 'as it is' },
  { name: 'loud', activities: { 'greeter/greetUser': 'greetLoudly' } },
  { name: 'latent', activities: { 'greeter/greetUser': '' } },
  { name: 'brief', ideas: { greeter: { ...GREETER, context: [{ ...instruction, text: 'Briefly.' }, ...rest] } } },
]

const start = async (server: TestServer, more: object = {}): Promise<string> =>
  (await bodyOf(await server.ask('POST', '/api/experiments', { idea: 'greeter', inputs, variants, ...more }))).id

/** Until every cell has its run and all of them have ended. */
const ended = async (server: TestServer, id: string) => {
  for (;;) {
    const shown = await bodyOf(await server.ask('GET', `/api/experiments/${id}`))
    if (shown.endedAt !== undefined) return shown
    await new Promise((resolve) => setImmediate(resolve))
  }
}

describe('an experiment', () => {
  test('runs one input set against several variants and sums up how each came out', async () => {
    await using server = await testServer(FILES)
    const shown = await ended(server, await start(server, { title: 'Loud?' }))
    expect(shown).toMatchObject({ title: 'Loud?', idea: 'idea://greeter' })
    const outputs = shown.cells.map((cell: { output: { greeting: string } }) => cell.output.greeting)
    expect([outputs[0], outputs[1], outputs[4], outputs[5]]).toEqual([
      'Hello, Ada',
      'HELLO, ADA',
      'Hello, Eve',
      'HELLO, EVE',
    ])
    expect(shown.summary).toMatchObject([
      { runs: 2, completed: 2, agreement: 1 },
      { runs: 2, completed: 2, agreement: 0 },
      { runs: 2, completed: 2 },
      { runs: 2, completed: 2, agreement: 1 },
    ])
    const { run } = shown.cells[1]
    expect(await bodyOf(await server.ask('POST', `/api/runs/${run}/replay`))).toMatchObject({ identical: true })
    expect(await bodyOf(await server.ask('GET', '/api/experiments'))).toMatchObject([{ title: 'Loud?' }])
  })

  test('refuses missing names, with the place', async () => {
    await using server = await testServer(FILES)
    const refused = async (variant: object) => {
      const body = { idea: 'greeter', inputs, variants: [{ name: 'a' }, { name: 'b', ...variant }] }
      const response = await server.ask('POST', '/api/experiments', body)
      return [response.status, (await bodyOf(response)).errors?.[0]?.path]
    }
    expect(await refused({ activities: { 'greeter/greetUser': 'nobody' } })).toEqual([
      422,
      '/variants/1/activities/greeter~1greetUser',
    ])
    expect(await refused({ activities: { 'greeter/other': '' } })).toEqual([
      422,
      '/variants/1/activities/greeter~1other',
    ])
    expect(await refused({ ideas: { greeter: { title: 'x' } } })).toEqual([422, '/variants/1/ideas/greeter'])
    expect((await refused({ profile: 'nowhere' }))[0]).toBe(422)
    expect((await server.ask('GET', '/api/experiments/nothing')).status).toBe(404)
    expect(await bodyOf(await server.ask('GET', '/api/experiments'))).toEqual([])
  })

  test('shows an invalid input in its cell and continues; can be cancelled; can be deleted without its runs', async () => {
    await using server = await testServer(FILES)
    const id = await start(server, { inputs: [{ nome: 'Ada' }, { name: 'Eve' }], repeats: 2 })
    const shown = await ended(server, id)
    expect(shown.cells[0]).toMatchObject({ input: 0, refused: expect.stringContaining('input') })
    expect(shown.cells.filter(({ status }: { status?: string }) => status === 'completed')).toHaveLength(8)
    const other = await start(server, { repeats: 20 })
    expect((await server.ask('POST', `/api/experiments/${other}/cancel`)).status).toBe(202)
    expect(await ended(server, other)).toMatchObject({ cancelled: true })
    expect((await server.ask('DELETE', `/api/experiments/${id}`)).status).toBe(204)
    expect((await server.ask('GET', `/api/experiments/${id}`)).status).toBe(404)
    expect((await server.ask('GET', `/api/runs/${shown.cells[7].run}`)).status).toBe(200)
  })

  test('whose Activity is gone at the next start ends with the reason in its cells', async () => {
    const root = await makeWorkspace(FILES)
    const first = await openTestServer(root)
    const id = await start(first, { repeats: 20 })
    await first.stop()
    await writeFile(join(root, 'activities/greet.ts'), GREETER_CODE)
    await using server = await openTestServer(root)
    await server.deps.warmUp()
    const shown = await ended(server, id)
    expect(shown.cells.at(-1)).toMatchObject({ refused: 'There is no Activity called greetLoudly.' })
    expect((await server.ask('POST', `/api/experiments/${id}/cancel`)).status).toBe(202)
  })

  test('that a stop interrupts resumes at the next start, each run once', async () => {
    const root = await makeWorkspace(FILES)
    const first = await openTestServer(root)
    const id = await start(first, { repeats: 5 })
    await first.stop()
    await using server = await openTestServer(root)
    await server.deps.warmUp()
    const shown = await ended(server, id)
    expect(shown.summary).toMatchObject(variants.map(() => ({ runs: 10, completed: 10 })))
    const { items } = await bodyOf(await server.ask('GET', '/api/runs?limit=500'))
    expect(items).toHaveLength(40)
  })
})
