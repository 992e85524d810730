import { mkdtemp, mkdir, readFile, rename, rm, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { KnownFiles } from './folder-files.ts'
import { createWorkspaceFiles } from './workspace-files.ts'

let root = ''
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'ensemble-files-'))
  await mkdir(join(root, 'ideas'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

/** Long enough ago that another change would show. */
const AN_HOUR_AGO = new Date(Date.now() - 3_600_000)
const put = async (name: string, text: string, at: Date | undefined): Promise<void> => {
  const path = join(root, 'ideas', `${name}.json`)
  await writeFile(path, text)
  if (at !== undefined) await utimes(path, at, at)
}

/** Lists again and again, and says each time what was read and which files had to be. */
const createLister = () => {
  const files = createWorkspaceFiles(root)
  const known: KnownFiles<string> = new Map()
  return async (changed?: ReadonlySet<string>) => {
    const read: string[] = []
    const make = ({ name, bytes }: { readonly name: string; readonly bytes: Uint8Array }): string => {
      read.push(name)
      return Buffer.from(bytes).toString()
    }
    const { files: listed } = await files.listAs('ideas', known, make, changed)
    // Files are read at the same time, in no order.
    return { listed, read: read.toSorted(), known }
  }
}

/** As if the last change were longer ago than its clock can tell apart. */
const settled = async (run: () => Promise<void>): Promise<void> => {
  const { now } = Date
  Date.now = () => now() + 10_000
  try {
    await run()
  } finally {
    Date.now = now
  }
}

describe('listing files again', () => {
  test('reads a file that changed and not the others', () =>
    settled(async () => {
      await put('a', '{"a":1}', undefined)
      await put('b', '{"b":1}', undefined)
      const list = createLister()
      // Several at once, in whatever order the disk gives them.
      expect((await list()).read.toSorted()).toEqual(['a', 'b'])
      expect(await list()).toMatchObject({ read: [], listed: ['{"a":1}', '{"b":1}'] })
      await put('b', '{"b":2}', undefined)
      expect(await list()).toMatchObject({ read: ['b'], listed: ['{"a":1}', '{"b":2}'] })
    }))

  test('reads a file again that another of the same size and time took the place of', () =>
    settled(async () => {
      await put('a', '{"a":1}', AN_HOUR_AGO)
      const list = createLister()
      await list()
      const other = join(root, 'other')
      await writeFile(other, '{"a":2}')
      await utimes(other, AN_HOUR_AGO, AN_HOUR_AGO)
      await rename(other, join(root, 'ideas/a.json'))
      expect(await list()).toMatchObject({ read: ['a'], listed: ['{"a":2}'] })
    }))

  test('reads a file again that changed a moment ago: it may change once more within the same tick', async () => {
    await put('a', '{"a":1}', undefined)
    const list = createLister()
    await list()
    expect(await list()).toMatchObject({ read: ['a'] })
  })

  test('always reads what is behind a link', () =>
    settled(async () => {
      await writeFile(join(root, 'behind.json'), '{"a":1}')
      await symlink(join(root, 'behind.json'), join(root, 'ideas/a.json'))
      const list = createLister()
      await list()
      expect(await list()).toMatchObject({ read: ['a'], listed: ['{"a":1}'] })
      expect(await readFile(join(root, 'ideas/a.json'), 'utf8')).toBe('{"a":1}')
    }))

  test('forgets a file that is gone, and reads it once it is back', () =>
    settled(async () => {
      await put('a', '{"a":1}', AN_HOUR_AGO)
      const list = createLister()
      await list()
      await rm(join(root, 'ideas/a.json'))
      expect(await list()).toMatchObject({ read: [], listed: [], known: new Map() })
      await put('a', '{"a":1}', AN_HOUR_AGO)
      expect(await list()).toMatchObject({ read: ['a'] })
    }))

  test('looks only at the files that are reported as changed, and at new ones', () =>
    settled(async () => {
      await put('a', '{"a":1}', undefined)
      await put('b', '{"b":1}', undefined)
      const list = createLister()
      await list()
      await Promise.all([put('a', '{"a":2}', undefined), put('b', '{"b":2}', undefined), put('c', '{}', undefined)])
      const told = await list(new Set(['ideas/b.json']))
      expect(told).toMatchObject({ read: ['b', 'c'], listed: ['{"a":1}', '{"b":2}', '{}'] })
      // Without notices, it looks at all of them.
      expect(await list()).toMatchObject({ read: ['a'], listed: ['{"a":2}', '{"b":2}', '{}'] })
    }))
})
