import { type Stats, lstatSync } from 'node:fs'
import { appendFile, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { lookAt, readLookedAt } from './plain-file.ts'

let folder = ''
let path = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ensemble-plain-'))
  path = join(folder, 'file')
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const textAfter = async (change: () => Promise<void>): Promise<string> => {
  const stats = lstatSync(path)
  await change()
  return Buffer.from(await readLookedAt(path, stats)).toString()
}

describe('a file that was looked at', () => {
  test.each(['', 'a', 'ä'.repeat(5000), 'x'.repeat(1024 * 1024 + 1)])('is read whole', async (text) => {
    await writeFile(path, text)
    expect(await textAfter(async () => undefined)).toBe(text)
  })

  test('is read as it is now where it grew or shrank in the meantime', async () => {
    await writeFile(path, 'long')
    expect(await textAfter(() => appendFile(path, ' and longer'))).toBe('long and longer')
    expect(await textAfter(() => truncate(path, 2))).toBe('lo')
  })

  test('is refused with the error of the system where it cannot be read', async () => {
    const stats: Stats = lstatSync(folder)
    await expect(readLookedAt(join(folder, 'gone'), stats)).rejects.toMatchObject({ code: 'ENOENT' })
    await expect(readLookedAt(folder, stats)).rejects.toMatchObject({ code: 'EISDIR' })
  })

  test('is not found if the path is empty', async () => {
    expect(await lookAt(path)).toBeUndefined()
    await writeFile(path, '{}')
    expect((await lookAt(path))?.size).toBe(2)
  })
})
