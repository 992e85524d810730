import { expect, test } from 'vitest'
import { GREETER, GREETER_CODE } from '../testing/ideas.ts'
import { bodyOf, type TestServer, testServer } from '../testing/test-server.ts'

const welcome = {
  type: 'object',
  description: 'Welcomes the person by name.',
  properties: { name: { type: 'string' }, _module: { const: 'idea://greeter' } },
  required: ['name'],
}
const HOST = {
  title: 'Host',
  description: 'Welcomes a guest.',
  context: [
    { type: 'text', text: 'Welcome the person by name.' },
    { type: 'input', schema: { type: 'object', properties: { name: { type: 'string' } } }, input: { name: 'Ada' } },
    { type: 'tool', tool: { welcome } },
  ],
  schema: GREETER.schema,
}

test('a recorded Module is extracted as an Idea with its first case, which replays; its name is free once', async () => {
  await using server = await testServer({
    'ideas/host.json': HOST,
    'ideas/greeter.json': GREETER,
    'activities/greet.ts': GREETER_CODE,
  })
  const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea: 'host' }))
  const engine = await server.deps.executor()
  expect(await engine.settled(id)).toMatchObject({ status: 'completed' })
  const body = { span: 'request/0/call/0', name: 'welcomer', title: 'Welcomer' }
  const response = await server.ask('POST', `/api/runs/${id}/extract`, body)
  const extracted = await bodyOf(response)
  expect([response.status, extracted]).toEqual([201, { idea: 'welcomer', case: 'welcomer', run: expect.any(String) }])
  expect(await bodyOf(await server.ask('GET', '/api/ideas/welcomer'))).toMatchObject({
    title: 'Welcomer',
    context: [{ type: 'text' }, { type: 'input', input: { name: 'Ada' } }, { type: 'tool' }],
  })
  expect(await bodyOf(await server.ask('GET', `/api/runs/${extracted.run}`))).toMatchObject({
    idea: 'idea://welcomer',
    output: { greeting: 'Hello, Ada' },
    parent: { run: id },
  })
  expect(await bodyOf(await server.ask('POST', '/api/cases/welcomer/check'))).toMatchObject({ status: 'passed' })
  expect((await server.ask('POST', `/api/runs/${id}/extract`, body)).status).toBe(409)
  const copy = { span: 'request/0/call/0', name: 'welcomer-2' }
  expect((await server.ask('POST', `/api/runs/${id}/extract`, copy)).status).toBe(201)
  expect(await bodyOf(await server.ask('GET', '/api/ideas/welcomer-2'))).toMatchObject({ title: 'Welcomer 2' })
  const nothing = await server.ask('POST', `/api/runs/${id}/extract`, { span: 'request/0', name: 'other' })
  expect([nothing.status, (await bodyOf(nothing)).code]).toEqual([422, 'extract.span'])
})

const TUNE = {
  title: 'Band',
  context: [
    { type: 'text', text: 'Write a tune: the harmony, then the melody.' },
    { type: 'input', schema: { type: 'object', properties: { mood: { type: 'string' } } }, input: { mood: 'грустно' } },
    { type: 'state', state: {} },
    {
      type: 'tool',
      tool: {
        writeHarmony: {
          type: 'object',
          description: 'Writes the harmony for a mood.',
          properties: { mood: { type: 'string' }, _outputPath: { const: '†state.harmony' } },
          required: ['mood'],
        },
        writeMelody: {
          type: 'object',
          description: 'Writes the melody over a harmony.',
          properties: { harmony: { type: 'string' } },
          required: ['harmony'],
        },
      },
    },
  ],
  schema: GREETER.schema,
}

const TUNE_FILES = {
  'ideas/band.json': TUNE,
  'activities/tune.ts': `export const writeHarmony = ({ mood }: { mood: string }) => mood + ': Am'
export const writeMelody = ({ harmony }: { harmony: string }) => harmony + ' la'
`,
}

test('sibling Calls are lifted into an Idea with a case; their caller has one module Tool and still runs', async () => {
  await using server = await testServer(TUNE_FILES)
  const engine = await server.deps.executor()
  const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea: 'band' }))
  expect(await engine.settled(id)).toMatchObject({ status: 'completed' })
  const calls = (await server.deps.journal.readType(id, 'call.proposed')).map(({ span }) => span)
  expect(calls).toHaveLength(2)
  const refused = async (body: object) => {
    const response = await server.ask('POST', `/api/runs/${id}/extract`, body)
    return [response.status, (await bodyOf(response)).code]
  }
  expect(await refused({ calls, span: 'request/0/call/0', name: 'tune' })).toEqual([400, 'body.invalid'])
  expect(await refused({ name: 'tune' })).toEqual([400, 'body.invalid'])
  expect(await refused({ calls: ['request/0'], name: 'tune' })).toEqual([422, 'extract.calls'])
  expect(await refused({ calls, name: 'band' })).toEqual([409, 'name.taken'])
  const asked = { calls, name: 'tune', tool: 'writeTune' }
  const before = await bodyOf(await server.ask('GET', '/api/ideas/band'))
  const shown = await server.ask('POST', `/api/runs/${id}/extract`, { ...asked, dryRun: true })
  const plan = await bodyOf(shown)
  expect([shown.status, plan]).toMatchObject([
    200,
    {
      idea: 'tune',
      title: 'Tune',
      case: 'tune',
      caller: 'band',
      tools: ['writeHarmony', 'writeMelody'],
      replaced: ['writeHarmony', 'writeMelody'],
      writes: ['†state.harmony'],
      imports: [],
      copied: [],
      inputs: [{ name: 'mood', schema: { type: 'string' }, example: 'грустно', from: ['writeHarmony.mood'] }],
      files: [{ file: 'ideas/tune.json' }, { file: 'ideas/band.json' }],
    },
  ])
  expect((await server.ask('GET', '/api/ideas/tune')).status).toBe(404)
  expect(await bodyOf(await server.ask('GET', '/api/ideas/band'))).toEqual(before)
  expect(await refused({ ...asked, written: true })).toEqual([422, 'extract.calls'])
  const response = await server.ask('POST', `/api/runs/${id}/extract`, asked)
  expect([response.status, await bodyOf(response)]).toEqual([
    201,
    {
      idea: 'tune',
      case: 'tune',
      caller: 'band',
      run: expect.any(String),
      tool: expect.objectContaining({ type: 'object' }),
      writes: ['†state.harmony'],
    },
  ])
  const band = await bodyOf(await server.ask('GET', '/api/ideas/band'))
  expect(Object.keys(band.context.at(-1).tool)).toEqual(['writeTune'])
  expect(await bodyOf(await server.ask('POST', '/api/cases/tune/check'))).toMatchObject({ status: 'passed' })
  const again = await bodyOf(await server.ask('POST', '/api/runs', { idea: 'band', input: { mood: 'весело' } }))
  expect(await engine.settled(again.id)).toMatchObject({ status: 'completed' })
  const entered = (await server.deps.journal.readType(again.id, 'module.entered'))[0]
  expect(entered).toMatchObject({ data: { address: 'idea://tune' } })
  const done = await server.deps.journal.read(again.id, { hydrate: true })
  expect(JSON.stringify(done)).toContain('весело: Am la')
  expect(JSON.stringify(done)).not.toContain('грустно: Am')
})

const put = async (server: Awaited<ReturnType<typeof testServer>>, file: string, text: string): Promise<void> => {
  const path = `/api/${file.replace('.json', '')}`
  const etag = (await server.ask('GET', path)).headers.get('etag')
  const response = await server.ask('PUT', path, JSON.parse(text), etag === null ? {} : { 'if-match': etag })
  expect(response.ok).toBe(true)
}

/** A Run of the band that has ended, and the Calls it made. */
const ran = async (server: TestServer) => {
  const engine = await server.deps.executor()
  const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea: 'band' }))
  await engine.settled(id)
  const calls = (await server.deps.journal.readType(id, 'call.proposed')).map(({ span }) => span)
  return { id, calls }
}

test('where the page has written the files, only the first run and its case are made', async () => {
  await using server = await testServer(TUNE_FILES)
  const { id, calls } = await ran(server)
  const asked = { calls, name: 'tune', tool: 'writeTune', title: 'Мелодия' }
  const { files } = await bodyOf(await server.ask('POST', `/api/runs/${id}/extract`, { ...asked, dryRun: true }))
  for (const { file, text } of files as readonly { file: string; text: string }[]) await put(server, file, text)
  const made = await server.ask('POST', `/api/runs/${id}/extract`, { ...asked, written: true })
  expect([made.status, await bodyOf(made)]).toMatchObject([201, { idea: 'tune', case: 'tune', caller: 'band' }])
  expect(await bodyOf(await server.ask('POST', '/api/cases/tune/check'))).toMatchObject({ status: 'passed' })
})

test('a caller whose Tools are no longer those of the Run is left alone', async () => {
  await using server = await testServer(TUNE_FILES)
  const { id, calls } = await ran(server)
  const changed = JSON.parse(JSON.stringify(TUNE).replace('Writes the melody', 'Writes the tune'))
  await put(server, 'ideas/band.json', JSON.stringify(changed))
  const refused = await server.ask('POST', `/api/runs/${id}/extract`, { calls, name: 'tune' })
  expect([refused.status, (await bodyOf(refused)).detail]).toEqual([
    422,
    'writeMelody in ideas/band.json is not what it was in this Run. Run band again, and lift the Calls of that Run.',
  ])
})
