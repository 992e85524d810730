import { mkdir, readFile, readdir, rm, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, onTestFinished, test } from 'vitest'
import { GREETER, GREETER_FILES, TALKER } from '../testing/ideas.ts'
import { type TestServer, bodyOf, makeWorkspace, testServer } from '../testing/test-server.ts'
import { packWorkspace } from '../workspace/archive.ts'

type Packed = Readonly<Record<string, unknown>>

const zip = (files: Packed): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, content]) => [
        name,
        content instanceof Uint8Array
          ? content
          : strToU8(typeof content === 'string' ? content : JSON.stringify(content)),
      ]),
    ),
  )

/** Sends bytes as the page does. */
const take = async (server: TestServer, bytes: Uint8Array): Promise<Response> => {
  const url = await server.listen()
  return fetch(`${url}/api/workspace/import`, {
    method: 'POST',
    headers: { 'content-type': 'application/zip' },
    body: new Uint8Array(bytes),
  })
}
const ideasIn = async (server: TestServer): Promise<readonly string[]> =>
  (await readdir(join(server.root, 'ideas')).catch((): string[] => [])).toSorted()

describe('the export of a workspace', () => {
  const KEY = 'sk-canary-in-the-store'
  const exported = async (server: TestServer): Promise<string> => {
    const bytes = new Uint8Array(await (await server.ask('GET', '/api/workspace/export')).arrayBuffer())
    const files = Object.entries(unzipSync(bytes)).map(([name, content]) => `${name} ${strFromU8(content)}`)
    return files.join('\n')
  }

  test('follows no link of .ensemble: to a key in it, or out of the workspace', async () => {
    await using outside = await testServer({ 'notes.json': { private: KEY } })
    for (const to of ['secrets.json', join(outside.root, 'notes.json')]) {
      await using server = await testServer({ 'ideas/one.json': TALKER, '.ensemble/secrets.json': { KEY } })
      await symlink(to, join(server.root, '.ensemble/layout.json'))
      const zipped = await exported(server)
      expect(zipped).toContain('ideas/one.json')
      expect(zipped).not.toContain(KEY)
      expect(zipped).not.toContain('layout.json')
      expect(await (await server.ask('GET', '/api/layout')).text()).toBe('{}')
    }
  })

  test('follows .ensemble itself nowhere', async () => {
    await using outside = await testServer({ 'layout.json': { private: KEY } })
    const root = await makeWorkspace({ 'ideas/one.json': TALKER })
    onTestFinished(() => rm(root, { recursive: true, force: true }))
    await symlink(outside.root, join(root, '.ensemble'))
    const files = unzipSync(await packWorkspace(root))
    expect(Object.keys(files).toSorted()).toEqual(['ensemble.json', 'ideas/one.json'])
  })

  test.each(['ideas', 'tools', 'cases'])('a link in %s leads to nothing hidden in the workspace', async (folder) => {
    await using server = await testServer({ '.ensemble/secrets.json': { KEY }, '.env': KEY, 'ideas/one.json': TALKER })
    await mkdir(join(server.root, folder), { recursive: true })
    await symlink('../.ensemble/secrets.json', join(server.root, folder, 'leak.json'))
    await symlink('../.env', join(server.root, folder, 'env.json'))
    for (const name of ['leak', 'env']) {
      const response = await server.ask('GET', `/api/${folder}/${name}`)
      expect(response.status).toBe(404)
    }
    expect(JSON.stringify(await bodyOf(await server.ask('GET', `/api/${folder}`)))).not.toContain(KEY)
  })
})

describe('an archive of a workspace', () => {
  test('that is damaged is refused, though what it holds could be read', async () => {
    await using server = await testServer({})
    const bytes = zipSync({ 'ideas/a.json': strToU8('{"context":[{"type":"text","text":"Hello"}]}') }, { level: 0 })
    const at = Buffer.from(bytes).indexOf('Hello')
    bytes[at] = 0x4a
    const answer = await take(server, bytes)
    expect(answer.status).toBe(422)
    expect((await bodyOf(answer)).detail).toBe('ideas/a.json is damaged in the archive. Nothing was imported.')
    expect(await ideasIn(server)).toEqual([])
  })

  test('with an Idea that holds more than one that is saved may is refused: a few megabytes would hold the server up', async () => {
    await using server = await testServer({})
    const text = JSON.stringify({ context: Array.from({ length: 20_000 }, () => ({ type: 'text', text: 'x' })) })
    const answer = await take(server, zip({ 'ideas/light.json': GREETER, 'ideas/heavy.json': text }))
    expect(answer.status).toBe(422)
    expect((await bodyOf(answer)).detail).toMatch(
      /^ideas\/heavy\.json: This holds more than one file of a workspace may/,
    )
    expect(await ideasIn(server)).toEqual([])
    // A run's files are kept unchanged, however many.
    const kept = await take(server, zip({ 'cases/heavy.json': text }))
    expect(kept.status).toBe(200)
  })

  test.each([
    [{ ideas: 'x', 'ideas/a.json': GREETER }, 'The archive holds ideas both as a file and as a folder.'],
    [
      { 'ideas/a.json': GREETER, 'Ideas/A.json/x': 'y' },
      'The archive holds ideas/a.json both as a file and as a folder.',
    ],
  ])('that no folder can hold is refused as a whole: %#', async (files, reason) => {
    await using server = await testServer({})
    expect((await bodyOf(await take(server, zip(files)))).detail).toBe(`${reason} Nothing was imported.`)
    expect(await ideasIn(server)).toEqual([])
  })

  test('brings its Ideas, Tools and cases; code, settings and processes stay out, each with the reason', async () => {
    await using server = await testServer({ 'ideas/talker.json': TALKER })
    const tool = { type: 'object', description: 'Adds.' }
    const archive = {
      'ensemble.json': { version: 1, name: 'other', egress: { hosts: ['evil.example'] } },
      'mcp.json': { mcpServers: { evil: { command: 'sh' } } },
      'activities/evil.ts': 'globalThis.wasRun = true',
      '.ensemble/secrets.json': '{}',
      'README.md': '# Other',
      'ideas/greeter.json': GREETER,
      'ideas/talker.json': JSON.stringify(TALKER, null, 2),
      'tools/add.json': tool,
    }
    const answer = await bodyOf(await take(server, zip(archive)))
    expect(answer).toMatchObject({
      files: ['ideas/greeter.json', 'tools/add.json'],
      unchanged: ['ideas/talker.json'],
    })
    expect(answer.left.map(({ file }: { file: string }) => file)).toEqual([
      '.ensemble/secrets.json',
      'README.md',
      'activities/evil.ts',
      'ensemble.json',
      'mcp.json',
    ])
    expect(JSON.parse(await readFile(join(server.root, 'tools/add.json'), 'utf8'))).toEqual(tool)
    expect(await bodyOf(await server.ask('GET', '/api/ideas/greeter'))).toEqual(GREETER)
    expect(await readdir(server.root)).not.toContain('mcp.json')
    expect(JSON.parse(await readFile(join(server.root, 'ensemble.json'), 'utf8')).name).toBe('test')
  })

  test('that was packed here is taken there with the same bytes, and twice it changes nothing', async () => {
    await using server = await testServer({ ...GREETER_FILES, 'ideas/talker.json': TALKER })
    await using other = await testServer()
    const bytes = new Uint8Array(await (await server.ask('GET', '/api/workspace/export')).arrayBuffer())
    expect((await bodyOf(await take(other, bytes))).files).toEqual(['ideas/greeter.json', 'ideas/talker.json'])
    const packedAgain = async (from: TestServer): Promise<unknown> =>
      Object.fromEntries(
        await Promise.all(
          (await ideasIn(from)).map(async (name) => [name, await readFile(join(from.root, 'ideas', name), 'utf8')]),
        ),
      )
    expect(await packedAgain(other)).toEqual(await packedAgain(server))
    expect(await bodyOf(await take(other, bytes))).toMatchObject({
      files: [],
      unchanged: ['ideas/greeter.json', 'ideas/talker.json'],
    })
  })

  test('may be in its own folder, as a host of repositories packs it', async () => {
    await using server = await testServer()
    const bytes = zip({ 'music-main/ensemble.json': { version: 1 }, 'music-main/ideas/one.json': TALKER })
    expect((await bodyOf(await take(server, bytes))).files).toEqual(['ideas/one.json'])
  })

  test('whose names collide brings nothing, and every collision is listed', async () => {
    await using server = await testServer({ 'ideas/talker.json': TALKER, 'ideas/Greeter.json': GREETER })
    const bytes = zip({ 'ideas/fresh.json': TALKER, 'ideas/greeter.json': GREETER, 'ideas/talker.json': GREETER })
    const refused = await take(server, bytes)
    expect({ status: refused.status, ...(await bodyOf(refused)) }).toMatchObject({
      status: 409,
      code: 'name.taken',
      detail: expect.stringContaining('ideas/greeter.json, ideas/talker.json'),
      errors: [{ path: '/ideas~1greeter.json' }, { path: '/ideas~1talker.json' }],
    })
    expect(await ideasIn(server)).toEqual(['Greeter.json', 'talker.json'])
  })

  const tooMany = Object.fromEntries(Array.from({ length: 5001 }, (_, index) => [`ideas/i${index}.json`, '{}']))
  test.each<[string, Uint8Array, string]>([
    ['leads out of its folder', zip({ '../evil.json': '{}', 'ideas/one.json': TALKER }), 'archive.invalid'],
    ['has an absolute name', zip({ '/etc/evil.json': '{}' }), 'archive.invalid'],
    ['has a name of Windows', zip({ 'ideas\\..\\..\\evil.json': '{}', 'C:/evil.json': '{}' }), 'archive.invalid'],
    ['holds a name twice, but for case', zip({ 'ideas/a.json': '{}', 'ideas/A.json': '{}' }), 'archive.invalid'],
    ["holds a file that isn't JSON", zip({ 'ideas/one.json': TALKER, 'ideas/two.json': '{ no' }), 'archive.invalid'],
    ["holds bytes that aren't text", zip({ 'ideas/one.json': new Uint8Array([0xff, 0xfe]) }), 'archive.invalid'],
    ['holds no Idea', zip({ 'photo.png': 'x' }), 'archive.invalid'],
    ['is no archive', strToU8('PK\u0003\u0004 but nothing else'), 'archive.invalid'],
    ['is cut', zip({ 'ideas/one.json': TALKER }).slice(0, -30), 'archive.invalid'],
    ['is empty', new Uint8Array(), 'archive.invalid'],
    ['unpacks to more than a file may hold', zip({ 'ideas/one.json': ' '.repeat(9_000_000) }), 'workspace.tooLarge'],
    ['holds too many files', zip(tooMany), 'workspace.tooLarge'],
  ])('that %s is refused in one sentence, and nothing is half-done', async (_, bytes, code) => {
    await using server = await testServer()
    const refused = await take(server, bytes)
    const problem = await bodyOf(refused)
    expect(problem).toMatchObject({ code, detail: expect.stringContaining('Nothing was imported.') })
    expect(refused.status).toBeGreaterThanOrEqual(400)
    expect(await ideasIn(server)).toEqual([])
    expect(await readdir(join(server.root, '..'))).not.toContain('evil.json')
  })

  test('that declares less than it unpacks to takes no more memory than it declares', async () => {
    await using server = await testServer()
    const bytes = zip({ 'ideas/one.json': `"${'x'.repeat(4_000_000)}"` })
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    // The unpacked size, in the local header and in the directory at the end.
    const directory = view.getUint32(bytes.length - 6, true)
    view.setUint32(22, 100, true)
    view.setUint32(directory + 24, 100, true)
    expect((await take(server, bytes)).status).toBe(422)
    expect(await ideasIn(server)).toEqual([])
  })

  test('is taken as a zip alone: a form of another page cannot send one', async () => {
    await using server = await testServer()
    const sent = await server.ask('POST', '/api/workspace/import', 'x', { 'content-type': 'text/plain' })
    expect(sent.status).toBe(415)
  })
})
