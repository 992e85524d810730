import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { GREETER_FILES } from '../testing/ideas.ts'
import { makeWorkspace } from '../testing/test-server.ts'
import { runCommandLine } from './command-line.ts'

let root: string
let printed: string[]
let told: string[]
const ensemble = (...args: string[]): Promise<number> => runCommandLine([...args, '--workspace', root])

beforeEach(async () => {
  printed = []
  told = []
  vi.spyOn(console, 'log').mockImplementation((text: unknown) => void printed.push(String(text)))
  vi.spyOn(console, 'error').mockImplementation((text: unknown) => void told.push(String(text)))
  root = await makeWorkspace(GREETER_FILES)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(root, { recursive: true, force: true, maxRetries: 3 })
})

describe('Tools of another format', () => {
  test('become shared Tools of the workspace, never over a file, with what did not map', async () => {
    const file = join(root, 'tools.txt')
    const parameters = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
    const openai = [{ type: 'function', function: { name: 'get_weather', strict: true, parameters } }]
    await writeFile(file, JSON.stringify(openai))
    expect(await ensemble('import', file)).toBe(0)
    expect(printed).toContain('tools/get_weather.json')
    expect(told.join()).toContain('strict')
    const tool: unknown = JSON.parse(await readFile(join(root, 'tools/get_weather.json'), 'utf8'))
    expect(tool).toMatchObject({ type: 'object', required: ['city'] })
    await expect(ensemble('import', file)).rejects.toMatchObject({ code: expect.stringContaining('file') })
  })

  test('are read from TypeScript as well', async () => {
    const file = join(root, 'play.ts.txt')
    await writeFile(file, 'export interface PlayNote { pitch: number; loud?: boolean }')
    expect(await ensemble('import', file)).toBe(0)
    expect(printed).toContain('tools/playNote.json')
  })

  test('are what an Idea is exported to', async () => {
    expect(await ensemble('export', 'greeter', '--to', 'mcp')).toBe(0)
    expect(JSON.parse(printed.join('\n'))).toMatchObject({ tools: [{ name: 'greetUser' }] })
    const out = join(root, 'greet.d.ts')
    expect(await ensemble('export', 'greeter', '--to', 'typescript', '--out', out)).toBe(0)
    expect(await readFile(out, 'utf8')).toContain('GreetUserCall')
    expect(await ensemble('export', 'greeter', '--to', 'openai', '--tool', 'nobody')).toBe(1)
  })
})

test('what is left before an Idea is shipped is told by validate', async () => {
  expect(await ensemble('validate')).toBe(0)
  expect(printed.join('\n')).toMatch(/open {4}greeter {2}\d of 10 checks\n +\w+/u)
})
