import { rm } from 'node:fs/promises'
import { afterEach, beforeEach, expect, vi } from 'vitest'
import { runCommandLine } from '../cli/command-line.ts'
import { type Files, makeWorkspace } from './test-server.ts'

/** The command line in a new workspace for every test of the file, and its output. */
export function testTerminal(files: Files) {
  let root = ''
  /** Lines on standard output. */
  const printed: string[] = []
  /** Lines on the error stream. */
  const told: string[] = []
  beforeEach(async () => {
    printed.length = 0
    told.length = 0
    vi.spyOn(console, 'log').mockImplementation((text: unknown) => void printed.push(String(text)))
    vi.spyOn(console, 'error').mockImplementation((text: unknown) => void told.push(String(text)))
    root = await makeWorkspace(files)
  })
  afterEach(async () => {
    vi.restoreAllMocks()
    await rm(root, { recursive: true, force: true, maxRetries: 3 })
  })
  const ensemble = (...args: string[]): Promise<number> => runCommandLine([...args, '--workspace', root])
  return {
    printed,
    told,
    /** The workspace's folder. */
    root: (): string => root,
    /** Runs one command there; resolves to its exit code. */
    ensemble,
    /** Runs one that prints events, and gives the id of its run. */
    idOf: async (...args: string[]): Promise<string> => {
      printed.length = 0
      expect(await ensemble(...args, '--json')).toBe(0)
      const { run } = JSON.parse(printed[0] ?? '') as { readonly run: string }
      printed.length = 0
      return run
    },
  }
}
