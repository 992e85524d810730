import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { etagOf } from './etag.ts'
import { MANY_FILES, readMany } from './read-many.ts'
import { createWorkspaceFiles } from './workspace-files.ts'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'ensemble-many-'))
  await mkdir(join(root, 'ideas'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

const nameOf = (n: number): string => `idea${String(n).padStart(4, '0')}`
const textOf = (n: number): string => JSON.stringify({ context: [], title: `№ ${n}`.repeat(1 + (n % 50)) })
const put = (name: string, text: string): Promise<void> => writeFile(join(root, 'ideas', `${name}.json`), text)

describe('Thousands of files', () => {
  test('are listed as a few are, links and large files included, and folders left out', async () => {
    const wanted = new Map(Array.from({ length: MANY_FILES + 100 }, (_, n) => [nameOf(n), textOf(n)]))
    wanted.set('large', JSON.stringify('x'.repeat(200_000))).set('empty', '')
    for (const [name, text] of wanted) await put(name, text)
    await writeFile(join(root, 'behind.json'), '"behind"')
    await symlink(join(root, 'behind.json'), join(root, 'ideas/link.json'))
    await mkdir(join(root, 'ideas/folder.json'))
    wanted.set('link', '"behind"')
    const { files, unread } = await createWorkspaceFiles(root).list('ideas')
    expect(unread).toEqual([])
    expect(files.map(({ name }) => name)).toEqual([...wanted.keys()].sort())
    for (const { name, file, bytes, etag } of files) {
      expect(Buffer.from(bytes).toString()).toBe(wanted.get(name))
      expect([file, etag]).toEqual([`ideas/${name}.json`, etagOf(bytes)])
    }
  })

  test('are read in a thread without what only the caller can judge', async () => {
    await put('one', '1')
    await put('large', ' '.repeat(65_537))
    await mkdir(join(root, 'ideas/folder.json'))
    const found: string[] = []
    for await (const files of readMany(join(root, 'ideas'), ['folder', 'gone', 'large', 'one']))
      found.push(...files.map(({ name, bytes }) => `${name} ${Buffer.from(bytes).toString()}`))
    expect(found).toEqual(['one 1'])
  })
})
