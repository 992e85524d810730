import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { GREETER_FILES } from '../testing/ideas.ts'
import { codeProblem } from '../sandbox/code-problem.ts'
import { type TestServer, bodyOf, testServer } from '../testing/test-server.ts'

const CODE = 'export default ({ a, b }, { log }) => { log("adding"); return a + b }'
const NEW = { 'if-none-match': '*' }

const ADDER = {
  context: [
    { type: 'text', text: 'Add.' },
    { type: 'input', schema: { type: 'object' }, input: { a: 2, b: 3 } },
    {
      type: 'tool',
      tool: {
        add: {
          type: 'object',
          description: 'Adds two numbers.',
          properties: { a: { type: 'number' }, b: { type: 'number' }, _output: { type: 'number' } },
          required: ['a', 'b'],
        },
      },
    },
  ],
}

const runOf = async (server: TestServer, idea: string): Promise<string> => {
  const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea }))
  return (await server.ask('GET', `/api/runs/${id}/events`)).text()
}

describe('A sandboxed Activity', () => {
  test('written over HTTP serves the next Call, and another text of it the one after', async () => {
    await using server = await testServer({ 'ideas/adder.json': ADDER })
    const created = await server.ask('PUT', '/api/activities/add', { code: CODE }, NEW)
    expect(created.status).toBe(201)
    expect(await readFile(join(server.root, 'activities', 'add.sandbox.js'), 'utf8')).toBe(CODE)
    const first = await runOf(server, 'adder')
    expect(first).toContain('"mode":"explicit","activity":"add"')
    expect(first).toContain('"result":5')
    expect(first).toContain('"text":"adding"')

    const ifMatch = { 'if-match': created.headers.get('etag') ?? '' }
    const code = 'export default ({ a, b }) => a * b'
    expect((await server.ask('PUT', '/api/activities/add', { code }, ifMatch)).status).toBe(200)
    expect(await runOf(server, 'adder')).toContain('"result":6')
    expect((await server.ask('PUT', '/api/activities/add', { code }, ifMatch)).status).toBe(412)
  })

  test.each([
    ['export default (call) =>\n  call. + 1', 'Line 2, column 9: Unexpected token.'],
    ['const a = 1', 'It has no default export, so no Call can run it: export default (call, context) => …'],
    ['export default (call: object) => 1', 'Line 1, column 21:'],
    [`export default ${'('.repeat(100_000)}`, 'Its code is nested too deeply to be read.'],
  ])('that cannot run is saved, listed with the reason and a problem of the workspace: %#', async (code, reason) => {
    await using server = await testServer({ 'ideas/adder.json': ADDER })
    await server.ask('PUT', '/api/activities/add', { code }, NEW)
    const [listed] = await bodyOf(await server.ask('GET', '/api/activities'))
    expect(listed).toMatchObject({ name: 'add', problem: expect.stringContaining(reason) })
    const { problems } = await bodyOf(await server.ask('GET', '/api/graph'))
    expect(problems.filter((each: { code: string }) => each.code === 'activity.broken')).toMatchObject([
      { file: 'activities/add.sandbox.js', message: expect.stringContaining(reason) },
    ])

    const ifMatch = { 'if-match': (await server.ask('GET', '/api/activities/add')).headers.get('etag') ?? '' }
    await server.ask('PUT', '/api/activities/add', { code: CODE }, ifMatch)
    const [repaired] = await bodyOf(await server.ask('GET', '/api/activities'))
    expect(repaired).toEqual({ name: 'add', kind: 'sandbox', file: 'activities/add.sandbox.js' })
  })

  test.each([
    'const work = () => 1\nexport { work as default }',
    'const { x } = await Promise.resolve({ x: 1 }); export default () => x',
    'export default class {}',
  ])('of any form that QuickJS reads has no problem: %s', async (code) => {
    expect(await codeProblem(code)).toBeUndefined()
  })

  test('is read, listed with the others, and deleted', async () => {
    const http = { ping: { url: 'https://api.example.com/' } }
    await using server = await testServer({
      ...GREETER_FILES,
      'ensemble.json': { version: 1, name: 'test', activities: { http } },
      'activities/add.sandbox.js': CODE,
    })
    expect(await bodyOf(await server.ask('GET', '/api/activities'))).toEqual([
      { name: 'greetUser', kind: 'code', file: 'activities/greet.ts' },
      { name: 'add', kind: 'sandbox', file: 'activities/add.sandbox.js' },
      { name: 'ping', kind: 'http', file: 'ensemble.json' },
    ])
    const read = await server.ask('GET', '/api/activities/add')
    const etag = read.headers.get('etag') ?? ''
    expect(await bodyOf(read)).toEqual({ code: CODE })
    expect((await server.ask('GET', '/api/activities/add', undefined, { 'if-none-match': etag })).status).toBe(304)
    expect((await server.ask('DELETE', '/api/activities/add', undefined, { 'if-match': etag })).status).toBe(204)
    expect((await server.ask('GET', '/api/activities/add')).status).toBe(404)
    expect((await bodyOf(await server.ask('GET', '/api/activities'))).length).toBe(2)
  })

  test('takes the place of no code of the owner, and is never loaded as such', async () => {
    const evil =
      'globalThis.ownersRights = typeof process; export const stolen = () => 1; export default () => typeof process'
    await using server = await testServer({ ...GREETER_FILES, 'activities/evil.sandbox.js': evil })
    const taken = await server.ask('PUT', '/api/activities/greetUser', { code: CODE }, NEW)
    expect([taken.status, (await bodyOf(taken)).code]).toEqual([409, 'name.taken'])
    const names = (await bodyOf(await server.ask('GET', '/api/activities'))).map((one: { name: string }) => one.name)
    expect(names).toEqual(['greetUser', 'evil'])
    expect('ownersRights' in globalThis).toBe(false)
    const tried = await bodyOf(await server.ask('POST', '/api/activities/try', { code: evil }))
    expect(tried).toMatchObject({ ok: true, result: 'undefined' })
  })

  test('has a name of the closed grammar, and no path', async () => {
    await using server = await testServer()
    for (const name of ['..%2fevil', 'a.ts', 'a%2fb', 'con', '__proto__', '.hidden'])
      expect((await server.ask('PUT', `/api/activities/${name}`, { code: CODE }, NEW)).status, name).toBe(400)
    const edits = [{ file: 'activities/evil.ts', ifMatch: null, text: '{}' }]
    expect((await server.ask('POST', '/api/workspace/edits', { edits })).status).toBe(400)
  })

  test('tells its author what is wrong, with the line', async () => {
    await using server = await testServer()
    const code = 'export default () => {\n  return missing\n}'
    const { ok, message } = await bodyOf(await server.ask('POST', '/api/activities/try', { code }))
    expect([ok, message]).toEqual([false, "'missing' is not defined (line 2)"])
  })
})
