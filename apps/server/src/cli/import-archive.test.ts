import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { GREETER_FILES, TALKER } from '../testing/ideas.ts'
import { makeWorkspace } from '../testing/test-server.ts'
import { runCommandLine } from './command-line.ts'

let root: string
let printed: string[]
let told: string[]
let outside: string

beforeEach(async () => {
  printed = []
  told = []
  vi.spyOn(console, 'log').mockImplementation((text: unknown) => void printed.push(String(text)))
  vi.spyOn(console, 'error').mockImplementation((text: unknown) => void told.push(String(text)))
  root = await makeWorkspace({ ...GREETER_FILES, '.ensemble/layout.json': { nodes: {} }, 'README.md': '# Greeter' })
  outside = join(root, '..', `${basename(root)}-beside`)
  await mkdir(outside)
})
afterEach(async () => {
  vi.restoreAllMocks()
  for (const folder of [root, outside]) await rm(folder, { recursive: true, force: true, maxRetries: 3 })
})

const pack = async (): Promise<string> => {
  const file = join(outside, 'workspace.zip')
  expect(await runCommandLine(['export', '.', '--to', 'zip', '--out', file, '--workspace', root])).toBe(0)
  printed = []
  return file
}
const contentsOf = async (folder: string): Promise<Readonly<Record<string, string>>> => {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
  return Object.fromEntries(
    await Promise.all(names.toSorted().map(async (name) => [name, await readFile(join(folder, name), 'utf8')])),
  )
}

describe('a packed workspace', () => {
  test('is unpacked into its own folder, byte for byte, with its code named and nothing run', async () => {
    const file = await pack()
    const to = join(outside, 'copy')
    expect(await runCommandLine(['import', file, '--to', to])).toBe(0)
    expect(printed.join('\n')).toContain(`ensemble serve --workspace ${to}`)
    expect(told.join('\n')).toContain('activities/greet.ts')
    const unpacked = await contentsOf(to)
    const packed = Object.entries(unzipSync(await readFile(file)))
    const { '.ensemble/.gitignore': ignored, ...own } = unpacked
    expect(ignored).toContain('*')
    expect(own).toEqual(Object.fromEntries(packed.map(([name, bytes]) => [name, new TextDecoder().decode(bytes)])))
    expect(Object.keys(unpacked)).toContain('.ensemble/layout.json')
    expect(await runCommandLine(['run', 'greeter', '--workspace', to])).toBe(0)
  })

  test('never goes into a folder that holds something; what is there is named', async () => {
    const file = await pack()
    await expect(runCommandLine(['import', file, '--to', root])).rejects.toMatchObject({
      code: 'name.taken',
      message: expect.stringMatching(/is not empty; there already: .*ensemble\.json.*Nothing was imported/),
    })
    await expect(runCommandLine(['import', file, '--to', file])).rejects.toMatchObject({ code: 'usage' })
  })

  test('that isn’t a workspace, or holds hidden files, leaves only a workspace’s files', async () => {
    const bare = join(outside, 'bare.zip')
    await writeFile(bare, zipSync({ 'ideas/one.json': strToU8(JSON.stringify(TALKER)) }))
    await expect(runCommandLine(['import', bare, '--to', join(outside, 'bare')])).rejects.toMatchObject({
      code: 'archive.invalid',
    })
    const odd = join(outside, 'odd.zip')
    const manifest = strToU8('{ "version": 1, "name": "odd" }')
    await writeFile(odd, zipSync({ 'ensemble.json': manifest, '.git/hooks/post-checkout': strToU8('#!/bin/sh') }))
    expect(await runCommandLine(['import', odd, '--to', join(outside, 'odd')])).toBe(0)
    expect(Object.keys(await contentsOf(join(outside, 'odd')))).toEqual(['.ensemble/.gitignore', 'ensemble.json'])
    expect(told.join('\n')).toContain('not imported  .git/hooks/post-checkout')
    expect((await readdir(outside)).toSorted()).toEqual(['bare.zip', 'odd', 'odd.zip'])
  })

  test('gives a workspace its Ideas, or says in one sentence why not', async () => {
    const file = await pack()
    const other = await makeWorkspace()
    try {
      expect(await runCommandLine(['import', file, '--workspace', other])).toBe(0)
      expect(printed).toContain('ideas/greeter.json')
      expect(told.join('\n')).toContain('not imported  activities/greet.ts  it is code')
      printed = []
      expect(await runCommandLine(['import', file, '--workspace', other, '--json'])).toBe(0)
      expect(JSON.parse(printed.join(''))).toMatchObject({ files: [], unchanged: ['ideas/greeter.json'] })
      await writeFile(join(other, 'ideas/greeter.json'), JSON.stringify(TALKER))
      await expect(runCommandLine(['import', file, '--workspace', other])).rejects.toMatchObject({
        code: 'name.taken',
        message: expect.stringContaining('ideas/greeter.json'),
      })
      await expect(
        runCommandLine(['import', join(root, 'README.md'), '--to', join(outside, 'x')]),
      ).rejects.toMatchObject({ code: 'usage', message: expect.stringContaining("isn't a zip archive") })
    } finally {
      await rm(other, { recursive: true, force: true, maxRetries: 3 })
    }
  })
})
