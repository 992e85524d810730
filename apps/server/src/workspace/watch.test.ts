import { mkdir, mkdtemp, realpath, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { etagOf } from './etag.ts'
import { followFolders } from './follow-folders.ts'
import { type Watching, watchWorkspace } from './watch.ts'

let root = ''
let watching: Watching | undefined
/** The latest content of each file, and the files of all notices. */
let told = new Map<string, string | null>()
let gaps = 0

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'ensemble-watch-')))
  await mkdir(join(root, 'ideas'))
  await write('ensemble.json', '{}')
  await write('ideas/known.json', '{}')
  told = new Map()
  gaps = 0
})
afterEach(async () => {
  watching?.close()
  await rm(root, { recursive: true, force: true })
})

const write = (file: string, text: string): Promise<void> => writeFile(join(root, file), text)
const begin = async (): Promise<void> => {
  watching = await watchWorkspace({
    root,
    onChange: (file, etag) => void told.set(file, etag),
    onGap: () => void gaps++,
  })
}
/** Waits until exactly this is known of the reported files. */
const expectTold = (files: { readonly [file: string]: string | null }): Promise<void> =>
  expect
    .poll(() => Object.fromEntries(told))
    .toEqual(
      Object.fromEntries(Object.entries(files).map(([file, text]) => [file, text === null ? null : etagOf(text)])),
    )

describe('a workspace that is watched', () => {
  test('does not list .ensemble again when the database in it is written', async () => {
    await mkdir(join(root, '.ensemble'))
    await write('.ensemble/layout.json', '{}')
    const looked: string[] = []
    const files: string[] = []
    const leave = await followFolders({
      root,
      isFollowed: (path) => {
        looked.push(path)
        return path === '' || path === '.ensemble' || path === '.ensemble/layout.json'
      },
      onFile: (file) => void files.push(file),
      onGap: () => void gaps++,
    })
    try {
      looked.length = 0
      for (let n = 0; n < 20; n++) await write(`.ensemble/ensemble.db${n % 2 === 0 ? '' : '-wal'}`, String(n))
      await write('.ensemble/layout.json', '{"a":1}')
      await expect.poll(() => files).toEqual(['.ensemble/layout.json'])
      // A listing would look at everything in the workspace's folder or in .ensemble.
      expect(new Set(looked)).toEqual(
        new Set(['.ensemble/ensemble.db', '.ensemble/ensemble.db-wal', '.ensemble/layout.json']),
      )
    } finally {
      leave()
    }
  })

  test('tells of files that were written, came and went, and of none that was there', async () => {
    await begin()
    await write('ideas/known.json', '{"a":1}')
    await write('ideas/other.json', '{"b":1}')
    await write('ensemble.json', '{"version":1}')
    await expectTold({ 'ideas/known.json': '{"a":1}', 'ideas/other.json': '{"b":1}', 'ensemble.json': '{"version":1}' })
    await rm(join(root, 'ideas/known.json'))
    await expectTold({ 'ideas/known.json': null, 'ideas/other.json': '{"b":1}', 'ensemble.json': '{"version":1}' })
    expect(gaps).toBe(0)
  })

  test('tells of a file in whose place another is put, as editors save', async () => {
    await begin()
    await write('ideas/known.json.tmp', '{"a":2}')
    await rename(join(root, 'ideas/known.json.tmp'), join(root, 'ideas/known.json'))
    await expectTold({ 'ideas/known.json': '{"a":2}' })
  })

  test('tells of the files of a folder that comes later, goes, and comes back', async () => {
    await begin()
    await mkdir(join(root, 'tools'))
    await write('tools/look.json', '{}')
    await expectTold({ 'tools/look.json': '{}' })
    await rename(join(root, 'tools'), join(root, 'elsewhere'))
    await expectTold({ 'tools/look.json': null })
    await rename(join(root, 'elsewhere'), join(root, 'tools'))
    await expectTold({ 'tools/look.json': '{}' })
    await write('tools/look.json', '{"type":"object"}')
    await expectTold({ 'tools/look.json': '{"type":"object"}' })
  })

  test('tells what changed where another folder is put in the place of one', async () => {
    await mkdir(join(root, 'next'))
    await write('next/new.json', '{"n":1}')
    await begin()
    await rename(join(root, 'ideas'), join(root, 'before'))
    await rename(join(root, 'next'), join(root, 'ideas'))
    await expectTold({ 'ideas/known.json': null, 'ideas/new.json': '{"n":1}' })
    await write('before/known.json', '{"a":3}')
    await write('ideas/new.json', '{"n":2}')
    await expectTold({ 'ideas/known.json': null, 'ideas/new.json': '{"n":2}' })
  })

  test('tells of code in folders below, and not of what code installs', async () => {
    await mkdir(join(root, 'activities/shared'), { recursive: true })
    await begin()
    await mkdir(join(root, 'activities/node_modules'))
    await write('activities/node_modules/library.js', '1')
    await write('activities/shared/clock.js', 'export const now = 1')
    await mkdir(join(root, 'activities/later/below'), { recursive: true })
    await write('activities/later/below/clock.js', '2')
    await expectTold({ 'activities/shared/clock.js': 'export const now = 1', 'activities/later/below/clock.js': '2' })
  })

  test('tells of a file behind a link', async () => {
    await write('shared.json', '{}')
    await symlink(join(root, 'shared.json'), join(root, 'ideas/linked.json'))
    await begin()
    await write('shared.json', '{"a":4}')
    await expectTold({ 'ideas/linked.json': '{"a":4}' })
  })

  test('does not tell of the database, of other folders, or of what came and went at once', async () => {
    await mkdir(join(root, '.ensemble'))
    await mkdir(join(root, 'docs'))
    await begin()
    await write('.ensemble/ensemble.db', 'x')
    await write('docs/page.json', '{}')
    await write('ideas/4913', '')
    await rm(join(root, 'ideas/4913'))
    await write('.ensemble/layout.json', '{}')
    await expectTold({ '.ensemble/layout.json': '{}' })
  })

  test('tells of hundreds of files that come at once', async () => {
    await begin()
    const names = Array.from({ length: 400 }, (_, at) => `ideas/many${at}.json`)
    await Promise.all(names.map((name) => write(name, name)))
    await expectTold(Object.fromEntries(names.map((name) => [name, name])))
  })
})
