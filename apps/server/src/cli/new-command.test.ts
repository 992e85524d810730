import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import gallery from '../../../../examples/gallery.json' with { type: 'json' }
import { checkWorkspace } from '../workspace/choose-workspace.ts'
import { runCommandLine } from './command-line.ts'
import { COMMANDS } from './commands.ts'
import { completeWords } from './completion.ts'

let home: string
let printed: string[]

beforeEach(async () => {
  printed = []
  vi.spyOn(console, 'log').mockImplementation((text: unknown) => void printed.push(String(text)))
  home = await mkdtemp(join(tmpdir(), 'ensemble-new-'))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(home, { recursive: true, force: true, maxRetries: 3 })
})

describe('ensemble new', () => {
  test('turns a folder into a workspace with its name and one Idea, and says how to serve it', async () => {
    const folder = join(home, 'mine')
    expect(await runCommandLine(['new', folder])).toBe(0)
    expect(printed.at(-1)).toBe(`ensemble serve --workspace ${folder}`)
    expect(JSON.parse(await readFile(join(folder, 'ensemble.json'), 'utf8'))).toEqual({ version: 1, name: 'mine' })
    expect(await readdir(join(folder, 'ideas'))).toEqual(['assistant.json'])
    expect(await runCommandLine(['validate', '--workspace', folder])).toBe(0)
    expect(await readdir(home)).toEqual(['mine'])
  })

  test('tells VS Code which schema each file has, with the schemas in the workspace', async () => {
    const folder = join(home, 'mine')
    expect(await runCommandLine(['new', folder])).toBe(0)
    const settings: { 'json.schemas': { fileMatch: string[]; url: string }[] } = JSON.parse(
      await readFile(join(folder, '.vscode/settings.json'), 'utf8'),
    )
    expect(settings['json.schemas'].map(({ fileMatch }) => fileMatch[0])).toEqual([
      '/ideas/*.json',
      '/tools/*.json',
      '/ensemble.json',
    ])
    for (const { url } of settings['json.schemas'])
      expect(JSON.parse(await readFile(join(folder, url), 'utf8'))).toMatchObject({
        $id: expect.stringMatching(/^urn:ensemble:schema:\w+:1$/),
      })
  })

  test('fills an empty folder, with a template where one is named', async () => {
    const folder = join(home, 'desk')
    await mkdir(folder)
    expect(await runCommandLine(['new', folder, '--template', 'support', '--json'])).toBe(0)
    expect(JSON.parse(printed.join(''))).toEqual({ workspace: folder, template: 'support', idea: 'desk' })
    expect(await readdir(folder)).toEqual(expect.arrayContaining(['activities', 'data', 'ensemble.json', 'ideas']))
    expect(await readdir(home)).toEqual(['desk'])
  })

  test('fills a repository without files, and leaves the repository as it is', async () => {
    const folder = join(home, 'cloned')
    await mkdir(join(folder, '.git'), { recursive: true })
    await writeFile(join(folder, '.git/HEAD'), 'ref: refs/heads/main')
    expect(await runCommandLine(['new', folder])).toBe(0)
    expect(await readdir(folder)).toEqual(expect.arrayContaining(['.ensemble', '.git', 'ensemble.json', 'ideas']))
    expect(await readFile(join(folder, '.git/HEAD'), 'utf8')).toBe('ref: refs/heads/main')
    expect(await readFile(join(folder, '.ensemble/.gitignore'), 'utf8')).toContain('*')
  })

  test.runIf(process.platform === 'linux')('says at once where no folder can be made', async () => {
    await expect(runCommandLine(['new', '/proc/ensemble/mine'])).rejects.toMatchObject({ code: 'engine.storage' })
  })

  test('leaves a folder with files as it is, and makes nothing of an unknown template', async () => {
    await writeFile(join(home, 'notes.txt'), 'mine')
    await expect(runCommandLine(['new', home])).rejects.toMatchObject({ code: 'name.taken' })
    await expect(runCommandLine(['new', join(home, 'x'), '--template', 'none'])).rejects.toMatchObject({
      code: 'usage',
    })
    expect(await readdir(home)).toEqual(['notes.txt'])
  })

  test('is the advice for a folder that isn’t a workspace', async () => {
    await expect(checkWorkspace(home)).rejects.toThrow(`ensemble new ${home} makes`)
    await expect(checkWorkspace(join(home, 'none'))).rejects.toThrow(`ensemble new ${join(home, 'none')} makes`)
  })

  test('completes the templates of the gallery', async () => {
    const commands = [...COMMANDS.values()]
    const offered = await completeWords(['new', 'mine', '--template', ''], commands, async () => [])
    expect(offered.map(({ value }) => value)).toEqual(gallery.map(({ name }) => name))
  })
})
