import { execFileSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { listenOnLoopback } from '@ensemble/core/testing'
import { GREETER_FILES } from '../testing/ideas.ts'
import { type Files, makeWorkspace } from '../testing/test-server.ts'
import { runCommandLine } from './command-line.ts'

/** The doctor's output and exit code for a workspace of these files. */
const examine = async (files: Files, ...flags: readonly string[]) => {
  const root = await makeWorkspace(files)
  const printed: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((text: unknown) => void printed.push(String(text)))
  onTestFinished(async () => {
    log.mockRestore()
    vi.unstubAllEnvs()
    await rm(root, { recursive: true, force: true, maxRetries: 3 })
  })
  const code = await runCommandLine(['doctor', ...flags, '--workspace', root])
  return { code, said: printed.join('\n'), root }
}

describe('the doctor', () => {
  test('finds nothing wrong where the simulated model answers and no file is broken', async () => {
    const { code, said, root } = await examine(GREETER_FILES)
    expect(code).toBe(0)
    expect(said).toContain(`workspace  ${root}`)
    expect(said).toContain('~ The simulated model answers')
    expect(said).toMatch(/problems {3}0 errors in the workspace$/)
  })

  test('fails where the workspace has errors, and says who names them', async () => {
    const { code, said } = await examine({ ...GREETER_FILES, 'ideas/broken.json': '{' })
    expect(code).toBe(1)
    expect(said).toContain('1 error in the workspace; ensemble validate names them')
  })

  test('fails where git has the keys, and says how they are taken out, as does validate', async () => {
    const root = await makeWorkspace({ ...GREETER_FILES, '.ensemble/secrets.json': '{"A":"sk-test"}' })
    const printed: string[] = []
    const log = vi.spyOn(console, 'log').mockImplementation((text: unknown) => void printed.push(String(text)))
    onTestFinished(async () => {
      log.mockRestore()
      await rm(root, { recursive: true, force: true, maxRetries: 3 })
    })
    for (const args of [
      ['init', '-q'],
      ['add', '-A'],
    ])
      execFileSync('git', args, { cwd: root })
    expect(await runCommandLine(['doctor', '--workspace', root])).toBe(1)
    expect(printed.join('\n')).toContain('git rm -rf --cached .ensemble/secrets.json')
    printed.length = 0
    expect(await runCommandLine(['validate', '--format', 'plain', '--workspace', root])).toBe(1)
    expect(printed).toContainEqual(expect.stringMatching(/^\.ensemble\/secrets\.json:1:1: error: .*\[git\.tracked\]$/))
    printed.length = 0
    expect(await runCommandLine(['validate', 'ideas', '--format', 'plain', '--workspace', root])).toBe(0)
    execFileSync('git', ['rm', '-rq', '--cached', '.ensemble/secrets.json'], { cwd: root })
    expect(await runCommandLine(['validate', '--workspace', root])).toBe(0)
  })

  test('fails where the endpoint is away, with the code that a run would end with', async () => {
    vi.stubEnv('OPENAI_BASE_URL', 'http://127.0.0.1:9/v1')
    vi.stubEnv('ENSEMBLE_MODEL', 'm')
    const { code, said } = await examine(GREETER_FILES)
    expect(code).toBe(1)
    expect(said).toMatch(/✗ .*\[[a-z.A-Z]+\]/)
    expect(said).toContain('http://127.0.0.1:9/v1')
  })

  test('names the models that an endpoint has, where it has none of the name that was asked', async () => {
    await using endpoint = await listenOnLoopback(({ url }, response) => {
      response.statusCode = url?.endsWith('/models') ? 200 : 404
      const body = url?.endsWith('/models') ? { data: [{ id: 'tiny' }, { id: 'big' }] } : { error: { message: 'no m' } }
      response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    })
    vi.stubEnv('OPENAI_BASE_URL', `${endpoint.origin}/v1`)
    vi.stubEnv('ENSEMBLE_MODEL', 'm')
    const { code, said } = await examine(GREETER_FILES)
    expect(code).toBe(1)
    expect(said).toContain('has        openai  big, tiny; choose with --model')
  })

  test('shows how much an endpoint takes in a minute, and its fallback', async () => {
    const limits = { requestsPerMinute: 60, tokensPerMinute: 100_000 }
    const own = { baseUrl: 'http://127.0.0.1:9/v1', limits, fallback: ['other/m'] }
    const manifest = { version: 1, name: 'two', endpoints: { own, other: { baseUrl: 'http://127.0.0.1:9/v1' } } }
    const { said } = await examine({ ...GREETER_FILES, 'ensemble.json': manifest })
    expect(said).toMatch(
      /endpoint {3}own .*\n +at most 60 Requests and 100,?000 tokens a minute\n +if it can’t answer: other\/m\n/,
    )
  })

  test('tells programs the same as JSON', async () => {
    const { code, said } = await examine({ ...GREETER_FILES, 'ideas/broken.json': '{' }, '--json')
    expect(code).toBe(1)
    expect(JSON.parse(said)).toMatchObject({
      health: { model: 'simulated', profile: 'offline' },
      verdict: { examined: { simulated: true } },
      problems: [{ severity: 'error', file: 'ideas/broken.json' }],
    })
    expect(JSON.parse(said)).not.toHaveProperty('found')
  })
})
