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

describe('an experiment with expectations', () => {
  const loud = [
    { name: 'as it is' },
    { name: 'loud', activities: { 'greeter/greetUser': 'greetLoudly' } },
    { name: 'brief', ideas: { greeter: { ...GREETER, context: [{ ...instruction, text: 'Briefly.' }, ...rest] } } },
    { name: 'cool', model: 'simulated', config: { temperature: 0.5 } },
  ]
  const expectations = [{ type: 'compare', path: '/output/greeting', operator: 'contains', value: 'HELLO' }]

  test('scores its runs, compares the variants in pairs, and is shared as one page', async () => {
    await using server = await testServer(FILES)
    const id = await start(server, { variants: loud, expect: expectations, repeats: 3, title: '<b>Loud?</b>' })
    const shown = await ended(server, id)
    expect(shown.summary.map(({ score }: { readonly score: number }) => score)).toEqual([0, 1, 0, 0])
    expect(shown.comparisons[0]).toMatchObject({
      variant: 1,
      metric: 'score',
      pairs: 6,
      difference: 1,
      interval: { low: 1, high: 1 },
      better: 1,
    })
    const page = await server.ask('GET', `/api/experiments/${id}/page`)
    expect(page.headers.get('content-disposition')).toContain('attachment')
    const html = await page.text()
    expect(html).toContain('&lt;b&gt;Loud?')
    expect(html).not.toMatch(/<b>|<script|src=|https?:/)
    expect(html).toContain('B is better')
  })

  test('gives the files with what a variant changes, and their layout', async () => {
    await using server = await testServer(FILES)
    const id = await start(server, { variants: loud })
    await ended(server, id)
    const editsOf = async (variant: number) =>
      bodyOf(await server.ask('GET', `/api/experiments/${id}/edits?variant=${variant}`))
    const before = await (await server.ask('GET', '/api/ideas/greeter')).text()
    expect(await editsOf(0)).toEqual([])
    const [work] = await editsOf(1)
    expect(work.file).toBe('ideas/greeter.json')
    expect(work.text).toContain('greetLoudly')
    const [prompt] = await editsOf(2)
    expect(prompt.text).toBe(before.replace(JSON.stringify((instruction as { text: string }).text), '"Briefly."'))
    expect(JSON.parse((await editsOf(3))[0].text).config).toEqual({ temperature: 0.5, model: 'simulated' })
    expect((await server.ask('GET', `/api/experiments/${id}/edits?variant=9`)).status).toBe(422)
    const edits = [{ file: prompt.file, ifMatch: prompt.etag, text: prompt.text }]
    expect((await server.ask('POST', '/api/workspace/edits', { edits })).status).toBe(200)
    expect(await editsOf(2)).toMatchObject([{ text: prompt.text }])
  })

  test('continues after it was stopped, and starts each missing run once', async () => {
    await using server = await testServer(FILES)
    const id = await start(server, { variants: loud, repeats: 5 })
    await server.ask('POST', `/api/experiments/${id}/cancel`)
    const stopped = await ended(server, id)
    const done = stopped.cells.filter(({ status }: { readonly status?: string }) => status === 'completed')
    expect(stopped.cancelled).toBe(true)
    expect((await server.ask('POST', `/api/experiments/${id}/continue`, {})).status).toBe(202)
    const after = await ended(server, id)
    expect(after.cancelled).toBeUndefined()
    expect(after.cells.every(({ status }: { readonly status?: string }) => status === 'completed')).toBe(true)
    for (const { run } of done) expect(after.cells.map((cell: { readonly run: string }) => cell.run)).toContain(run)
    // One that is complete starts nothing more.
    await server.ask('POST', `/api/experiments/${id}/continue`, {})
    expect((await bodyOf(await server.ask('GET', `/api/experiments/${id}`))).resumed).toBe(1)
  })

  test('refuses expectations that need the record of a case', async () => {
    await using server = await testServer(FILES)
    const body = { idea: 'greeter', inputs, variants: loud, expect: [{ type: 'identical', path: '' }] }
    expect((await server.ask('POST', '/api/experiments', body)).status).toBe(422)
  })
})
