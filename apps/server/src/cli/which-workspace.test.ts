import { chown, mkdir, mkdtemp, readFile, readdir, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { GREETER, GREETER_FILES } from '../testing/ideas.ts'
import { makeWorkspace } from '../testing/test-server.ts'
import { runCommandLine } from './command-line.ts'
import { exitCodeOf } from './exit-code.ts'

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

let home: string
let elsewhere: string
let root: string
let other: string
const cwd = process.cwd()

/** The command as a person types it in `folder`; on a build machine where `ci` is given. */
const ensemble = async (folder: string, args: readonly string[], { ci = '' } = {}): Promise<Ended> => {
  const printed = { stdout: '', stderr: '' }
  const log = vi
    .spyOn(console, 'log')
    .mockImplementation((text: unknown) => void (printed.stdout += `${String(text)}\n`))
  const tell = vi
    .spyOn(console, 'error')
    .mockImplementation((text: unknown) => void (printed.stderr += `${String(text)}\n`))
  const given = { CI: ci, XDG_DATA_HOME: home, BROWSER: 'none', ENSEMBLE_SIMULATED_PACE: '0', ENSEMBLE_WORKSPACE: '' }
  for (const [name, value] of Object.entries(given)) vi.stubEnv(name, value)
  process.chdir(folder)
  try {
    return { code: await runCommandLine(args), ...printed }
  } catch (error) {
    return { code: exitCodeOf(error), ...printed, stderr: printed.stderr + String(error) }
  } finally {
    process.chdir(cwd)
    vi.unstubAllEnvs()
    log.mockRestore()
    tell.mockRestore()
  }
}

const newFolder = async (): Promise<string> => realpath(await mkdtemp(join(tmpdir(), 'ensemble-which-')))
const newWorkspace = async (): Promise<string> => realpath(await makeWorkspace(GREETER_FILES))
const hasSample = async (): Promise<boolean> => (await readdir(home)).length > 0

beforeEach(async () => {
  ;[home, elsewhere, root, other] = await Promise.all([newFolder(), newFolder(), newWorkspace(), newWorkspace()])
})
afterEach(async () => {
  for (const folder of [home, elsewhere, root, other]) await rm(folder, { recursive: true, force: true, maxRetries: 3 })
})

describe('where no workspace is here or above', () => {
  test.each([
    ['validate'],
    ['validate', 'notes.json'],
    ['compose', 'greeter'],
    ['replay'],
    ['replay', '--require-cases'],
    ['verify'],
    ['keep', 'RUN'],
    ['import', 'notes.json'],
    ['export', '.', '--to', 'mermaid'],
    ['approve'],
    ['fork', 'RUN'],
    ['compare', 'A', 'B'],
    ['runs'],
    ['doctor'],
    ['mcp'],
    ['mcp', 'servers'],
    ['run', 'notes.json'],
    ['run', './ideas/greeter.json'],
  ])('%s %s judges nothing and writes nothing: exit 2', async (...args) => {
    await writeFile(join(elsewhere, 'notes.json'), '{"type":"object"}')
    const { code, stdout, stderr } = await ensemble(elsewhere, args)
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toMatch(/no workspace here|isn't in a workspace/)
    expect(await hasSample()).toBe(false)
    expect(await readdir(elsewhere)).toEqual(['notes.json'])
  })

  test('run without a path opens the sample, and says so with its folder', async () => {
    const { stderr } = await ensemble(elsewhere, ['run', 'produce'])
    expect(stderr).toContain('Did you mean producer?')
    expect(stderr).toMatch(/No workspace in this folder or a parent.*sample/)
    expect(stderr).toContain(join(home, 'ensemble/workspaces/music'))
    expect(stderr).toContain('--workspace')
  })

  test.each([
    ['run', 'producer'],
    ['serve', '--port', '0'],
  ])('%s opens no sample where CI is set', async (...args) => {
    const { code, stderr } = await ensemble(elsewhere, args, { ci: 'true' })
    expect(code).toBe(2)
    expect(stderr).toMatch(/no workspace here.*CI/i)
    expect(await hasSample()).toBe(false)
  })

  test('a command line without a command serves, as `npx ensemble` is first typed', async () => {
    const alone = await ensemble(elsewhere, [], { ci: 'true' })
    expect(alone).toEqual(await ensemble(elsewhere, ['serve'], { ci: 'true' }))
    expect(alone.code).toBe(2)
  })
})

describe('the workspace is found', () => {
  test('above the folder that the command is called in', async () => {
    const deep = join(root, 'notes', 'deep')
    await mkdir(deep, { recursive: true })
    await writeFile(join(root, 'ideas/broken.json'), '{')
    const { code, stdout } = await ensemble(deep, ['validate', '--format', 'plain'], { ci: 'true' })
    expect(code).toBe(1)
    expect(stdout).toContain('ideas/broken.json:1:')
    expect(await hasSample()).toBe(false)
  })

  test('as the nearest one, where workspaces lie in each other', async () => {
    const inner = join(root, 'vendor', 'inner')
    await mkdir(join(inner, 'ideas'), { recursive: true })
    await writeFile(join(inner, 'ensemble.json'), '{"version":1}')
    await writeFile(join(inner, 'ideas/broken.json'), '{')
    expect((await ensemble(join(inner, 'ideas'), ['validate'])).code).toBe(1)
    expect((await ensemble(root, ['validate'])).code).toBe(0)
    expect((await ensemble(root, ['validate', 'vendor/inner/ideas/broken.json'])).code).toBe(1)
    const outside = await ensemble(root, ['validate', 'vendor/inner/ideas/broken.json', '--workspace', root])
    expect(outside.code).toBe(2)
    expect(outside.stderr).toContain(inner)
  })
})

describe('a path belongs to the workspace that holds it', () => {
  test('for validate, from anywhere', async () => {
    const broken = join(other, 'ideas/broken.json')
    await writeFile(broken, '{')
    for (const cwd of [root, elsewhere]) {
      const { code, stdout } = await ensemble(cwd, ['validate', broken, '--format', 'plain'])
      expect(code).toBe(1)
      expect(stdout).toContain('ideas/broken.json:1:')
    }
    expect((await ensemble(elsewhere, ['validate', join(other, 'ideas/greeter.json')])).code).toBe(0)
  })

  test('and not to the one that --workspace names, nor to two at once', async () => {
    const path = join(other, 'ideas/greeter.json')
    const named = await ensemble(root, ['validate', path, '--workspace', root])
    expect(named.code).toBe(2)
    expect(named.stderr).toContain(`belongs to the workspace ${other}`)
    const both = await ensemble(root, ['validate', path, 'ideas/greeter.json'])
    expect(both.code).toBe(2)
    expect(both.stderr).toContain('two workspaces')
  })

  test('for run, compose, export and replay', async () => {
    await writeFile(join(other, 'ideas/guest.json'), JSON.stringify(GREETER))
    const guest = join(other, 'ideas/guest.json')
    const ran = await ensemble(root, ['run', guest, '--input', '{"name":"Ada"}'])
    expect(ran.code, ran.stderr).toBe(0)
    expect((await ensemble(root, ['compose', guest, '--input', '{"name":"Ada"}'])).code).toBe(0)
    expect((await ensemble(elsewhere, ['export', guest, '--to', 'mermaid'])).code).toBe(0)
    const { stdout } = await ensemble(other, ['runs', '--json'])
    const [{ id }] = JSON.parse(stdout) as [{ readonly id: string }]
    expect((await ensemble(other, ['keep', id, '--name', 'kept'])).code).toBe(0)
    const replayed = await ensemble(root, ['replay', join(other, 'cases/kept.json')])
    expect(replayed.stdout).toContain('passed   kept')
    expect(replayed.code).toBe(0)
    // The shell's word, from inside of a folder of the workspace.
    expect((await ensemble(join(other, 'ideas'), ['compose', 'guest.json', '--input', '{"name":"Ada"}'])).code).toBe(0)
  })
})

describe('nothing is green that was not looked at', () => {
  test('validate of files outside its workspace', async () => {
    await writeFile(join(root, 'README.md'), '# Mine')
    const alone = await ensemble(root, ['validate', 'README.md'])
    expect(alone.code).toBe(2)
    expect(alone.stderr).toContain('README.md')
    const unrelated = await ensemble(root, ['validate', 'README.md', 'ideas/greeter.json'])
    expect(unrelated.code).toBe(0)
    expect(unrelated.stderr).toContain('not checked: README.md')
  })

  test('validate of a case that cannot be read', async () => {
    await mkdir(join(root, 'cases'))
    await writeFile(join(root, 'cases/kept.json'), '{"version":1}')
    const { code, stdout } = await ensemble(root, ['validate', '--format', 'plain'])
    expect(code).toBe(1)
    expect(stdout).toContain('cases/kept.json:1:1: error:')
  })

  test('replay with no case, which fails where cases are required', async () => {
    const { code, stderr } = await ensemble(root, ['replay'])
    expect(code).toBe(0)
    expect(stderr).toContain('Nothing was checked')
    const required = await ensemble(root, ['replay', '--require-cases', '--json'])
    expect(required.code).toBe(1)
    expect(JSON.parse(required.stdout)).toMatchObject({ ok: false, cases: [] })
    expect(required.stderr).toContain('Nothing was checked')
  })

  test('replay says that it runs code only where it replays something', async () => {
    await mkdir(join(root, 'activities'), { recursive: true })
    await writeFile(join(root, 'activities/open.js'), "export default { ['com' + 'puted']: () => 1 }")
    const { stderr } = await ensemble(root, ['replay'])
    expect(stderr).toContain('Nothing was checked')
    expect(stderr).not.toContain('runs activities/open.js')
  })

  test('replay next to a case whose name keeps it from being read', async () => {
    await mkdir(join(root, 'cases'))
    await writeFile(join(root, 'cases/My Case.json'), '{}')
    const { code, stderr } = await ensemble(root, ['replay'])
    expect(stderr).toContain('cases/My Case.json')
    expect(code).toBe(1)
  })

  test('verify with no run', async () => {
    const { stderr } = await ensemble(root, ['verify'])
    expect(stderr).toContain('Nothing was checked')
  })
})

test('in a folder that was deleted meanwhile one sentence says so', async () => {
  const gone = vi.spyOn(process, 'cwd').mockImplementation(() => {
    throw Object.assign(new Error('ENOENT: no such file or directory, uv_cwd'), { code: 'ENOENT' })
  })
  try {
    await expect(runCommandLine(['validate'])).rejects.toMatchObject({
      code: 'usage',
      message: 'The current folder was deleted. Change to another one and try again.',
    })
  } finally {
    gone.mockRestore()
  }
})

test('a workspace above that another user put there is not opened unasked', async () => {
  // Seen from a folder of one user, the ensemble.json above it is of another.
  if (process.getuid?.() !== 0) return
  const inside = join(root, 'mine')
  await mkdir(inside)
  await chown(join(root, 'ensemble.json'), 12_345, 12_345)
  const { code, stderr } = await ensemble(inside, ['validate'])
  expect(code).toBe(2)
  expect(stderr).toContain('another user')
  expect((await ensemble(inside, ['validate', '--workspace', root])).code).toBe(0)
  expect(await readFile(join(root, 'ensemble.json'), 'utf8')).toContain('version')
})
