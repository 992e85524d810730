import { execFile, execFileSync } from 'node:child_process'
import { mkdir, open, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { TALKER } from '../testing/ideas.ts'
import { makeWorkspace } from '../testing/test-server.ts'
import { loadActivities } from './activities.ts'
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

  test('that nobody named is the user’s own copy of the bundled one, made once', () =>
    inWorkspace({ 'ideas/one.json': TALKER, '.ensemble/ensemble.db': 'x' }, (bundled) =>
      inWorkspace({}, async (home) => {
        const { root } = await chooseWorkspace(undefined, bundled, home)
        await writeFile(join(root, 'ideas/one.json'), 'mine')
        await chooseWorkspace(undefined, bundled, home)
        expect(await readFile(join(root, 'ideas/one.json'), 'utf8')).toBe('mine')
        await expect(readFile(join(root, '.ensemble/ensemble.db'))).rejects.toThrow('ENOENT')
      }),
    ))

  test('serves its files beside whatever else bears such a name: a folder, a pipe, links that lead nowhere or in a circle', () =>
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

  test('says of each file that looks like one of its own why it is none, and what to do', () =>
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
        ['ideas/con.json', expect.stringContaining('Windows keeps its name')],
        ['ideas/folder.json', expect.stringContaining('no file')],
        ['ideas/outside.json', expect.stringContaining('Put the file itself in its place')],
        ['cases/1.json', expect.stringContaining('because of its name')],
      ])
    }))

  test('has one owner at a time, who says where it answers', () =>
    inWorkspace({}, async (root) => {
      const first = await takeOwnership(root)
      if (!first.owned) throw new Error('nobody else is there')
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
      // What lies in it does not matter: the lock is on the file.
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
  test('that waits for ever while it is loaded is a problem, and the others serve', () =>
    inWorkspace(
      {
        'activities/stuck.js': `await new Promise(() => undefined); export const never = () => 1`,
        'activities/other.js': `export const other = () => 1`,
      },
      async (root) => {
        const { names, problems } = await loadActivities(root, 1500)
        expect(names).toEqual(['other'])
        expect(problems).toEqual([
          {
            file: 'activities/stuck.js',
            message: 'It is not loaded after 1.5 s: what stands outside its functions waits for something.',
          },
        ])
      },
    ))

  test('that is a folder or a pipe by its name is a problem, and the others serve', () =>
    inWorkspace({ 'activities/other.js': `export const other = () => 1` }, async (root) => {
      await mkdir(join(root, 'activities/folder.ts'))
      const pipe = process.platform === 'win32' ? [] : ['activities/pipe.ts']
      for (const file of pipe) execFileSync('mkfifo', [join(root, file)])
      const { names, problems } = await loadActivities(root)
      expect(names).toEqual(['other'])
      expect(problems).toEqual(
        ['activities/folder.ts', ...pipe].map((file) => ({ file, message: 'This is no file, and is not read.' })),
      )
    }))

  test('are the exported functions of the folder; a file that cannot be loaded is a problem and the others serve', () =>
    inWorkspace(
      {
        'activities/one.ts': `import { needsApproval } from '@ensemble/core'
          export const first = (call: { a: number }) => call.a
          export default { second: () => needsApproval('why').message, notCode: 1 }`,
        'activities/broken.js': `export const third = `,
        'activities/one.test.ts': `throw new Error('a test is no activity')`,
      },
      async (root) => {
        const activities = await loadActivities(root)
        expect(activities.names).toEqual(['second', 'first'])
        expect(await activities.get('second')?.run({}, expect.anything())).toBe('why')
        expect(activities.get('first')?.hash).toMatch(/^[0-9a-f]{64}$/)
        expect(activities.problems).toMatchObject([{ file: 'activities/broken.js' }])
      },
    ))
})
