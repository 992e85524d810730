import { mkdtemp, readFile, readdir, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { recordedCalls } from '../engine/recorded-calls.ts'
import { GREETER, GREETER_FILES } from '../testing/ideas.ts'
import { bodyOf, testServer } from '../testing/test-server.ts'
import { createCodeLoader } from '../workspace/load-code.ts'

const message = GREETER.context.find((one) => 'tool' in one)
const schema = message?.tool?.greetUser

describe('one Tool', () => {
  test('runs alone: its Call is made, judged and executed as in any run, and leaves a trace', async () => {
    await using server = await testServer(GREETER_FILES)
    const body = { name: 'greetUser', tool: schema, idea: 'greeter', call: { name: 'Bo' } }
    const started = await server.ask('POST', '/api/trials', body)
    expect(started.status).toBe(202)
    const { id } = await bodyOf(started)
    const run = await (await server.deps.executor()).settled(id)
    expect(run).toMatchObject({ status: 'completed', model: 'trial' })
    const done = (await server.deps.journal.readType(id, 'call.completed')).map(({ data }) => data)
    expect(done).toMatchObject([{ result: { greeting: 'Hello, Bo' } }])
    expect(await bodyOf(await server.ask('POST', `/api/runs/${id}/replay`, {}))).toMatchObject({ identical: true })
  })

  test('runs alone with a Call that is wrong, and says why', async () => {
    await using server = await testServer(GREETER_FILES)
    const body = { name: 'greetUser', tool: schema, idea: 'greeter', call: { nam: 'Bo' } }
    const { id } = await bodyOf(await server.ask('POST', '/api/trials', body))
    await (await server.deps.executor()).settled(id)
    const [rejected] = await server.deps.journal.readType(id, 'call.rejected')
    expect(rejected?.data).toMatchObject({ error: { code: 'arguments.invalid' } })
  })

  test('runs alone in an Idea whose own input does not fit, which a trial has none of', async () => {
    const input = {
      type: 'input',
      schema: { type: 'object', properties: { request: { type: 'string', minLength: 1 } }, required: ['request'] },
      input: { request: '' },
    }
    await using server = await testServer({ ...GREETER_FILES, 'ideas/asked.json': { context: [input] } })
    const body = { name: 'greetUser', tool: schema, idea: 'asked', call: { name: 'Bo' } }
    const started = await server.ask('POST', '/api/trials', body)
    expect(started.status).toBe(202)
    const { id } = await bodyOf(started)
    expect(await (await server.deps.executor()).settled(id)).toMatchObject({ status: 'completed' })
  })

  test('runs alone where the model itself fills its result, and is refused without one', async () => {
    await using server = await testServer(GREETER_FILES)
    const tool = {
      type: 'object',
      description: 'Decide on the tone of a greeting before it is spoken.',
      properties: { name: { type: 'string' }, _output: { type: 'string', enum: ['warm', 'formal'] } },
      required: ['name'],
    }
    const settled = async (call: object) => {
      const started = await server.ask('POST', '/api/trials', { name: 'decideTone', tool, idea: 'greeter', call })
      const { id } = await bodyOf(started)
      await (await server.deps.executor()).settled(id)
      return id
    }
    const [done] = await server.deps.journal.readType(await settled({ name: 'Bo', _output: 'warm' }), 'call.completed')
    expect(done?.data).toMatchObject({ result: 'warm' })
    const [rejected] = await server.deps.journal.readType(await settled({ name: 'Bo' }), 'call.rejected')
    expect(rejected?.data).toMatchObject({ error: { code: 'output.missing' } })
  })

  test('runs alone where it is an Idea: its Module runs with the default models and is traced', async () => {
    await using server = await testServer({
      ...GREETER_FILES,
      'ideas/host.json': { context: [{ type: 'text', text: 'Welcome everybody.' }] },
    })
    const tool = {
      type: 'object',
      description: 'Have the greeter say hello to a guest by name.',
      properties: { _module: { const: 'idea://greeter' }, name: { type: 'string' } },
      required: ['name'],
    }
    const body = { name: 'welcome', tool, idea: 'host', call: { name: 'Bo' } }
    const { id } = await bodyOf(await server.ask('POST', '/api/trials', body))
    expect(await (await server.deps.executor()).settled(id)).toMatchObject({ status: 'completed' })
    const [entered] = await server.deps.journal.readType(id, 'module.entered')
    expect(entered?.data).toMatchObject({ address: 'idea://greeter' })
    const requests = await server.deps.journal.readType(id, 'request.started')
    expect(requests.map(({ data }) => 'model' in data && data.model)).toEqual(
      expect.arrayContaining(['trial', 'simulated']),
    )
    expect(await bodyOf(await server.ask('POST', `/api/runs/${id}/replay`, {}))).toMatchObject({ identical: true })
  })

  test('has a history of Calls that were taken, with where each was made', async () => {
    await using server = await testServer(GREETER_FILES)
    const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea: 'greeter', input: { name: 'Ada' } }))
    await (await server.deps.executor()).settled(id)
    const { calls } = await bodyOf(await server.ask('GET', '/api/tools/greetUser/calls?idea=greeter'))
    expect(calls).toMatchObject([{ run: id, idea: 'idea://greeter', tool: 'greetUser', call: { name: '†input.name' } }])
    expect(await bodyOf(await server.ask('GET', '/api/tools/greetUser/calls?idea=other'))).toEqual({ calls: [] })
  })

  test('keeps its history, and its runs in the list, however many trials ran since', async () => {
    await using server = await testServer(GREETER_FILES)
    const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea: 'greeter', input: { name: 'Ada' } }))
    const executor = await server.deps.executor()
    await executor.settled(id)
    for (const name of ['Bo', 'Cy', 'Di']) {
      const body = { name: 'greetUser', tool: schema, idea: 'greeter', call: { name } }
      await executor.settled((await bodyOf(await server.ask('POST', '/api/trials', body))).id)
    }
    const calls = await recordedCalls(server.deps.journal, { tool: 'greetUser', runs: 1 })
    expect(calls).toMatchObject([{ run: id, idea: 'idea://greeter' }])
    const idsAt = async (query: string): Promise<readonly string[]> =>
      (await bodyOf(await server.ask('GET', `/api/runs${query}`))).items.map((run: { readonly id: string }) => run.id)
    expect(await idsAt('')).toEqual([id])
    expect(await idsAt('?limit=1')).toEqual([id])
    const all = await idsAt('?trials=true')
    expect([all.length, all.at(-1)]).toEqual([4, id])
  })

  test('keeps in its history what the model itself filled in: an unchanged Tool finds its latent Calls valid', async () => {
    await using server = await testServer({ 'ideas/greeter.json': GREETER })
    const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea: 'greeter', input: { name: 'Ada' } }))
    await (await server.deps.executor()).settled(id)
    const { calls } = await bodyOf(await server.ask('GET', '/api/tools/greetUser/calls?idea=greeter'))
    expect(calls).toMatchObject([{ call: { _output: { greeting: expect.any(String) } } }])
    const ready = await bodyOf(await server.ask('GET', '/api/ideas/greeter/readiness'))
    expect(ready.items.find((item: { check: string }) => item.check === 'calls')).toMatchObject({
      state: 'unknown',
      tools: ['greetUser'],
    })
    expect(ready.isReady).toBe(false)
    // The simulated model made it.
    expect(calls).toMatchObject([{ byModel: false }])
    const real = await bodyOf(await server.ask('GET', '/api/tools/greetUser/calls?idea=greeter&byModel=true'))
    expect(real).toEqual({ calls: [] })
  })

  test('gets a stub for its Activity, once and never over a file', async () => {
    await using server = await testServer({ 'ideas/greeter.json': GREETER })
    const written = await server.ask('POST', '/api/activities', { name: 'greetUser', tool: schema })
    expect(written.status).toBe(201)
    expect(await bodyOf(written)).toEqual({ file: 'activities/greetUser.ts' })
    const text = await readFile(join(server.root, 'activities/greetUser.ts'), 'utf8')
    expect(text).toContain('export async function greetUser(call: GreetUserCall')
    expect((await server.ask('POST', '/api/activities', { name: 'greetUser', tool: schema })).status).toBe(409)
    expect(server.deps.workspace.activities().names).toEqual(['greetUser'])
  })

  test.each(['delete', 'class', 'await', 'import', 'my-tool', 'new'])(
    'gets a stub that loads under its name: %s',
    async (name) => {
      await using server = await testServer({ 'ideas/greeter.json': GREETER })
      expect((await server.ask('POST', '/api/activities', { name, tool: schema })).status).toBe(201)
      const folder = join(server.root, 'activities')
      const loaded = await createCodeLoader(folder)(`${name}.ts`)
      expect([...loaded.keys()]).toEqual([name])
      expect(server.deps.workspace.activities().names).toEqual([name])
    },
  )

  test.each(['CON', 'nul', 'COM1', 'default', 'then'])(
    'gets no stub under a name that no file or export can have: %s',
    async (name) => {
      await using server = await testServer({ 'ideas/greeter.json': GREETER })
      for (const body of [
        { name, tool: schema },
        { name: 'greetUser', tool: { ...schema, _activity: name } },
      ]) {
        const refused = await server.ask('POST', '/api/activities', body)
        expect(refused.status).toBeGreaterThanOrEqual(400)
        expect(refused.status).toBeLessThan(500)
        expect((await bodyOf(refused)).detail).toContain(name)
      }
      expect(await readdir(server.root)).not.toContain('activities')
    },
  )

  test('gets no stub through a link that leads out of the workspace', async () => {
    await using server = await testServer({ 'ideas/greeter.json': GREETER })
    const outside = await mkdtemp(join(tmpdir(), 'ensemble-outside-'))
    onTestFinished(() => rm(outside, { recursive: true, force: true }))
    await symlink(outside, join(server.root, 'activities'))
    expect((await server.ask('POST', '/api/activities', { name: 'greetUser', tool: schema })).status).toBe(400)
    expect(await readdir(outside)).toEqual([])
  })
})

test('readiness says check by check what is left to do', async () => {
  await using server = await testServer(GREETER_FILES)
  const ready = await bodyOf(await server.ask('GET', '/api/ideas/greeter/readiness'))
  expect(ready.items).toHaveLength(11)
  expect(ready.items.find((item: { check: string }) => item.check === 'calls')).toMatchObject({ state: 'unknown' })
  expect((await server.ask('GET', '/api/ideas/none/readiness')).status).toBe(404)
})

test('the page gets the settings that shape a Request besides the Idea', async () => {
  await using server = await testServer(GREETER_FILES)
  expect(await bodyOf(await server.ask('GET', '/api/compose/settings'))).toMatchObject({
    activities: ['greetUser'],
    model: { name: 'simulated', capabilities: { structured: true } },
  })
})
