import { readFile, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { TALKER } from '../testing/ideas.ts'
import { type TestServer, bodyOf, testServer } from '../testing/test-server.ts'

const text = JSON.stringify(TALKER, null, 3)
const broken = JSON.stringify({ title: 'No context' })

describe('an Idea’s file', () => {
  test('is stored verbatim and comes back with its ETag', async () => {
    await using server = await testServer()
    const created = await server.ask('PUT', '/api/ideas/one', text, { 'if-none-match': '*' })
    expect(created.status).toBe(201)
    expect(await readFile(join(server.root, 'ideas/one.json'), 'utf8')).toBe(text)
    const read = await server.ask('GET', '/api/ideas/one')
    expect(await read.text()).toBe(text)
    expect(read.headers.get('etag')).toBe((await bodyOf(created)).etag)
    expect((await bodyOf(await server.ask('GET', '/api/ideas')))[0]).toMatchObject({
      name: 'one',
      title: 'Talker',
      problems: [],
    })
  })

  test('is listed without problems unless they are requested, and with them before and after', async () => {
    await using server = await testServer({ 'ideas/bad.json': { title: 'Bad', contxt: [] }, 'ideas/one.json': TALKER })
    const listed = async (query: string): Promise<readonly { readonly problems?: readonly unknown[] }[]> =>
      bodyOf(await server.ask('GET', `/api/ideas${query}`))
    const bare = await listed('?problems=none')
    expect(bare).toEqual([
      { name: 'bad', title: 'Bad', etag: expect.any(String) },
      { name: 'one', title: 'Talker', etag: expect.any(String) },
    ])
    const full = await listed('')
    expect(full.map(({ problems: _problems, ...rest }) => rest)).toEqual(bare)
    expect(full[0]?.problems).not.toEqual([])
    expect(await listed('?problems=none')).toEqual(bare)
    expect((await server.ask('GET', '/api/ideas?problems=some')).status).toBe(400)
    expect(await bodyOf(await server.ask('GET', '/api/tools?problems=none&texts=all'))).toEqual([])
  })

  test('is never overwritten when it changed meanwhile', async () => {
    await using server = await testServer({ 'ideas/one.json': TALKER })
    expect((await server.ask('PUT', '/api/ideas/one', text)).status).toBe(428)
    expect((await server.ask('PUT', '/api/ideas/one', text, { 'if-none-match': '*' })).status).toBe(412)
    const stale = await server.ask('PUT', '/api/ideas/one', text, { 'if-match': '"other"' })
    expect(stale.status).toBe(412)
    const { etag } = await bodyOf(stale)
    expect((await server.ask('PUT', '/api/ideas/one', text, { 'if-match': etag })).status).toBe(200)
    expect((await server.ask('DELETE', '/api/ideas/one', undefined, { 'if-match': etag })).status).toBe(412)
  })

  test('is never overwritten when another program writes it while it is saved, alone or with others', async () => {
    await using server = await testServer({ 'ideas/one.json': TALKER })
    const { workspace } = server.deps
    const path = join(server.root, 'ideas/one.json')
    const judge = workspace.problemsWith.bind(workspace)
    let version = 0
    // A file is judged before it is saved, which takes time.
    vi.spyOn(workspace, 'problemsWith').mockImplementation(async (edits) => {
      const problems = await judge(edits)
      await writeFile(path, JSON.stringify({ ...TALKER, title: `Theirs ${++version}` }))
      return problems
    })
    const etagNow = async (): Promise<string> => (await server.ask('GET', '/api/ideas/one')).headers.get('etag') ?? ''
    const alone = await server.ask('PUT', '/api/ideas/one', text, { 'if-match': await etagNow() })
    expect([alone.status, (await bodyOf(alone)).etag]).toEqual([412, await etagNow()])
    const edits = [
      { file: 'ideas/two.json', ifMatch: null, text },
      { file: 'ideas/one.json', ifMatch: await etagNow(), text },
    ]
    const together = await server.ask('POST', '/api/workspace/edits', { edits })
    expect([together.status, (await bodyOf(together)).files]).toEqual([412, ['ideas/one.json']])
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({ title: 'Theirs 2' })
    expect(await readdir(join(server.root, 'ideas'))).toEqual(['one.json'])
  })

  test('with error problems is kept as a draft while Runs use the last valid one', async () => {
    await using server = await testServer({ 'ideas/one.json': TALKER })
    const { headers } = await server.ask('GET', '/api/ideas/one')
    const etag = headers.get('etag') ?? ''
    const kept = await bodyOf(await server.ask('PUT', '/api/ideas/one', broken, { 'if-match': etag }))
    expect(kept).toMatchObject({
      etag,
      draft: expect.any(String),
      problems: [{ severity: 'error' }, expect.anything()],
    })
    expect((await server.ask('GET', '/api/ideas/one')).headers.get('etag')).toBe(etag)
    const draft = await server.ask('GET', `/api/drafts/${encodeURIComponent('ideas/one.json')}`)
    expect([await draft.text(), draft.headers.get('ensemble-base-etag')]).toEqual([broken, etag])
    await server.ask('PUT', '/api/ideas/one', text, { 'if-match': etag })
    expect((await server.ask('GET', '/api/drafts/ideas/one.json')).status).toBe(404)
  })

  test('that somebody broke by hand is listed with its problem and loses nothing', async () => {
    await using server = await testServer({ 'ideas/one.json': '{ "context": [' })
    const [one] = await bodyOf(await server.ask('GET', '/api/ideas'))
    expect(one.problems[0]).toMatchObject({ code: 'idea.json', severity: 'error', file: 'ideas/one.json' })
    expect(await (await server.ask('GET', '/api/ideas/one')).text()).toBe('{ "context": [')
  })

  test.each(['../secret', 'con', 'a b', 'x'.repeat(65), '1a', 'a%2f..%2fb'])('is not called %s', async (name) => {
    await using server = await testServer()
    expect((await server.ask('PUT', `/api/ideas/${encodeURIComponent(name)}`, text)).status).toBe(400)
  })

  test('differs from its neighbours by more than case', async () => {
    await using server = await testServer({ 'ideas/one.json': TALKER })
    expect((await server.ask('PUT', '/api/ideas/One', text)).status).toBe(409)
  })

  test('that is a link out of the workspace is not part of it', async () => {
    await using server = await testServer({ 'ideas/one.json': TALKER })
    await using other = await testServer({ 'ideas/secret.json': TALKER })
    await symlink(join(other.root, 'ideas/secret.json'), join(server.root, 'ideas/leak.json'))
    expect((await server.ask('GET', '/api/ideas/leak')).status).toBe(404)
    expect(await bodyOf(await server.ask('GET', '/api/ideas'))).toHaveLength(1)
  })
})

describe('edits over several files', () => {
  test('are all written or none', async () => {
    await using server = await testServer({ 'ideas/one.json': TALKER })
    const etag = (await server.ask('GET', '/api/ideas/one')).headers.get('etag')
    const refused = await server.ask('POST', '/api/workspace/edits', {
      edits: [
        { file: 'ideas/one.json', ifMatch: etag, text: null },
        { file: 'ideas/two.json', ifMatch: '"stale"', text },
      ],
    })
    expect([refused.status, (await bodyOf(refused)).files]).toEqual([412, ['ideas/two.json']])
    expect((await server.ask('GET', '/api/ideas/one')).status).toBe(200)
    const done = await server.ask('POST', '/api/workspace/edits', {
      edits: [
        { file: 'ideas/one.json', ifMatch: etag, text: null },
        { file: 'ideas/two.json', ifMatch: null, text },
      ],
    })
    expect((await bodyOf(done)).files).toMatchObject([
      { file: 'ideas/one.json', etag: null },
      { file: 'ideas/two.json' },
    ])
    expect((await bodyOf(await server.ask('GET', '/api/ideas'))).map(({ name }: { name: string }) => name)).toEqual([
      'two',
    ])
  })
})

describe('the layout', () => {
  test('is empty before a node was moved, then has its own file', async () => {
    await using server = await testServer()
    const first = await server.ask('GET', '/api/layout')
    expect([await bodyOf(first), first.headers.get('etag')]).toEqual([{}, null])
    expect((await server.ask('PUT', '/api/layout', { nodes: {} }, { 'if-none-match': '*' })).status).toBe(201)
    expect(await readFile(join(server.root, '.ensemble/layout.json'), 'utf8')).toBe('{"nodes":{}}')
  })

  test('is deleted again where its first write is undone; the manifest stays', async () => {
    await using server = await testServer()
    const written = await server.ask('PUT', '/api/layout', { nodes: {} }, { 'if-none-match': '*' })
    const { etag } = await bodyOf(written)
    expect((await server.ask('DELETE', '/api/layout', undefined, { 'if-match': '"old"' })).status).toBe(412)
    expect((await server.ask('DELETE', '/api/layout', undefined, { 'if-match': etag })).status).toBe(204)
    expect(await bodyOf(await server.ask('GET', '/api/layout'))).toEqual({})
    expect((await server.ask('DELETE', '/api/layout')).status).toBe(404)
    expect((await server.ask('DELETE', '/api/manifest')).status).toBe(405)
  })
})

describe('the bindings in ensemble.json', () => {
  const tool = { type: 'object', properties: {}, required: [], description: 'Says it' }
  const speaker = { context: [{ type: 'tool', tool: { speak: tool } }] }
  const files = {
    'ideas/speaker.json': speaker,
    'activities/voices.js': 'export const loud = () => "LOUD"; export const quiet = () => "quiet"',
  }
  const bound = (to: unknown) => ({
    version: 1,
    name: 'test',
    profiles: { offline: { tools: { speak: to } } },
  })
  const modeOf = async (server: TestServer) => (await bodyOf(await server.ask('GET', '/api/graph'))).nodes[0].tools[0]

  test('switch how a Tool runs while the server is up; the Idea keeps every byte', async () => {
    await using server = await testServer(files)
    const before = await readFile(join(server.root, 'ideas/speaker.json'), 'utf8')
    expect(await modeOf(server)).toMatchObject({ mode: 'latent' })
    const { headers } = await server.ask('GET', '/api/manifest')
    const etag = headers.get('etag') ?? ''
    const saved = await server.ask('PUT', '/api/manifest', bound('loud'), { 'if-match': etag })
    expect(saved.status).toBe(200)
    expect(await modeOf(server)).toMatchObject({ mode: 'explicit', activity: 'loud' })
    const edits = [{ file: 'ensemble.json', ifMatch: (await bodyOf(saved)).etag, text: JSON.stringify(bound('quiet')) }]
    expect((await server.ask('POST', '/api/workspace/edits', { edits })).status).toBe(200)
    expect(await modeOf(server)).toMatchObject({ mode: 'explicit', activity: 'quiet' })
    expect(await readFile(join(server.root, 'ideas/speaker.json'), 'utf8')).toBe(before)
  })

  test('never come into force where ensemble.json could not be read', async () => {
    await using server = await testServer(files)
    const etag = (await server.ask('GET', '/api/manifest')).headers.get('etag') ?? ''
    const refused = await server.ask('PUT', '/api/manifest', { version: 2 }, { 'if-match': etag })
    expect([refused.status, (await bodyOf(refused)).code]).toEqual([422, 'workspace.invalid'])
    const edits = [{ file: 'ensemble.json', ifMatch: etag, text: null }]
    expect((await server.ask('POST', '/api/workspace/edits', { edits })).status).toBe(400)
    expect((await server.ask('GET', '/api/manifest')).headers.get('etag')).toBe(etag)
  })

  test('find the code of an Activity as it was saved last, without a restart', async () => {
    await using server = await testServer({ ...files, 'ensemble.json': bound('loud') })
    await server.deps.warmUp()
    const resultOf = async () => {
      const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea: 'speaker' }))
      await (await server.deps.executor()).settled(id)
      const { events } = await bodyOf(
        await server.ask('GET', `/api/runs/${id}/events`, undefined, { accept: 'application/json' }),
      )
      return events.find(({ type }: { type: string }) => type === 'call.completed')?.data.result
    }
    expect(await resultOf()).toBe('LOUD')
    const changed = new Promise<void>((resolve) =>
      server.deps.workspace.events.on(({ type }) => type === 'activities.changed' && resolve()),
    )
    await writeFile(join(server.root, 'activities/voices.js'), 'export const loud = () => "LOUDER"')
    await changed
    expect(await resultOf()).toBe('LOUDER')
  })
})

describe('pins', () => {
  test('replace Calls from the next run on, except in production', async () => {
    const tool = { type: 'object', properties: {}, required: [], description: 'Says it' }
    await using server = await testServer({
      'ideas/speaker.json': { context: [{ type: 'tool', tool: { speak: tool } }] },
      'activities/voices.js': 'export const speak = () => "said"',
    })
    const pins = { version: 1, pins: [{ idea: 'speaker', tool: 'speak', result: 'pinned' }] }
    expect((await server.ask('PUT', '/api/pins', pins, { 'if-none-match': '*' })).status).toBe(201)
    const resultIn = async (profile: string) => {
      const { id } = await bodyOf(await server.ask('POST', '/api/runs', { idea: 'speaker', profile }))
      await (await server.deps.executor()).settled(id)
      const answer = await server.ask('GET', `/api/runs/${id}/events`, undefined, { accept: 'application/json' })
      const { events } = await bodyOf(answer)
      return events.find(({ type }: { type: string }) => type === 'call.completed')?.data.result
    }
    expect([await resultIn('offline'), await resultIn('production')]).toEqual(['pinned', 'said'])
  })
})

describe('the files on the disk', () => {
  test('are followed: a change by another program shows in the graph', async () => {
    await using server = await testServer({ 'ideas/one.json': TALKER })
    await server.deps.warmUp()
    await server.ask('GET', '/api/graph')
    const changed = new Promise<unknown>((resolve) => server.deps.workspace.events.on(resolve))
    await writeFile(join(server.root, 'ideas/two.json'), text)
    expect(await changed).toMatchObject({ type: 'file.changed', file: 'ideas/two.json' })
    const { nodes } = await bodyOf(await server.ask('GET', '/api/graph'))
    expect(nodes.map(({ id }: { id: string }) => id)).toEqual(['idea:one', 'idea:two'])
  })
})
