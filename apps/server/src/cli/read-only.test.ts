import { type ExecFileOptions, execFile, spawn } from 'node:child_process'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type BuiltCommandLine, buildCommandLine } from '../testing/built-command-line.ts'
import { GREETER_FILES } from '../testing/ideas.ts'
import { makeWorkspace } from '../testing/test-server.ts'
import { runCommandLine } from './command-line.ts'

const isRoot = process.getuid?.() === 0
/** No mode keeps root from writing: it looks as a user of no rights. */
const AS_NOBODY = isRoot ? { uid: 65_534, gid: 65_534 } : {}

let cli: BuiltCommandLine
let root: string
let scratch: string
let run: string

const environment = (): NodeJS.ProcessEnv => ({
  PATH: process.env['PATH'],
  HOME: scratch,
  TMPDIR: scratch,
  BROWSER: 'none',
  ENSEMBLE_SIMULATED_PACE: '0',
})
const ensemble = (...args: readonly string[]) =>
  new Promise<{ readonly code: number; readonly stdout: string; readonly stderr: string }>((resolve) => {
    const options: ExecFileOptions = { ...AS_NOBODY, cwd: root, env: environment() }
    execFile(process.execPath, [cli.file, ...args], { ...options, encoding: 'utf8' }, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    )
  })
const allIn = (folder: string): Promise<readonly string[]> => readdir(folder, { recursive: true })

/** Takes the right to write away from everything, or gives it back. */
const setModes = async (file: number, folder: number): Promise<void> => {
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  for (const entry of entries) await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? folder : file)
  await chmod(root, folder)
}

beforeAll(async () => {
  cli = await buildCommandLine()
  await chmod(dirname(dirname(cli.file)), 0o755)
  root = await makeWorkspace(GREETER_FILES)
  scratch = await mkdtemp(join(tmpdir(), 'ensemble-scratch-'))
  await chmod(scratch, 0o777)
  const printed: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((text: unknown) => void printed.push(String(text)))
  await runCommandLine(['run', 'greeter', '--input', '{"name":"Ada"}', '--json', '--workspace', root])
  log.mockRestore()
  run = (JSON.parse(printed[0] ?? '{}') as { readonly run: string }).run
  await setModes(0o444, 0o555)
  // Keys that only the owner may read don't prevent reading the rest.
  if (isRoot) await chmod(join(root, '.ensemble/ensemble.db'), 0o444)
})
afterAll(async () => {
  await setModes(0o644, 0o755)
  await cli.remove()
  for (const folder of [root, scratch]) await rm(folder, { recursive: true, force: true, maxRetries: 3 })
})

test.skipIf(process.platform === 'win32')(
  'a workspace that cannot be written is looked at: its files and its runs',
  async () => {
    const before = await allIn(root)
    const runs = await ensemble('runs', '--json')
    expect(runs.code, runs.stderr).toBe(0)
    expect(runs.stdout).toContain(run)
    for (const args of [
      ['validate'],
      ['compose', 'greeter', '--input', '{"name":"Ada"}'],
      ['verify'],
      ['replay', run],
      ['export', run, '--to', 'mermaid'],
      ['doctor'],
    ]) {
      const { code, stderr } = await ensemble(...args)
      expect(code, `${args.join(' ')}: ${stderr}`).toBe(0)
    }
    expect(await allIn(root)).toEqual(before)
    expect(await allIn(scratch)).toEqual([])
  },
)

test.skipIf(process.platform === 'win32')(
  'a workspace that cannot be written runs and changes nothing, and says so',
  async () => {
    const refused = await ensemble('run', 'greeter', '--input', '{"name":"Ada"}')
    expect(refused.code).toBe(1)
    expect(refused.stderr).toContain('read-only')
    expect((await ensemble('keep', run)).stderr).toContain('read-only')
    const server = spawn(process.execPath, [cli.file, 'serve', '--port', '0'], {
      ...AS_NOBODY,
      cwd: root,
      env: environment(),
    })
    let said = ''
    const url = await new Promise<string>((resolve, reject) => {
      const listen = (chunk: Buffer): void => {
        said += chunk.toString()
        const found = /listening on (\S+)/.exec(said)?.[1]
        if (found !== undefined && said.includes('read-only')) resolve(found)
      }
      server.stdout.on('data', listen)
      server.stderr.on('data', listen)
      server.once('exit', () => reject(new Error(said)))
    })
    expect(await (await fetch(`${url}/api/health`)).json()).toMatchObject({ readOnly: true })
    expect((await fetch(`${url}/api/ideas/greeter`)).status).toBe(200)
    expect((await fetch(`${url}/api/runs/${run}`)).status).toBe(200)
    const { paths } = await (await fetch(`${url}/api/openapi.json`)).json()
    expect([paths['/api/compose'].post['x-only-looks'], paths['/api/runs'].post['x-only-looks']]).toEqual([
      true,
      undefined,
    ])
    const headers = { 'content-type': 'application/json' }
    for (const [method, path] of [
      ['PUT', '/api/ideas/greeter'],
      ['PUT', '/api/drafts/ideas/greeter.json'],
      ['PUT', '/api/secrets/KEY'],
      ['POST', '/api/runs'],
      ['DELETE', `/api/runs/${run}`],
    ] as const) {
      const response = await fetch(url + path, { method, headers, body: '{}' })
      expect([path, response.status, (await response.json()).code]).toEqual([path, 403, 'workspace.readOnly'])
    }
    const ended = new Promise((resolve) => server.once('exit', resolve))
    server.kill('SIGTERM')
    expect(await ended).toBe(0)
    // The home folder has the list of workspaces, and nothing else is written.
    const list = '.local/share/ensemble/list'
    const written = (await allIn(scratch)).filter((path) => !`${list}/`.startsWith(`${path}/`))
    expect(written).toEqual([expect.stringMatching(/^\.local\/share\/ensemble\/list\/[\w-]+\.json$/)])
  },
)
