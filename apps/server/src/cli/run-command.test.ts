import { rm } from 'node:fs/promises'
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

describe('ensemble run', () => {
  test('leaves standard output to the output alone; how the run goes is told on the error stream', async () => {
    expect(await ensemble('run', 'greeter', '--input', '{"name":"Ada"}')).toBe(0)
    expect(JSON.parse(printed.join('\n'))).toEqual({ greeting: 'Hello, Ada' })
    expect(told[0]).toMatch(/^idea:\/\/greeter \(simulated, profile offline\) \S+$/)
    expect(told.some((line) => line.includes('done in'))).toBe(true)
  })

  test('prints nothing but events as JSON lines where they are asked for', async () => {
    expect(await ensemble('run', 'greeter', '--json')).toBe(0)
    expect(printed.map((line) => (JSON.parse(line) as { readonly type: string }).type)).toContain('run.completed')
    expect(told).toEqual([])
  })
})
