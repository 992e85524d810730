import { execFile, execFileSync } from 'node:child_process'
import { mkdir, open, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { TALKER } from '../testing/ideas.ts'
import { makeWorkspace } from '../testing/test-server.ts'
import { readCode } from './workspace-code.ts'
import { atomicWrite } from './atomic-write.ts'
import { checkWorkspace, chooseWorkspace } from './choose-workspace.ts'
import { finishEdits } from './edits.ts'
import { FOLDERS, fileName } from './names.ts'
import { takeOwnership } from './owner.ts'
import { createWorkspaceFiles } from './workspace-files.ts'

const inWorkspace = async (files: Parameters<typeof makeWorkspace>[0], work: (root: string) => Promise<void>) => {
  const root = await makeWorkspace(files)
  try {
    await work(root)
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

describe('a workspace', () => {
  test('is a folder with ensemble.json; anything else is named in one sentence', async () => {
    await expect(checkWorkspace('/nowhere/at/all')).rejects.toThrow('There is no folder /nowhere/at/all')
    await inWorkspace({}, async (root) => {
      await rm(join(root, 'ensemble.json'))
      await expect(checkWorkspace(root)).rejects.toThrow('is not a workspace: it has no ensemble.json')
    })
  })

  test('without a name is the user’s copy of the sample, made once', () =>
    inWorkspace({ 'ideas/one.json': TALKER, '.ensemble/ensemble.db': 'x' }, (bundled) =>
      inWorkspace({}, async (home) => {
        const { root } = await chooseWorkspace(undefined, tmpdir(), { bundled, dataHome: home })
        await writeFile(join(root, 'ideas/one.json'), 'mine')
        await chooseWorkspace(undefined, tmpdir(), { bundled, dataHome: home })
        expect(await readFile(join(root, 'ideas/one.json'), 'utf8')).toBe('mine')
        await expect(readFile(join(root, '.ensemble/ensemble.db'))).rejects.toThrow('ENOENT')
      }),
    ))

  test('serves its files next to a folder, a pipe, links that lead nowhere or in a circle with such names', () =>
    inWorkspace({ 'ideas/one.json': TALKER }, async (root) => {
      const at = (name: string): string => join(root, 'ideas', `${name}.json`)
      await mkdir(at('folder'))
      await symlink(at('circle'), at('circle'))
      await symlink(join(root, 'nowhere'), at('nowhere'))
      await symlink('/etc/hostname', at('outside'))
      await promisify(execFile)('mkfifo', [at('pipe')])
      const files = createWorkspaceFiles(root)
      expect((await files.list('ideas')).files.map(({ name }) => name)).toEqual(['one'])
      for (const name of ['folder', 'circle', 'nowhere', 'outside', 'pipe'])
        expect(await files.read(fileName('ideas', name)), name).toBeUndefined()
      await expect(files.write(fileName('ideas', 'circle'), new Uint8Array())).rejects.toThrow('is left alone')
    }))

  test('says why each similar file isn’t part of it, and what to do', () =>
    inWorkspace({ 'ideas/one.json': TALKER, 'ideas/Café Support Desk.json': TALKER }, async (root) => {
      await mkdir(join(root, 'cases'))
      for (const file of ['ideas/con.json', 'ideas/.hidden.json', 'ideas/notes.md', 'cases/1.json'])
        await writeFile(join(root, file), '{}')
      await mkdir(join(root, 'ideas/folder.json'))
      await symlink('one.json', join(root, 'ideas/inside.json'))
      await symlink('/etc/hostname', join(root, 'ideas/outside.json'))
      await symlink('circle.json', join(root, 'ideas/circle.json'))
      const files = createWorkspaceFiles(root)
      const found = await Promise.all(FOLDERS.map((folder) => files.strays(folder)))
      expect(found.flat().map(({ file, message }) => [file, message])).toEqual([
        ['ideas/Café Support Desk.json', expect.stringContaining('such as Cafe-Support-Desk.json')],
        ['ideas/circle.json', expect.stringContaining('Put the file itself in its place')],
        ['ideas/con.json', expect.stringContaining('Windows reserves its name')],
        ['ideas/folder.json', expect.stringContaining('a file')],
        ['ideas/outside.json', expect.stringContaining('Put the file itself in its place')],
        ['cases/1.json', expect.stringContaining('because of its name')],
      ])
    }))

  test('has one owner at a time, who says where it answers', () =>
    inWorkspace({}, async (root) => {
      const first = await takeOwnership(root)
      if (!first.owned) throw new Error('no other process is there')
      const server = { url: 'http://127.0.0.1:1', pid: process.pid, version: '0' }
      await first.announce(server)
      expect((await stat(join(root, '.ensemble/server.json'))).mode & 0o777).toBe(0o600)
      expect(await takeOwnership(root)).toEqual({ owned: false, server })
      await first.release()
      const second = await takeOwnership(root)
      expect(second.owned).toBe(true)
      if (second.owned) await second.release()
    }))

  test('is owned over a lock file of which a crash left nothing but bytes, once', () =>
    inWorkspace({}, async (root) => {
      const lockFile = join(root, '.ensemble/lock')
      await atomicWrite(lockFile, 'garbage'.repeat(2000))
      const first = await takeOwnership(root)
      expect(first.owned).toBe(true)
      if (!first.owned) return
      await first.announce({ url: 'http://127.0.0.1:1', pid: process.pid, version: '0' })
      // Its content does not matter: the lock is on the file.
      const file = await open(lockFile, 'r+')
      await file.write('garbage')
      await file.close()
      expect(await takeOwnership(root)).toMatchObject({ owned: false })
      await first.release()
    }))

  test('finishes at its start the edits that a crash cut short', () =>
    inWorkspace({ 'ideas/old.json': TALKER }, async (root) => {
      const edits = [
        { file: 'ideas/old.json', text: null },
        { file: 'ideas/new.json', text: '{}' },
        { file: '../outside.json', text: 'no' },
      ]
      await atomicWrite(join(root, '.ensemble/edits.intent.json'), JSON.stringify({ version: 1, edits }))
      const files = createWorkspaceFiles(root)
      await finishEdits(files)
      expect((await files.list('ideas')).files.map(({ name }) => name)).toEqual(['new'])
      expect(await finishEdits(files)).toEqual([])
    }))
})

describe('activities', () => {
  const CONTEXT = expect.anything() as never

  test('that wait for ever while their file is loaded fail their Call, and the others serve', () =>
    inWorkspace(
      {
        'activities/stuck.js': `await new Promise(() => undefined); export const never = () => 1`,
        'activities/other.js': `export const other = () => 1`,
      },
      async (root) => {
        const message = 'It is not loaded after 1.5 s: its top-level code waits for something.'
        const learnt: unknown[] = []
        const code = await readCode(root, { mostLoadMs: 1500, onLearnt: () => learnt.push(code.activities().problems) })
        const { names, problems, get } = code.activities()
        expect([names, problems]).toEqual([['other', 'never'], []])
        expect(await get('other')?.run({}, CONTEXT)).toBe(1)
        await expect(get('never')?.run({}, CONTEXT)).rejects.toThrow(
          `activities/stuck.js could not be loaded: ${message}`,
        )
        expect(learnt).toEqual([[{ code: 'activity.broken', file: 'activities/stuck.js', message }]])
      },
    ))

  test.each([
    ['export const then = () => 1; export const other = () => 1'],
    ['export default { then: () => 1, other: () => 1 }'],
    ['module.exports = { then() {}, other() {} }'],
  ])('called then are refused with their file, which JavaScript would wait for: %s', (text) =>
    inWorkspace({ 'activities/late.js': text, 'activities/one.js': 'export const one = () => 1' }, async (root) => {
      const { get, problems } = (await readCode(root)).activities()
      expect(problems).toEqual([
        { code: 'activity.broken', file: 'activities/late.js', message: expect.stringContaining('It exports `then`') },
      ])
      await expect(get('other')?.run({}, CONTEXT)).rejects.toThrow(
        'activities/late.js could not be loaded: It exports `then`',
      )
      expect(await get('one')?.run({}, CONTEXT)).toBe(1)
    }),
  )

  test('called then by a computed name are refused with their file once it has run', () =>
    inWorkspace(
      {
        'activities/late.js': 'export default Object.fromEntries([["then", () => 1], ["other", () => 1]])',
        'activities/one.js': 'export const one = () => 1',
      },
      async (root) => {
        const code = await readCode(root)
        await code.nameAll()
        const { names, problems } = code.activities()
        expect(names).toEqual(['one'])
        expect(problems).toEqual([
          {
            code: 'activity.broken',
            file: 'activities/late.js',
            message: expect.stringContaining('It exports `then`'),
          },
        ])
      },
    ))

  test('that is a folder or a pipe by its name is a problem, and the others serve', () =>
    inWorkspace({ 'activities/other.js': `export const other = () => 1` }, async (root) => {
      await mkdir(join(root, 'activities/folder.ts'))
      const pipe = process.platform === 'win32' ? [] : ['activities/pipe.ts']
      for (const file of pipe) execFileSync('mkfifo', [join(root, file)])
      const { names, problems } = (await readCode(root)).activities()
      expect(names).toEqual(['other'])
      expect(problems).toEqual(
        ['activities/folder.ts', ...pipe].map((file) => ({
          code: 'activity.broken',
          file,
          message: "This isn't a file, so it is not read.",
        })),
      )
    }))

  test('are the exported functions of the folder; a file that cannot be read is a problem and the others serve', () =>
    inWorkspace(
      {
        'activities/one.ts': `import { needsApproval } from '@ensemble/core'
          export const first = (call: { a: number }) => call.a
          export default { second: () => needsApproval('why').message, notCode: 1 }`,
        'activities/broken.js': `export const third = `,
        'activities/deep.js': `export const deep = ${'['.repeat(100_000)}${']'.repeat(100_000)}`,
        'activities/one.test.ts': `throw new Error("a test isn't an activity")`,
      },
      async (root) => {
        const activities = (await readCode(root)).activities()
        expect(activities.names).toEqual(['second', 'first'])
        expect(await activities.get('second')?.run({}, CONTEXT)).toBe('why')
        expect(activities.get('first')?.hash).toMatch(/^[0-9a-f]{64}$/)
        expect(activities.problems).toEqual([
          { code: 'activity.broken', file: 'activities/broken.js', message: 'Line 1, column 22: Unexpected token.' },
          { code: 'activity.broken', file: 'activities/deep.js', message: 'Its code is nested too deeply to be read.' },
        ])
      },
    ))

  test('have their names read from the syntax tree: nothing of their files runs', () =>
    inWorkspace(
      {
        'lib/tools.ts': `throw new Error('ran')
          export function lent() {}
          export const unused = () => 1
          export default { inside: () => 1 }
          export type Gone = string`,
        'lib/more.js': `export * from './most.ts'\nexport * from './more.js'\nexport const extra = async () => 1`,
        'lib/most.ts': `throw new Error('ran')\nexport const most = () => 1`,
        'activities/forms.ts': `import * as tools from '../lib/tools.ts'
          import standard, { lent as borrowed } from '../lib/tools.js'
          throw new Error('ran')
          export const arrow = () => 1, { taken, a: [deep = 1, ...others], ...left } = make()
          export function plain(a: string): void
          export function plain(a: unknown) {}
          export async function* stream() {}
          export class Made {}
          export enum Size { Small }
          export namespace Space { export const no = 1 }
          export interface Shape {}
          export type { Shape as Other }
          export declare const later: number
          export const COUNT = 3, LIST = [1], TEXT = \`a\`, RECORD = { a() {} } as const
          const local = function () {}
          const number = 1
          export { local as renamed, number, borrowed, type Shape as Third, local as 'not a name' }
          export { lent as again, default as whole } from '../lib/tools'
          export * as space from '../lib/tools.ts'
          export { something } from 'a-package'
          export default { ...standard, own() {}, 'quoted': () => 1, [key]: 1, notCode: 1, ...tools } satisfies object`,
        'activities/all.js': `export * from '../lib/more.js'`,
        'activities/common.cjs.js': `throw new Error('ran')
          const inner = { byObject: () => 1 }
          module.exports = Object.freeze({ ...inner, shorthand() {} })
          exports.byName = function () {}
          module.exports.byMember = () => 1`,
      },
      async (root) => {
        const { names, fileOf, problems } = (await readCode(root)).activities()
        const of = (file: string): readonly string[] => names.filter((name) => fileOf(name) === file).toSorted()
        expect(of('activities/forms.ts')).toEqual(
          [
            'arrow',
            'taken',
            'deep',
            'others',
            'left',
            'plain',
            'stream',
            'Made',
            'renamed',
            'borrowed',
            'again',
            'something',
            'inside',
            'own',
            'quoted',
            'lent',
            'unused',
          ].toSorted(),
        )
        expect(of('activities/all.js')).toEqual(['extra', 'most'])
        expect(of('activities/common.cjs.js')).toEqual(['byMember', 'byName', 'byObject', 'shorthand'])
        expect(problems.map(({ code, file }) => [code, file])).toEqual([
          ['activity.computed', 'activities/forms.ts'],
          ['activity.broken', 'activities/forms.ts'],
        ])
      },
    ))

  test.each([
    ['export default make()', 'a call'],
    ['const all = {}; export default { [key]: () => 1 }', 'a computed key'],
    [`export * from 'a-package'`, 'all of a package'],
    [`export { default } from '../../outside.js'`, 'a file outside the workspace'],
    [`import all from './missing.js'; export default { ...all }`, 'a missing file'],
    [`module.exports = require('./x')`, 'a module of CommonJS'],
    [`exports[name] = () => 1`, 'a computed name of CommonJS'],
  ])('%s: %s leaves the names unknown until a Run asks for them', (text) =>
    inWorkspace({ 'activities/some.js': `${text}\n//` }, async (root) => {
      const { names, problems } = (await readCode(root)).activities()
      expect(names).toEqual([])
      expect(problems).toMatchObject([{ code: 'activity.computed', file: 'activities/some.js' }])
    }),
  )

  test('whose names are computed have them once a Run asked for all', () =>
    inWorkspace(
      { 'activities/some.js': `export const known = () => 1; export default { ['com' + 'puted']: () => 2 }` },
      async (root) => {
        const code = await readCode(root)
        expect(code.activities().names).toEqual(['known'])
        await code.nameAll()
        const { names, get, problems } = code.activities()
        expect([names, problems]).toEqual([['known', 'computed'], []])
        expect(await get('computed')?.run({}, CONTEXT)).toBe(2)
      },
    ))

  test('whose modules export each other in very many ways are read in a moment', () => {
    const layers = Array.from({ length: 40 }, (_, at) => at)
    const files = layers.flatMap((at) =>
      ['a', 'b'].map((side): [string, string] => [
        `lib/${side}${at}.js`,
        `export * from './a${at + 1}.js'; export * from './b${at + 1}.js'; export const ${side}${at} = () => 1`,
      ]),
    )
    return inWorkspace(
      { ...Object.fromEntries(files), 'activities/many.js': `export * from '../lib/a0.js'` },
      async (root) => {
        expect((await readCode(root)).activities().problems).toMatchObject([{ code: 'activity.computed' }])
      },
    )
  })
})
