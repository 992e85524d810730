import { realpathSync } from 'node:fs'
import { createApp } from '../app.ts'
import type { Answer } from '../http/app-type.ts'
import { type Deps, type DepsOptions, createDeps } from '../create-deps.ts'
import { catchStrayErrors } from '../engine/stray-errors.ts'
import { redactOutput } from '../secrets/redact-output.ts'
import type { Owner } from '../workspace/owner.ts'

/** One workspace that this process owns: its parts, its routes and its lock. */
export interface ServedWorkspace {
  readonly root: string
  /** The same without links, as the list has it. */
  readonly folder: string
  readonly deps: Deps
  readonly fetch: Answer
  /** Lets other commands on this machine find it at this address. */
  readonly announce: (url: string) => Promise<void>
  /** Resumes interrupted Runs and follows the files from now on, unless the folder cannot be written. */
  readonly warmUp: (trusted?: boolean) => void
  /** Checkpoints live Runs and ends the streams. */
  readonly drain: () => Promise<void>
  /** Ends the parts and lets other processes have the workspace. Call it after `drain`. */
  readonly close: () => Promise<void>
}

/** Opens the parts of a workspace whose lock `owner` is. Throws EnsembleError with one sentence; the lock is freed then. */
export const serveWorkspace = async (options: DepsOptions, owner: Owner): Promise<ServedWorkspace> => {
  const { root, settings } = options
  let deps: Deps
  try {
    deps = await createDeps({ ...options, readOnly: owner.readOnly })
  } catch (error) {
    await owner.release()
    throw error
  }
  const app = createApp(deps)
  const letStray = catchStrayErrors(root, deps.log)
  const showOutput = redactOutput(deps.redact)
  const { token } = settings
  return {
    root,
    folder: realpathSync(root),
    deps,
    fetch: (request, asked) => app.fetch(request, asked),
    announce: (url) =>
      owner.announce({ url, pid: process.pid, version: deps.version, ...(token !== undefined && { token }) }),
    warmUp: (trusted) => {
      if (!owner.readOnly) void deps.warmUp(trusted)
    },
    drain: deps.drain,
    close: async () => {
      await deps.close()
      letStray()
      showOutput()
      await owner.release()
    },
  }
}
