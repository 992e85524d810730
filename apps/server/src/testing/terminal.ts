import { rm } from 'node:fs/promises'
import { afterEach, beforeEach, vi } from 'vitest'
import { runCommandLine } from '../cli/command-line.ts'
import { type Files, makeWorkspace } from './test-server.ts'

/** The command line in a workspace of its own for every test of the file, and what it says. */
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
  return {
    printed,
    told,
    /** The workspace's folder. */
    root: (): string => root,
    /** Runs one command there; resolves to its exit code. */
    ensemble: (...args: string[]): Promise<number> => runCommandLine([...args, '--workspace', root]),
  }
}
