import { rm } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { serve } from '../main.ts'
import { GREETER_FILES } from '../testing/ideas.ts'
import { makeWorkspace } from '../testing/test-server.ts'
import { runCommandLine } from './command-line.ts'
import { unusedVariables } from './other-settings.ts'

let root: string
let told: string[]

beforeEach(async () => {
  told = []
  vi.spyOn(console, 'log').mockImplementation(() => undefined)
  vi.spyOn(console, 'error').mockImplementation((text: unknown) => void told.push(String(text)))
  for (const name of ['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'ENSEMBLE_MODEL']) vi.stubEnv(name, '')
  root = await makeWorkspace(GREETER_FILES)
})
afterEach(async () => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
  await rm(root, { recursive: true, force: true, maxRetries: 3 })
})

test('variables that a running server lacks are reported as unused, with how to use them', async () => {
  const served = await serve({ workspace: root, port: '0', open: false }, { resume: false })
  if (!served.started) throw new Error('The workspace is new.')
  const validate = (...args: readonly string[]): Promise<number> =>
    runCommandLine(['validate', '--workspace', root, ...args])
  try {
    await validate()
    expect(told).toEqual([])
    vi.stubEnv('OPENAI_BASE_URL', 'http://127.0.0.1:9/v1')
    vi.stubEnv('ENSEMBLE_MODEL', 'small')
    await validate()
    expect(told).toEqual([
      `ensemble: OPENAI_BASE_URL and ENSEMBLE_MODEL are not used: the server running at ${served.url} has ` +
        'its own settings (model simulated); stop it to use them.',
    ])
  } finally {
    await served.stop()
  }
  told = []
  await validate()
  expect(told).toEqual([])
})

test('variables that match the server make no difference', () => {
  const server = { model: 'small', baseUrl: 'http://127.0.0.1:9/v1' }
  const openai = { baseUrl: 'http://127.0.0.1:9/v1' }
  expect(unusedVariables({ openai, model: 'small' }, server)).toEqual([])
  expect(unusedVariables({ openai, model: 'large' }, server)).toEqual(['ENSEMBLE_MODEL'])
  expect(unusedVariables({ openai: { apiKey: 'k' }, model: undefined }, server)).toEqual([])
  const simulated = { model: 'simulated', baseUrl: undefined }
  expect(unusedVariables({ openai: { apiKey: 'k' }, model: undefined }, simulated)).toEqual(['OPENAI_API_KEY'])
  expect(unusedVariables({ openai: undefined, model: 'small' }, simulated)).toEqual([])
  expect(unusedVariables({ openai: undefined, model: 'local/small' }, simulated)).toEqual(['ENSEMBLE_MODEL'])
})
