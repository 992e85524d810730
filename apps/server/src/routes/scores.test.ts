import { describe, expect, test, vi } from 'vitest'
import { GREETER_FILES } from '../testing/ideas.ts'
import { type TestServer, bodyOf, testServer } from '../testing/test-server.ts'

/** Its answer is fixed, so that the simulated model gives it. */
const judge = (answer: object) => ({
  title: 'Critic',
  description: 'Scores a greeting.',
  context: [
    { type: 'text', text: 'Score the value by the rubric.' },
    { type: 'input', schema: { type: 'object' } },
  ],
  schema: {
    type: 'object',
    properties: Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, { const: value }])),
    required: Object.keys(answer),
  },
})
const CODE = `export default ({ value, input }) => {
  if (value === null) throw new Error('no greeting')
  return { score: value.greeting.includes(input.name) ? 1 : 0.25, reason: 'looked for ' + input.name }
}`
const FILES = {
  ...GREETER_FILES,
  'ideas/critic.json': judge({ score: 0.75, reason: 'Polite.' }),
  'activities/named.sandbox.js': CODE,
}

const finish = async (server: TestServer, path: string, body: object): Promise<string> => {
  const { id } = await bodyOf(await server.ask('POST', path, body))
  await (await server.deps.executor()).settled(id)
  return id
}
const greet = (server: TestServer, name: string): Promise<string> =>
  finish(server, '/api/runs', { idea: 'greeter', input: { name } })
const settle = async (server: TestServer, runs: readonly string[]): Promise<void> => {
  const executor = await server.deps.executor()
  for (const run of runs) await executor.settled(run)
}
const found = async (server: TestServer, query: string): Promise<readonly string[]> => {
  const { items } = await bodyOf(await server.ask('GET', `/api/runs?${query}`))
  return items.map(({ id }: { readonly id: string }) => id)
}

describe('a case', () => {
  test('is scored by code in the sandbox, and by a judge once that was asked', async () => {
    await using server = await testServer(FILES)
    const run = await greet(server, 'Ada')
    const expectations = [
      { type: 'code', path: '/output', activity: 'named', least: 0.2 },
      { type: 'judge', path: '/output', idea: 'critic', rubric: 'It is polite.', least: 0.5 },
    ]
    await server.ask('POST', '/api/cases', { name: 'ada', run, expect: expectations })
    const check = async (body: object = {}) => bodyOf(await server.ask('POST', '/api/cases/ada/check', body))
    const first = await check()
    expect(first).toMatchObject({
      status: 'changed',
      expectations: [{ status: 'passed' }, { status: 'undecided', score: null }],
    })
    expect(first.score).toBe(first.expectations[0].score / 2)
    const asked = await server.ask('POST', '/api/cases/ada/judgements', {})
    expect(asked.status).toBe(202)
    const { runs } = await bodyOf(asked)
    expect(runs).toHaveLength(1)
    await settle(server, runs)
    expect(await check()).toMatchObject({
      status: 'passed',
      expectations: [{}, { status: 'passed', score: 0.75, message: 'Polite.' }],
    })
    const judged = await bodyOf(await server.ask('GET', `/api/runs/${runs[0]}`))
    expect(judged).toMatchObject({ idea: 'idea://critic', input: { rubric: 'It is polite.', input: { name: 'Ada' } } })
    // It has judged this already.
    expect(await bodyOf(await server.ask('POST', '/api/cases/ada/judgements', {}))).toEqual({ runs: [] })
  })

  test('fails with a sentence where its code or judge is missing or gives no score', async () => {
    await using server = await testServer({
      ...FILES,
      'ideas/vague.json': judge({ opinion: 'nice' }),
      'activities/words.sandbox.js': `export default () => 'fine'`,
    })
    const run = await greet(server, 'Ada')
    const expectations = [
      { type: 'code', path: '/output', activity: 'none' },
      { type: 'code', path: '/output', activity: 'words' },
      { type: 'code', path: '/output/none', activity: 'named' },
      { type: 'judge', path: '/output', idea: 'nobody' },
      { type: 'judge', path: '/output', idea: 'vague' },
    ]
    await server.ask('POST', '/api/cases', { name: 'ada', run, expect: expectations.slice(0, 4) })
    const report = await bodyOf(await server.ask('POST', '/api/cases/ada/check', {}))
    const messages = report.expectations.map(({ message }: { readonly message?: string }) => message)
    expect(messages).toEqual([
      'activities/none.sandbox.js: There is no such file.',
      expect.stringContaining('no score from 0 to 1'),
      expect.stringContaining('no greeting'),
      expect.stringContaining('nobody'),
    ])
    await server.ask('POST', '/api/cases', { name: 'vague', run, expect: expectations.slice(4) })
    await settle(server, (await bodyOf(await server.ask('POST', '/api/cases/vague/judgements', {}))).runs)
    const vague = await bodyOf(await server.ask('POST', '/api/cases/vague/check', {}))
    expect(vague.expectations[0]).toMatchObject({ status: 'failed', score: 0 })
  })
})

describe('recorded runs', () => {
  test('are scored by expectations a page at a time, and found by their scores', async () => {
    await using server = await testServer(FILES)
    const [ada, bob] = [await greet(server, 'Ada'), await greet(server, 'Bob')]
    const expectations = [{ type: 'compare', path: '/status', operator: '!=', value: 'failed' }]
    const body = { idea: 'greeter', expect: expectations, by: 'ends', limit: 1 }
    const first = await bodyOf(await server.ask('POST', '/api/scores', body))
    expect(first).toMatchObject({ items: [{ run: bob, score: 1, status: 'passed', reasons: [] }], asked: [] })
    const second = await bodyOf(await server.ask('POST', '/api/scores', { ...body, cursor: first.next }))
    expect(second).toMatchObject({ items: [{ run: ada }], next: null })
    await server.ask('PUT', `/api/runs/${ada}/score`, { score: 0.25, reason: 'Curt.' })
    await server.ask('PUT', `/api/runs/${ada}/annotation`, { star: true })
    expect(await found(server, 'scoredBy=ends')).toEqual([bob, ada])
    expect(await found(server, 'scoredBy=person&maxScore=0.5')).toEqual([ada])
    expect(await found(server, 'scoredBy=person&minScore=0.5')).toEqual([])
    expect(await found(server, 'unscoredBy=person')).toEqual([bob])
    const { annotation } = await bodyOf(await server.ask('GET', `/api/runs/${ada}`))
    expect(annotation).toEqual({
      star: true,
      labels: [],
      note: '',
      scores: [
        { by: 'ends', score: 1 },
        { by: 'person', score: 0.25, reason: 'Curt.' },
      ],
    })
    expect(await bodyOf(await server.ask('POST', `/api/runs/${ada}/replay`, {}))).toMatchObject({ identical: true })
    await server.ask('PUT', `/api/runs/${ada}/annotation`, {})
    await server.ask('PUT', `/api/runs/${ada}/score`, { by: 'ends', score: null })
    await server.ask('PUT', `/api/runs/${ada}/score`, { score: null })
    expect((await bodyOf(await server.ask('GET', `/api/runs/${ada}`))).annotation).toBeUndefined()
  })

  test('are scored by a judge, whose agreement with people is shown', async () => {
    await using server = await testServer(FILES)
    const runs = [await greet(server, 'Ada'), await greet(server, 'Bob')]
    const body = { runs, expect: [{ type: 'judge', path: '/output', idea: 'critic' }], by: 'idea://critic' }
    const first = await bodyOf(await server.ask('POST', '/api/scores', { ...body, ask: true }))
    expect(first.asked).toHaveLength(2)
    await settle(server, first.asked)
    expect(await bodyOf(await server.ask('POST', '/api/scores', body))).toMatchObject({
      asked: [],
      items: [{ score: 0.75 }, { score: 0.75 }],
    })
    await server.ask('PUT', `/api/runs/${runs[0]}/score`, { score: 1 })
    await server.ask('PUT', `/api/runs/${runs[1]}/score`, { score: 0 })
    expect(await bodyOf(await server.ask('GET', '/api/scores?idea=greeter'))).toEqual([
      {
        by: 'idea://critic',
        runs: 2,
        mean: 0.75,
        withPerson: { pairs: 2, agreement: 0.5, kappa: 0, interval: expect.anything() },
      },
      { by: 'person', runs: 2, mean: 0.5, withPerson: null },
    ])
    expect(await bodyOf(await server.ask('GET', '/api/scores?idea=other'))).toEqual([])
  })

  test.each(['/api/scores', '/api/cases/ada/check'])('stop being scored once %s is left', async (path) => {
    await using server = await testServer({
      ...FILES,
      'activities/endless.sandbox.js': 'export default () => { while (true) {} }',
    })
    const runs = [await greet(server, 'Ada'), await greet(server, 'Bob')]
    const expectations = [{ type: 'code', path: '/output', activity: 'endless' }]
    await server.ask('POST', '/api/cases', { name: 'ada', run: runs[0], expect: expectations })
    const left = new AbortController()
    const run = vi.spyOn(server.deps.sandbox, 'run')
    const answer = server.server.fetch(
      new Request(`http://127.0.0.1${path}`, {
        method: 'POST',
        headers: { host: '127.0.0.1', 'content-type': 'application/json' },
        body: JSON.stringify(path === '/api/scores' ? { expect: expectations, runs } : {}),
        signal: left.signal,
      }),
    )
    await vi.waitFor(() => expect(run).toHaveBeenCalledOnce())
    left.abort()
    expect(JSON.stringify(await bodyOf(await answer))).toContain('The scoring was stopped.')
    expect(run).toHaveBeenCalledOnce()
    await expect(run.mock.results[0]?.value).rejects.toThrow('aborted')
  })

  test('are not scored by what cannot be', async () => {
    await using server = await testServer(FILES)
    const run = await greet(server, 'Ada')
    const refused = async (method: string, path: string, body: object) => {
      const response = await server.ask(method, path, body)
      return [response.status, (await bodyOf(response)).code]
    }
    const list = [{ type: 'compare', path: '/output', operator: '!=', value: 1 }]
    expect(await refused('POST', '/api/scores', { expect: list })).toEqual([400, 'body.invalid'])
    expect(await refused('POST', '/api/scores', { expect: list, runs: ['none'] })).toEqual([404, 'run.unknown'])
    for (const expectation of [
      { type: 'identical', path: '' },
      { type: 'similar', path: '/output' },
    ])
      expect(await refused('POST', '/api/scores', { expect: [expectation], runs: [run] })).toEqual([
        422,
        'case.invalid',
      ])
    for (const body of [{ score: 2 }, { score: '1' }, {}, { score: 1, by: '' }])
      expect(await refused('PUT', `/api/runs/${run}/score`, body)).toEqual([400, 'body.invalid'])
    expect(await refused('PUT', '/api/runs/none/score', { score: 1 })).toEqual([404, 'run.unknown'])
    expect((await server.ask('GET', '/api/runs?minScore=0.5')).status).toBe(400)
  })
})
