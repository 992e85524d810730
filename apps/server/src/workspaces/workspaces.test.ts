import { existsSync, realpathSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { GREETER_FILES, RESTARTER_FILES } from '../testing/ideas.ts'
import { type Files, type TestServer, bodyOf, makeWorkspace, openTestServer } from '../testing/test-server.ts'
import { takeOwnership } from '../workspace/owner.ts'

const page = { origin: 'http://127.0.0.1', 'sec-fetch-site': 'same-origin' }
const foreign = { origin: 'http://evil.example', 'sec-fetch-site': 'cross-site' }
const talker = (text: string) => ({ title: text, context: [{ type: 'text', text }] })

/** A folder that goes with the test. */
const temporary = async (): Promise<string> => {
  const folder = realpathSync(await mkdtemp(join(tmpdir(), 'ensemble-home-')))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }))
  return folder
}
const folderOf = async (name: string, files: Files = {}): Promise<string> => {
  const root = realpathSync(await makeWorkspace({ 'ensemble.json': { version: 1, name }, ...files }))
  onTestFinished(() => rm(root, { recursive: true, force: true, maxRetries: 3 }))
  return root
}

interface Opening {
  readonly home?: string
  readonly env?: Readonly<Record<string, string>>
  readonly now?: () => number
}
/** A server started with the workspace `first`; the list is in `home`. */
const open = async ({ home, env = {}, now = Date.now }: Opening = {}): Promise<TestServer & { home: string }> => {
  const given = home ?? (await temporary())
  const root = await folderOf('first', { 'ideas/one.json': talker('one') })
  const server = await openTestServer(root, env, { home: given, now })
  onTestFinished(() => server.stop())
  return { ...server, home: given }
}
const add = async (server: TestServer, folder: string) =>
  bodyOf(await server.ask('POST', '/api/workspaces', { folder }))
const namesAt = async (server: TestServer, base: string): Promise<readonly string[]> =>
  (await bodyOf(await server.ask('GET', `${base}/api/ideas`))).map(({ name }: { name: string }) => name)
const settled = async (server: TestServer, base: string, id: string) =>
  expect
    .poll(async () => (await bodyOf(await server.ask('GET', `${base}/api/runs/${id}`))).status)
    .toMatch(/completed|waiting|failed/)

describe('one server of several workspaces', () => {
  test('keeps each to itself: files, runs and events', async () => {
    const server = await open()
    await add(server, await folderOf('Red Shop', GREETER_FILES))
    await add(server, await folderOf('blue', { 'ideas/two.json': talker('two') }))
    expect(await namesAt(server, '')).toEqual(['one'])
    expect(await namesAt(server, '/w/Red-Shop')).toEqual(['greeter'])
    expect(await namesAt(server, '/w/blue')).toEqual(['two'])

    const put = await server.ask('PUT', '/w/blue/api/ideas/three', talker('three'), { 'if-none-match': '*' })
    expect(put.status).toBe(201)
    expect(await namesAt(server, '/w/blue')).toEqual(['three', 'two'])
    expect(await namesAt(server, '')).toEqual(['one'])

    const run = await server.ask('POST', '/w/Red-Shop/api/runs', { idea: 'greeter', input: { name: 'Ada' } })
    expect(run.status).toBe(202)
    const { id, url } = await bodyOf(run)
    expect([url, run.headers.get('location')]).toEqual([`/w/Red-Shop/api/runs/${id}`, url])
    await settled(server, '/w/Red-Shop', id)
    expect((await server.ask('GET', `/w/Red-Shop/api/runs/${id}`)).status).toBe(200)
    for (const base of ['', '/w/blue']) {
      expect((await server.ask('GET', `${base}/api/runs/${id}`)).status).toBe(404)
      expect((await bodyOf(await server.ask('GET', `${base}/api/runs`))).items).toEqual([])
    }
  })

  test('answers at / for the workspace it was started with, also once that has a name', async () => {
    const server = await open()
    await add(server, server.root)
    await server.ask('PUT', '/w/first/api/ideas/more', talker('more'), { 'if-none-match': '*' })
    expect(await namesAt(server, '')).toEqual(['more', 'one'])
    expect(await bodyOf(await server.ask('GET', '/w/first/api/health'))).toMatchObject({ workspace: server.root })
  })

  test('opens none before it is asked for, and each once however many ask at a time', async () => {
    const server = await open()
    const root = await folderOf('blue', { 'ideas/two.json': talker('two') })
    await add(server, root)
    await server.ask('GET', '/api/workspaces')
    await server.ask('GET', '/api/workspaces/blue/outline')
    expect(existsSync(join(root, '.ensemble'))).toBe(false)
    const answers = await Promise.all(Array.from({ length: 20 }, () => server.ask('GET', '/w/blue/api/ideas')))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200))
    expect((await takeOwnership(root)).owned).toBe(false)
    expect(await server.ask('GET', '/api/workspaces').then(bodyOf)).toMatchObject({
      workspaces: [{ name: 'blue', isOpen: true, ideas: 1, runs: { running: 0, waiting: 0 } }],
    })
    await server.stop()
    const after = await takeOwnership(root)
    expect(after.owned).toBe(true)
    if (after.owned) await after.release()
  })

  test('tells other commands where a workspace answers', async () => {
    const server = await open()
    const root = await folderOf('blue')
    await add(server, root)
    const url = await server.listen()
    await fetch(`${url}/w/blue/api/ideas`)
    const told = JSON.parse(await readFile(join(root, '.ensemble/server.json'), 'utf8'))
    expect(told.url).toBe(`${url}/w/blue`)
    expect((await fetch(`${told.url}/api/health`)).status).toBe(200)
  })

  test('streams the events of a workspace to its own pages alone', async () => {
    const server = await open()
    await add(server, await folderOf('blue'))
    const url = await server.listen()
    const left = new AbortController()
    const [first, blue] = await Promise.all(
      ['', '/w/blue'].map(async (base) => {
        const { body } = await fetch(`${url}${base}/api/events`, { signal: left.signal })
        let text = ''
        void (async () => {
          for await (const piece of body ?? []) text += new TextDecoder().decode(piece)
        })().catch(() => undefined)
        return () => text
      }),
    )
    await server.ask('PUT', '/w/blue/api/ideas/fresh', talker('fresh'), { 'if-none-match': '*' })
    await expect.poll(() => blue?.()).toContain('ideas/fresh.json')
    expect(first?.()).not.toContain('fresh')
    left.abort()
  })
})

describe('an address of a workspace', () => {
  test.each(['nowhere', '%2e%2e%2f..%2fetc', '%00', '.', 'con', 'a%2fb', '%', `a${'b'.repeat(99)}`, 'first\\..'])(
    'that the list does not have leads nowhere: %s',
    async (name) => {
      const server = await open()
      const answer = await server.server.fetch(
        new Request(`http://127.0.0.1/w/${name}/api/ideas`, { headers: { host: '127.0.0.1' } }),
      )
      expect(answer.status).toBe(404)
      expect(answer.headers.get('content-type')).toContain('application/problem+json')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      // The URL itself takes `..` away, which may leave another address.
      expect((await bodyOf(answer)).code).toMatch(/^(workspace|file|route)\.unknown$/)
    },
  )

  test('has the same routes as a server of one, and the page', async () => {
    const server = await open()
    await add(server, await folderOf('blue'))
    const unknown = await server.ask('GET', '/w/blue/api/nothing')
    expect([unknown.status, (await bodyOf(unknown)).detail]).toEqual([404, expect.stringContaining('/api/nothing')])
    expect((await server.ask('POST', '/w/blue/api/graph', {})).headers.get('allow')).toBe('GET')
    const bare = await server.ask('GET', '/w/blue?a=1')
    expect([bare.status, bare.headers.get('location')]).toEqual([308, '/w/blue/?a=1'])
    await mkdir(join(server.root, 'page'))
    await writeFile(join(server.root, 'page/index.html'), '<!doctype html>')
    for (const path of ['/w/blue/', '/w/nowhere/']) {
      const document = await server.ask('GET', path, undefined, { accept: 'text/html' })
      expect([document.status, document.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    }
  })

  test('opens nothing for a page of another site, a foreign host or a caller without the token', async () => {
    const server = await open({ env: { ENSEMBLE_TOKEN: 'correct horse' } })
    const root = await folderOf('blue')
    const key = { authorization: 'Bearer correct horse' }
    expect((await server.ask('POST', '/api/workspaces', { folder: root })).status).toBe(401)
    expect((await server.ask('POST', '/api/workspaces', { folder: root }, { ...key, ...foreign })).status).toBe(403)
    expect((await server.ask('POST', '/api/workspaces', { folder: root }, key)).status).toBe(201)
    const asked = [
      [{}, 401],
      [page, 401],
      [{ ...key, ...foreign }, 403],
      [{ ...key, host: 'evil.example' }, 421],
    ] as const
    for (const path of ['ideas', 'session', 'openapi.json'])
      for (const [headers, status] of asked)
        expect((await server.ask('GET', `/w/blue/api/${path}`, undefined, headers)).status, path).toBe(status)
    // Strangers cannot find out which names there are.
    for (const name of ['blue', 'nowhere']) {
      expect((await server.ask('GET', `/w/${name}/api/ideas`)).status).toBe(401)
      expect(Object.keys(await bodyOf(await server.ask('GET', `/w/${name}/api/health`)))).toEqual(['status', 'version'])
    }
    expect(existsSync(join(root, '.ensemble'))).toBe(false)
    expect((await server.ask('GET', '/w/blue/api/ideas', undefined, key)).status).toBe(200)
  })

  test('gives a page its cookie and the reason where the workspace does not open', async () => {
    const server = await open()
    const [gone, plain, busy, broken] = [
      await folderOf('gone'),
      await folderOf('plain'),
      await folderOf('busy'),
      await folderOf('broken'),
    ]
    for (const folder of [gone, plain, busy, broken]) await add(server, folder)
    await rm(gone, { recursive: true })
    await rm(join(plain, 'ensemble.json'))
    await writeFile(join(broken, 'ensemble.json'), '{ "version": 7 }')
    const other = await takeOwnership(busy)
    if (!other.owned) throw new Error('it is free')
    await other.announce({ url: 'http://127.0.0.1:9', pid: 1, version: '0' })
    const refusals = [
      ['nowhere', 404, 'workspace.unknown'],
      ['gone', 422, 'workspace.missing'],
      ['plain', 422, 'workspace.missing'],
      ['busy', 409, 'workspace.busy'],
      ['broken', 422, 'workspace.invalid'],
    ] as const
    for (const [name, status, code] of refusals) {
      const answer = await server.ask('GET', `/w/${name}/api/ideas`)
      expect([answer.status, (await bodyOf(answer)).code]).toEqual([status, code])
      const session = await server.ask('GET', `/w/${name}/api/session`, undefined, page)
      expect(session.headers.get('set-cookie')).toContain('SameSite=Strict')
      expect(await bodyOf(session)).toMatchObject({ name, refused: { code, detail: expect.stringContaining('.') } })
    }
    expect(await bodyOf(await server.ask('GET', '/w/busy/api/session'))).toMatchObject({
      refused: { url: 'http://127.0.0.1:9' },
    })
    expect(await bodyOf(await server.ask('GET', '/api/workspaces'))).toMatchObject({
      workspaces: expect.arrayContaining([
        expect.objectContaining({ name: 'gone', state: 'gone' }),
        expect.objectContaining({ name: 'plain', state: 'notWorkspace' }),
      ]),
    })
    // Once the reason is gone, the same address works.
    await other.release()
    expect((await server.ask('GET', '/w/busy/api/ideas')).status).toBe(200)
  })
})

describe('the list', () => {
  test('outlives the server, and a Run that waits continues when its workspace is opened again', async () => {
    const server = await open()
    const root = await folderOf('desk', RESTARTER_FILES)
    await add(server, root)
    const started = await server.ask('POST', '/w/desk/api/runs', { idea: 'restarter', input: { service: 'web' } })
    const { id } = await bodyOf(started)
    await settled(server, '/w/desk', id)
    await server.stop()

    const after = await open({ home: server.home })
    expect(await bodyOf(await after.ask('GET', '/api/workspaces'))).toMatchObject({
      workspaces: [{ name: 'desk', folder: root, isOpen: false }],
    })
    const openOnes = async () => bodyOf(await after.ask('GET', '/w/desk/api/approvals?status=open'))
    await expect.poll(openOnes).toHaveLength(1)
    const [waiting] = await openOnes()
    const decided = await after.ask('POST', `/w/desk/api/runs/${id}/approvals/${waiting.callId}`, {
      decision: 'approve',
    })
    expect(decided.status).toBe(202)
    await expect
      .poll(async () => (await bodyOf(await after.ask('GET', `/w/desk/api/runs/${id}`))).status)
      .toBe('completed')
  })

  test('takes a folder that is a workspace, by its whole path, once', async () => {
    const server = await open()
    const root = await folderOf('shop')
    const link = join(await temporary(), 'link')
    await symlink(root, link)
    expect(await add(server, root)).toMatchObject({ name: 'shop', address: '/w/shop/', folder: root, state: 'ready' })
    expect(await add(server, link)).toMatchObject({ name: 'shop', folder: root })
    expect(await add(server, await folderOf('Shop'))).toMatchObject({ name: 'Shop-2' })
    expect(await add(server, await folderOf('Магазин'))).toMatchObject({ name: 'workspace' })
    for (const folder of ['shop', '../shop', join(root, 'nowhere'), join(root, 'ensemble.json'), await temporary()]) {
      const refused = await server.ask('POST', '/api/workspaces', { folder })
      const { code, detail } = await bodyOf(refused)
      expect([refused.status, code], folder).toEqual([422, 'workspace.missing'])
      // The page has no flags.
      expect(detail).not.toContain('--workspace')
    }
  })

  test('renames the address; the old one keeps working until the server stops', async () => {
    const server = await open()
    const root = await folderOf('blue', { 'ideas/two.json': talker('two') })
    await add(server, root)
    await add(server, await folderOf('red'))
    const url = await server.listen()
    await namesAt(server, '/w/blue')
    const renamed = await server.ask('PUT', '/api/workspaces/blue', { name: 'Sky' })
    expect(await bodyOf(renamed)).toMatchObject({ name: 'Sky', address: '/w/Sky/', folder: root, isOpen: true })
    expect(await namesAt(server, '/w/sky')).toEqual(['two'])
    expect(await namesAt(server, '/w/blue')).toEqual(['two'])
    expect((await bodyOf(await server.ask('GET', '/w/Sky/api/session'))).name).toBe('Sky')
    expect(JSON.parse(await readFile(join(root, '.ensemble/server.json'), 'utf8')).url).toBe(`${url}/w/Sky`)
    expect((await bodyOf(await server.ask('PUT', '/api/workspaces/Sky', { name: 'sky' }))).name).toBe('sky')
    const refusals = [
      ['sky', 'red', 409],
      ['sky', '../red', 400],
      ['nowhere', 'green', 404],
    ] as const
    for (const [name, to, status] of refusals)
      expect((await server.ask('PUT', `/api/workspaces/${name}`, { name: to })).status).toBe(status)
    expect(JSON.parse(await readFile(join(root, 'ensemble.json'), 'utf8')).name).toBe('blue')
  })

  test('copies a folder without its runs, keys, repository and packages', async () => {
    const server = await open()
    const root = await folderOf('shop', {
      ...GREETER_FILES,
      '.ensemble/layout.json': { nodes: { 'idea:greeter': { x: 5, y: 6 } } },
      '.ensemble/secrets.json': { KEY: 'very-secret-key' },
      '.env': 'KEY=very-secret-key',
      '.env.local': 'KEY=very-secret-key',
      '.git/config': '[remote]',
      'node_modules/a/index.js': '',
    })
    await add(server, root)
    await namesAt(server, '/w/shop')
    const answer = await server.ask('POST', '/api/workspaces/shop/copy')
    const copy = await bodyOf(answer)
    onTestFinished(() => rm(copy.folder, { recursive: true, force: true }))
    expect([answer.status, copy.name, copy.folder]).toEqual([201, 'shop-2', `${root}-2`])
    expect((await readdir(copy.folder)).toSorted()).toEqual(['.ensemble', 'activities', 'ensemble.json', 'ideas'])
    expect(await readdir(join(copy.folder, '.ensemble'))).toEqual(['layout.json'])
    expect(await namesAt(server, '/w/shop-2')).toEqual(['greeter'])
  })

  test('copies no link that would lead the copy to the original’s runs', async () => {
    const server = await open()
    const [root, elsewhere] = [await folderOf('shop'), await temporary()]
    await symlink(elsewhere, join(root, '.ensemble'))
    await add(server, root)
    const { folder } = await bodyOf(await server.ask('POST', '/api/workspaces/shop/copy'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    expect(await readdir(folder)).toEqual(['ensemble.json'])
  })

  test('removes an entry and no file', async () => {
    const server = await open()
    const root = await folderOf('blue', { 'ideas/two.json': talker('two') })
    await add(server, root)
    await namesAt(server, '/w/blue')
    expect((await server.ask('DELETE', '/api/workspaces/blue')).status).toBe(204)
    expect((await server.ask('GET', '/w/blue/api/ideas')).status).toBe(404)
    expect((await server.ask('DELETE', '/api/workspaces/blue')).status).toBe(404)
    expect((await stat(join(root, 'ideas/two.json'))).isFile()).toBe(true)
    const free = await takeOwnership(root)
    expect(free.owned).toBe(true)
    if (free.owned) await free.release()
  })

  test('draws the outline of a graph from its files, with the places that the layout has', async () => {
    const server = await open()
    const ask = { type: 'object', description: 'Asks.', _module: { const: 'idea://two' } }
    const root = await folderOf('pair', {
      'ideas/one.json': { context: [{ type: 'tool', tool: { ask, again: ask } }] },
      'ideas/two.json': { context: [{ type: 'tool', tool: { find: { $ref: 'tool://find' } } }] },
      'ideas/broken.json': '{ "context": [',
      'tools/find.json': { type: 'object' },
      '.ensemble/layout.json': { nodes: { 'idea:two': { x: 5, y: 6 }, 'idea:one': { x: '5' } } },
    })
    await add(server, root)
    const outline = await bodyOf(await server.ask('GET', '/api/workspaces/pair/outline'))
    expect(outline).toEqual({
      ideas: 3,
      nodes: expect.arrayContaining([
        { name: 'one', tools: 2 },
        { name: 'two', tools: 1, x: 5, y: 6 },
        { name: 'broken', tools: 0 },
      ]),
      edges: [[expect.any(Number), expect.any(Number)]],
    })
    const [[from, to]] = outline.edges
    expect([outline.nodes[from].name, outline.nodes[to].name]).toEqual(['one', 'two'])
  })
})

describe('an unused workspace', () => {
  test('is closed after a while, and opened again by the next question', async () => {
    let now = 1_000_000
    const server = await open({ now: () => now })
    const root = await folderOf('blue', { 'ideas/two.json': talker('two') })
    await add(server, root)
    await namesAt(server, '/w/blue')
    await server.server.open.closeIdle()
    expect(server.server.open.peek(root)).toBeDefined()
    now += 3_600_000
    await server.server.open.closeIdle()
    expect(server.server.open.peek(root)).toBeUndefined()
    expect(await namesAt(server, '/w/blue')).toEqual(['two'])
  })

  test('stays open while a Run of it waits, or a page follows it', async () => {
    let now = 1_000_000
    const server = await open({ now: () => now })
    const [desk, blue] = [await folderOf('desk', RESTARTER_FILES), await folderOf('blue')]
    await add(server, desk)
    await add(server, blue)
    const started = await server.ask('POST', '/w/desk/api/runs', { idea: 'restarter', input: { service: 'web' } })
    await settled(server, '/w/desk', (await bodyOf(started)).id)
    const url = await server.listen()
    const left = new AbortController()
    await fetch(`${url}/w/blue/api/events`, { signal: left.signal })
    now += 3_600_000
    await server.server.open.closeIdle()
    expect(server.server.open.peek(desk)).toBeDefined()
    expect(server.server.open.peek(blue)).toBeDefined()
    left.abort()
    await expect
      .poll(async () => {
        now += 3_600_000
        await server.server.open.closeIdle()
        return server.server.open.peek(blue)
      })
      .toBeUndefined()
  })
})
