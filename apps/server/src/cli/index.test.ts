import { execFile } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type BuiltCommandLine, buildCommandLine } from '../testing/built-command-line.ts'
import { GREETER_CODE, GREETER_FILES } from '../testing/ideas.ts'
import { makeWorkspace } from '../testing/test-server.ts'

let cli: BuiltCommandLine
beforeAll(async () => {
  cli = await buildCommandLine()
})
afterAll(() => cli.remove())

/** A file of Activities that prints as it loads, and never ends. */
const NOISY = `console.log('top of file')
process.stdout.write('more')
setInterval(() => console.log('tick'), 5)
`

describe('the process of a command', () => {
  test.each([
    ['validate', '--json'],
    ['compose', 'greeter'],
    ['run', 'greeter'],
    ['runs', '--json'],
    ['doctor', '--json'],
  ])('writes only what it was asked for and ends, whatever Activities print and leave open: %s', async (...args) => {
    const root = await makeWorkspace({ ...GREETER_FILES, 'activities/greet.ts': NOISY + GREETER_CODE })
    onTestFinished(() => rm(root, { recursive: true, force: true, maxRetries: 3 }))
    const env = { ...process.env, HOME: root, ENSEMBLE_SIMULATED_PACE: '0' }
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [cli.file, ...args, '--workspace', root], {
      env,
    })
    expect(() => void JSON.parse(stdout)).not.toThrow()
    // Only a Call loads it.
    if (args[0] === 'run') expect(stderr).toContain('top of file')
    else expect(stderr).not.toContain('top of file')
  })

  test('ends with 2 where no workspace is here or above, and writes nothing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'ensemble-nowhere-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const env = { ...process.env, HOME: folder, XDG_DATA_HOME: folder, CI: '', ENSEMBLE_WORKSPACE: '' }
    await expect(
      promisify(execFile)(process.execPath, [cli.file, 'validate'], { cwd: folder, env }),
    ).rejects.toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('There is no workspace here'),
    })
    expect(await readdir(folder)).toEqual([])
  })

  test('prints no secret that an Activity prints', async () => {
    const leak = `const key = process.env.CANARY_KEY
console.log('at the top', key)
export const greetUser = ({ name }) => {
  console.log('a line with', key)
  console.error({ headers: { authorization: 'Bearer ' + key } })
  process.stdout.write(Buffer.from('bytes with ' + key + '\\n'))
  return { greeting: 'Hello, ' + name }
}`
    const manifest = { version: 1, endpoints: { e: { baseUrl: 'http://127.0.0.1:9/v1', key: 'secret://CANARY_KEY' } } }
    const files = { ...GREETER_FILES, 'ensemble.json': manifest, 'activities/greet.ts': leak }
    const root = await makeWorkspace(files)
    onTestFinished(() => rm(root, { recursive: true, force: true, maxRetries: 3 }))
    const env = { ...process.env, HOME: root, ENSEMBLE_SIMULATED_PACE: '0', CANARY_KEY: 'sk-canary-7f3e9a51' }
    const args = [cli.file, 'run', 'greeter', '--input', '{"name":"Ada"}', '--model', 'simulated', '--workspace', root]
    const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { env })
    expect(stdout + stderr).not.toContain('canary-7f3e9a51')
    expect(stderr).toMatch(/a line with \[secret\]/)
    expect(stderr).toMatch(/bytes with \[secret\]/)
    expect(stderr).toMatch(/Bearer \[secret\]/)
  })
})
