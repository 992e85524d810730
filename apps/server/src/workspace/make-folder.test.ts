import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { makeFolder } from './make-folder.ts'

test('a folder is made with those above it, by several at a time, and may be there already', async () => {
  const root = await mkdtemp(join(tmpdir(), 'ensemble-folder-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  const path = join(root, 'a', 'b', 'c')
  await Promise.all([makeFolder(path), makeFolder(path), makeFolder(join(root, 'a', 'd'))])
  await makeFolder(path)
  expect((await stat(path)).isDirectory()).toBe(true)
  await writeFile(join(root, 'file'), '')
  await expect(makeFolder(join(root, 'file'))).rejects.toMatchObject({ code: 'ENOTDIR' })
  await expect(makeFolder(join(root, 'file', 'x'))).rejects.toMatchObject({ code: 'ENOTDIR' })
})

test.runIf(process.platform === 'linux')(
  'if a folder can’t be made, the error has the system’s own reason, immediately',
  async () => {
    await expect(makeFolder('/proc/ensemble/x/y')).rejects.toMatchObject({ code: 'ENOENT', path: '/proc/ensemble' })
  },
)
