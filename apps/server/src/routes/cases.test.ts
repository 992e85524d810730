import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { GREETER, GREETER_FILES } from '../testing/ideas.ts'
import { type TestServer, bodyOf, openTestServer, testServer } from '../testing/test-server.ts'

const finish = async (server: TestServer, path: string, body: unknown): Promise<string> => {
  const { id } = await bodyOf(await server.ask('POST', path, body))
  await (await server.deps.executor()).settled(id)
  return id
}
const prompt = (text: string) => ({ ...GREETER, context: [{ type: 'text', text }, ...GREETER.context.slice(1)] })
const save = async (server: TestServer, idea: object): Promise<void> => {
  await writeFile(join(server.root, 'ideas/greeter.json'), JSON.stringify(idea))
  server.deps.workspace.forget()
}
const check = async (server: TestServer, name: string, body: object = {}) =>
  bodyOf(await server.ask('POST', `/api/cases/${name}/check`, body))

describe('a case', () => {
  test('keeps a run as a file, and replays it against the files as they are now, wherever the file goes', async () => {
    await using server = await testServer(GREETER_FILES)
    const run = await finish(server, '/api/runs', { idea: 'greeter' })
    const kept = await server.ask('POST', '/api/cases', { name: 'ada', run, title: 'Greets Ada' })
    expect(kept.status).toBe(201)
    expect((await server.ask('POST', '/api/cases', { name: 'Ada', run })).status).toBe(409)
    expect(await bodyOf(await server.ask('GET', '/api/cases'))).toMatchObject([
      { name: 'ada', title: 'Greets Ada', run, idea: 'idea://greeter', expect: [{ type: 'identical', path: '' }] },
    ])
    expect(await check(server, 'ada')).toMatchObject({ status: 'passed', change: null })

    const file = await readFile(join(server.root, 'cases/ada.json'), 'utf8')
    await using elsewhere = await testServer({ ...GREETER_FILES, 'cases/ada.json': file })
    expect(await check(elsewhere, 'ada')).toMatchObject({ status: 'passed' })
    expect((await bodyOf(await elsewhere.ask('GET', '/api/runs'))).items).toEqual([])
  })

  test('names the first turn that changes; asked again, what is expected is held against the new run', async () => {
    await using server = await testServer(GREETER_FILES)
    const run = await finish(server, '/api/runs', { idea: 'greeter' })
    const expectations = [
      { type: 'schema', path: '/output', schema: { type: 'object', required: ['greeting'] } },
      { type: 'calls', path: '', tool: 'greetUser', min: 1, max: 1 },
    ]
    await server.ask('POST', '/api/cases', { name: 'ada', run, expect: expectations })
    await save(server, prompt('Greet the person warmly.'))
    expect(await check(server, 'ada')).toMatchObject({
      status: 'changed',
      change: { turn: 1, idea: 'greeter', what: 'prompt', path: expect.stringMatching(/^\/messages\/0/) },
      expectations: [{ status: 'undecided' }, { status: 'undecided' }],
    })
    const again = await finish(server, '/api/cases/ada/runs', {})
    expect(await check(server, 'ada', { run: again })).toMatchObject({ status: 'passed', run: again })

    await save(server, { ...GREETER, context: GREETER.context.slice(0, 2) })
    const without = await finish(server, '/api/cases/ada/runs', {})
    const report = await check(server, 'ada', { run: without })
    expect(report).toMatchObject({ status: 'failed', expectations: [{}, { status: 'failed' }] })
    expect(report.expectations[1].message).toBe('greetUser was called 0 times, expected at least once.')
  })

  test('says why the run that was asked again came to nothing', async () => {
    await using server = await testServer(GREETER_FILES)
    const run = await finish(server, '/api/runs', { idea: 'greeter' })
    const expectations = [{ type: 'schema', path: '/output', schema: { type: 'object' } }]
    await server.ask('POST', '/api/cases', { name: 'ada', run, expect: expectations })
    await save(server, { ...GREETER, config: { limits: { turns: 1 } } })
    const again = await finish(server, '/api/cases/ada/runs', {})
    expect(await check(server, 'ada', { run: again })).toMatchObject({
      status: 'failed',
      message: expect.stringMatching(/^The run failed: .*1 turn/),
    })
  })

  test('says what is wrong with its own file, and which Idea is gone', async () => {
    await using server = await testServer(GREETER_FILES)
    const run = await finish(server, '/api/runs', { idea: 'greeter' })
    await server.ask('POST', '/api/cases', { name: 'ada', run })
    const path = join(server.root, 'cases/ada.json')
    const text = await readFile(path, 'utf8')
    await writeFile(path, text.replace('Hello, Ada', 'Hello, Eve'))
    expect(await check(server, 'ada')).toMatchObject({ status: 'broken', message: expect.stringContaining('chain') })
    await writeFile(path, '{ "version": 1 }')
    expect(await check(server, 'ada')).toMatchObject({ status: 'broken' })
    expect(await bodyOf(await server.ask('GET', '/api/cases'))).toMatchObject([{ problem: expect.any(String) }])
    await writeFile(path, text)
    await save(server, {})
    expect(await check(server, 'ada')).toMatchObject({ status: 'failed', change: { turn: 0, what: 'end' } })
    expect((await server.ask('POST', '/api/cases/nobody/check')).status).toBe(404)
    const odd = await server.ask('POST', '/api/cases', { name: 'odd', run, expect: [{ type: 'about' }] })
    expect([odd.status, (await bodyOf(odd)).code]).toEqual([422, 'case.invalid'])
  })

  test('is kept over a restart and can be taken away', async () => {
    const first = await testServer(GREETER_FILES)
    const run = await finish(first, '/api/runs', { idea: 'greeter' })
    await first.ask('POST', '/api/cases', { name: 'ada', run })
    await first.stop()
    await using server = await openTestServer(first.root)
    expect(await check(server, 'ada')).toMatchObject({ status: 'passed' })
    const [{ etag }] = await bodyOf(await server.ask('GET', '/api/cases'))
    expect((await server.ask('DELETE', '/api/cases/ada', undefined, { 'if-match': etag })).status).toBe(204)
    expect(await bodyOf(await server.ask('GET', '/api/cases'))).toEqual([])
  })
})
