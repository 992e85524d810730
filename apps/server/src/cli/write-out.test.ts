import { chmod, mkdir, mkdtemp, readFile, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { writeOut } from './write-out.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ensemble-out-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('a file that a command writes', () => {
  test('is there as a whole, keeps its mode, and through a link is the file that the link names', async () => {
    const file = join(folder, 'run.json')
    await writeFile(file, 'old')
    await chmod(file, 0o600)
    await symlink(file, join(folder, 'link'))
    await writeOut(join(folder, 'link'), 'new')
    expect(await readFile(file, 'utf8')).toBe('new')
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['link', 'run.json'])
  })

  test('is refused in one sentence if its folder is missing, a file, or the name is a folder', async () => {
    await writeFile(join(folder, 'file'), '')
    for (const [path, reason] of [
      ['nowhere/x.zip', /x\.zip cannot be written: its folder is missing/],
      ['file/x.zip', /a part of this path is a file, not a folder/],
      ['', /is a folder: name a file/],
    ] as const)
      await expect(writeOut(join(folder, path), 'x')).rejects.toMatchObject({
        code: 'engine.storage',
        message: expect.stringMatching(reason),
      })
    expect(await readdir(folder)).toEqual(['file'])
  })

  test('is refused where it would replace a file of a workspace', async () => {
    await mkdir(join(folder, 'ideas'))
    for (const file of ['ensemble.json', 'ideas/desk.json']) await writeFile(join(folder, file), 'mine')
    for (const file of ['ensemble.json', 'ideas/desk.json', '.ensemble/ensemble.db'])
      await expect(writeOut(join(folder, file), 'x')).rejects.toMatchObject({
        code: 'usage',
        message: `${join(folder, file)} is a file of the workspace ${folder}: name another file to write to.`,
      })
    expect(await readFile(join(folder, 'ensemble.json'), 'utf8')).toBe('mine')
    for (const file of ['report.sarif', 'ideas/new.txt']) await writeOut(join(folder, file), 'x')
    expect(await readFile(join(folder, 'ideas/new.txt'), 'utf8')).toBe('x')
  })

  test.runIf(process.platform === 'linux')('reports a full disk, and writes to a device directly', async () => {
    await expect(writeOut('/dev/full', 'x')).rejects.toMatchObject({
      message: 'The disk of /dev/full is full: free some space and try again. Nothing was lost.',
    })
    await expect(writeOut('/dev/null', 'x')).resolves.toBeUndefined()
  })
})
