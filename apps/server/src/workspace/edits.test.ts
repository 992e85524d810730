import { existsSync } from 'node:fs'
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { bodyOf, makeWorkspace, openTestServer } from '../testing/test-server.ts'
import { applyEdits, finishEdits } from './edits.ts'
import { etagOf } from './etag.ts'
import { type WorkspaceFiles, createWorkspaceFiles } from './workspace-files.ts'

const OLD = '{"context":[]}'
const NEW = '{"context":[{"type":"text","text":"new"}]}'

let root: string
let files: WorkspaceFiles
const at = (file: string): string => join(root, file)
const textOf = (file: string): Promise<string> => readFile(at(file), 'utf8')
const hasIntent = (): boolean => existsSync(at('.ensemble/edits.intent.json'))

beforeEach(async () => {
  root = await makeWorkspace({ 'ideas/a.json': OLD, 'ideas/b.json': OLD })
  files = createWorkspaceFiles(root)
})
afterEach(() => rm(root, { recursive: true, force: true }))

describe('edits of several files', () => {
  test('write nothing if one of them fails, and leave nothing behind', async () => {
    await mkdir(at('ideas/folder.json'))
    const edits = ['a', 'folder', 'b'].map((name) => ({ file: `ideas/${name}.json`, text: NEW }))
    await expect(applyEdits(files, edits)).rejects.toMatchObject({
      code: 'name.invalid',
      message: 'ideas/folder.json is a folder, a pipe or a device, no file, and is left alone.',
    })
    expect([await textOf('ideas/a.json'), await textOf('ideas/b.json'), hasIntent()]).toEqual([OLD, OLD, false])
    expect(await readdir(at('ideas'))).toEqual(['a.json', 'b.json', 'folder.json'])
  })

  test('are put back where the disk refuses one after others were written', async () => {
    const refusing: WorkspaceFiles = {
      ...files,
      prepare: async (name, bytes) => {
        const write = await files.prepare(name, bytes)
        return name.name === 'c' ? { ...write, commit: () => Promise.reject(new Error('EIO')) } : write
      },
    }
    const edits = [
      { file: 'ideas/a.json', text: NEW },
      { file: 'ideas/b.json', text: null },
      { file: 'ideas/new.json', text: NEW },
      { file: 'ideas/c.json', text: NEW },
    ]
    await expect(applyEdits(refusing, edits)).rejects.toThrow('EIO')
    expect([await textOf('ideas/a.json'), await textOf('ideas/b.json'), hasIntent()]).toEqual([OLD, OLD, false])
    expect(await readdir(at('ideas'))).toEqual(['a.json', 'b.json'])
  })

  test('that a crash cut short leave alone files that someone changed since, and anything that isn’t a file', async () => {
    await mkdir(at('ideas/folder.json'))
    await mkdir(at('.ensemble'), { recursive: true })
    const intent = ['a', 'b', 'c', 'folder'].map((name) => ({
      file: `ideas/${name}.json`,
      text: NEW,
      before: name === 'a' || name === 'b' ? etagOf(OLD) : null,
    }))
    await writeFile(at('.ensemble/edits.intent.json'), JSON.stringify({ version: 1, edits: intent }))
    await writeFile(at('ideas/b.json'), '{"context":[],"title":"by hand"}')
    expect(await finishEdits(files)).toEqual(['ideas/a.json', 'ideas/c.json'])
    expect(await textOf('ideas/a.json')).toBe(NEW)
    expect(await textOf('ideas/b.json')).toContain('by hand')
    expect(await textOf('ideas/c.json')).toBe(NEW)
    expect(hasIntent()).toBe(false)
  })

  test('of ensemble.json that a crash cut short hold from the start', async () => {
    await mkdir(at('.ensemble'), { recursive: true })
    const text = JSON.stringify({ version: 1, name: 'renamed' })
    const edits = [
      {
        file: 'ensemble.json',
        text,
        before: (await files.read({ folder: null, name: 'ensemble.json', file: 'ensemble.json' }))?.etag,
      },
    ]
    await writeFile(at('.ensemble/edits.intent.json'), JSON.stringify({ version: 1, edits }))
    const server = await openTestServer(root)
    expect((await bodyOf(await server.ask('GET', '/api/session'))).name).toBe('renamed')
    await server.stop()
  })
})

test('an ensemble.json that breaks while a server runs is reported, and its earlier content still counts', async () => {
  const server = await openTestServer(root)
  await server.deps.warmUp()
  const broken = async (): Promise<unknown> => {
    const { problems } = await bodyOf(await server.ask('GET', '/api/graph'))
    return problems.find(({ file }: { readonly file?: string }) => file === 'ensemble.json')
  }
  expect(await broken()).toBeUndefined()
  await writeFile(at('ensemble.json'), '{"version":1')
  await expect.poll(broken).toMatchObject({ code: 'workspace.invalid', severity: 'error' })
  expect((await bodyOf(await server.ask('GET', '/api/session'))).name).toBe('test')
  await writeFile(at('ensemble.json'), '{"version":1,"name":"mended"}')
  await expect.poll(broken).toBeUndefined()
  expect((await bodyOf(await server.ask('GET', '/api/session'))).name).toBe('mended')
  await server.stop()
})

test('another program’s write before the files were followed counts once they are', async () => {
  const server = await openTestServer(root)
  await writeFile(at('ensemble.json'), '{"version":1,"name":"early"}')
  await writeFile(at('mcp.json'), '{"mcpServers":{"files":{"command":"true"}}}')
  await server.deps.warmUp()
  expect((await bodyOf(await server.ask('GET', '/api/session'))).name).toBe('early')
  const { servers } = await bodyOf(await server.ask('GET', '/api/mcp/servers'))
  expect(servers.map(({ name }: { readonly name: string }) => name)).toEqual(['files'])
  await server.stop()
})

test('text that no file can keep is refused rather than written as another', async () => {
  const server = await openTestServer(root)
  const edit = { file: 'ideas/c.json', ifMatch: null, text: '{"context":[],"title":"\ud800"}' }
  const response = await server.ask('POST', '/api/workspace/edits', { edits: [edit] })
  expect([response.status, (await bodyOf(response)).code, existsSync(at('ideas/c.json'))]).toEqual([
    400,
    'json.invalid',
    false,
  ])
  await server.stop()
})

test('a file in the place of a folder is reported on a write into it', async () => {
  await writeFile(at('tools'), '')
  const server = await openTestServer(root)
  const response = await server.ask(
    'PUT',
    '/api/tools/t',
    { type: 'object', description: 'T.' },
    { 'if-none-match': '*' },
  )
  expect([response.status, (await bodyOf(response)).detail]).toEqual([
    400,
    "tools isn't a folder, so tools/t.json cannot be written.",
  ])
  await server.stop()
})

test('a folder in the place of an Idea is reported on writing or running it', async () => {
  await mkdir(at('ideas/folder.json'))
  const server = await openTestServer(root)
  const edit = { file: 'ideas/folder.json', ifMatch: null, text: NEW }
  for (const response of [
    await server.ask('PUT', '/api/ideas/folder', NEW, { 'if-none-match': '*' }),
    await server.ask('POST', '/api/workspace/edits', { edits: [edit] }),
  ])
    expect([response.status, (await bodyOf(response)).code]).toEqual([400, 'name.invalid'])
  for (const path of ['/api/runs', '/api/compose'])
    expect(await bodyOf(await server.ask('POST', path, { idea: 'folder' }))).toMatchObject({
      status: 422,
      detail: "ideas/folder.json: This isn't a file, so it is not read. Give it another name, or put it elsewhere.",
    })
  await server.stop()
})
