import { rm } from 'node:fs/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type Files, makeWorkspace } from '../testing/test-server.ts'
import { listenOnLoopback } from '@ensemble/core/testing'
import { runCommandLine } from './command-line.ts'

const HELLO = { description: 'Says hello.', context: [{ type: 'text', text: 'Say hello.' }] }
const LIMIT = { limits: { cost: 2 } }

/** A local endpoint with a model without a price, and a command in a workspace of these files. */
const withLocalModel = async (files: Files) => {
  let asked = 0
  const endpoint = await listenOnLoopback((request, response) => {
    asked++
    const body = { choices: [{ message: { role: 'assistant', content: 'Hello.' }, finish_reason: 'stop' }] }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(body))
    request.resume()
  })
  vi.stubEnv('OPENAI_BASE_URL', `${endpoint.origin}/v1`)
  vi.stubEnv('ENSEMBLE_MODEL', 'llama-at-home')
  const root = await makeWorkspace(files)
  const printed: string[] = []
  const take = (text: unknown): void => void printed.push(String(text))
  const spies = [vi.spyOn(console, 'log').mockImplementation(take), vi.spyOn(console, 'error').mockImplementation(take)]
  onTestFinished(async () => {
    for (const spy of spies) spy.mockRestore()
    vi.unstubAllEnvs()
    await endpoint[Symbol.asyncDispose]()
    await rm(root, { recursive: true, force: true, maxRetries: 3 })
  })
  return async (...command: readonly string[]) => {
    printed.length = 0
    asked = 0
    const code = await runCommandLine([...command, '--workspace', root])
    return { code, said: printed.join('\n'), asked }
  }
}

test('validate, doctor and readiness report a cost limit that cannot be enforced, and it ends the run before the first question', async () => {
  const call = await withLocalModel({ 'ideas/hello.json': HELLO, 'ensemble.json': { version: 1, ...LIMIT } })
  const validated = await call('validate')
  expect(validated.code).toBe(1)
  expect(validated.said).toMatch(/error +ensemble\.json#\/limits\/cost +No price is known for the model llama-at-home/)
  expect(validated.said).toMatch(/Cost limit: No price is known/)
  const doctor = await call('doctor')
  expect(doctor.code).toBe(1)
  expect(doctor.said).toMatch(/✗ No price is known for the model llama-at-home/)
  const run = await call('run', 'hello')
  expect(run).toMatchObject({ code: 1, asked: 0 })
  expect(run.said).toContain('limit.unpriced')
  expect(await call('run', 'hello', '--allow-unpriced')).toMatchObject({ code: 0, asked: 1 })
})

test.each<[string, Files, string]>([
  ['limit of an Idea', { 'ideas/hello.json': { ...HELLO, config: LIMIT } }, 'ideas/hello.json:'],
  [
    'limit of the profile',
    {
      'ideas/hello.json': HELLO,
      'ensemble.json': { version: 1, profile: 'mine', profiles: { mine: { config: LIMIT } } },
    },
    'ensemble.json:',
  ],
])('the %s counts as one that somebody set', async (_, files, place) => {
  const call = await withLocalModel(files)
  const { code, said } = await call('validate', '--format', 'plain')
  expect(code).toBe(1)
  expect(said).toMatch(new RegExp(`^${place}.*error: No price is known`))
  expect(await call('run', 'hello')).toMatchObject({ code: 1, asked: 0 })
})

test('the built-in default ends no run of a local model; that it is not enforced is information', async () => {
  const call = await withLocalModel({ 'ideas/hello.json': HELLO })
  const { code, said } = await call('validate', '--format', 'plain')
  expect(code).toBe(0)
  expect(said).toMatch(/^ensemble\.json:.*info: No price is known for the model llama-at-home.*default limit of 5 USD/)
  expect(await call('run', 'hello')).toMatchObject({ code: 0, asked: 1 })
  expect((await call('doctor')).said).toMatch(/~ No price for llama-at-home/)
})

test.each<[string, Files]>([
  [
    'its price is written, be it 0',
    {
      'ensemble.json': {
        version: 1,
        ...LIMIT,
        prices: { date: '2026-11-01', models: { 'llama-at-home': { input: 0, output: 0 } } },
      },
    },
  ],
  ['the workspace allows it', { 'ensemble.json': { version: 1, ...LIMIT, config: { allowUnpriced: true } } }],
])('nothing is wrong where %s', async (_, files) => {
  const call = await withLocalModel({ 'ideas/hello.json': HELLO, ...files })
  expect(await call('validate', '--format', 'plain')).toMatchObject({ code: 0, said: '' })
  expect(await call('run', 'hello')).toMatchObject({ code: 0, asked: 1 })
})

test('the doctor says how old the prices are', async () => {
  const call = await withLocalModel({ 'ideas/hello.json': HELLO })
  expect((await call('doctor')).said).toMatch(
    /prices {5}as of \d{4}-\d\d-\d\d, \d+ days? old, from @pydantic\/genai-prices/,
  )
})
