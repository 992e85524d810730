import { spawn } from 'node:child_process'
import { EnsembleError } from '@ensemble/core'
import { serve } from '../main.ts'
import type { Flags } from '../settings/settings.ts'
import { problemsInGit } from '../workspace/out-of-git.ts'
import { print } from './own-output.ts'
import { printableLine } from './printable.ts'

const openBrowser = (url: string): void => {
  const [command, ...args]: readonly [string, ...string[]] =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? ['rundll32', 'url.dll,FileProtocolHandler', url]
        : ['xdg-open', url]
  const child = spawn(command, args, { stdio: 'ignore', detached: true })
  // A machine without a browser: the address is printed anyway.
  child.on('error', () => undefined)
  child.unref()
}

interface ServeFlags extends Flags {
  /** The same as `workspace`. */
  readonly folder?: string
  readonly json?: boolean
  /** Runs that were copied here with the folder continue, too. */
  readonly continue?: boolean
}

/** Serves until a signal asks to stop. Resolves to the exit code. */
export const serveCommand = async ({
  json = false,
  folder,
  continue: trusted = false,
  ...flags
}: ServeFlags): Promise<number> => {
  if (folder !== undefined && flags.workspace !== undefined)
    throw new EnsembleError('usage', `ensemble serve takes one folder: ${folder}, or the one of --workspace.`)
  const served = await serve(
    { ...flags, ...(folder !== undefined && { workspace: folder }) },
    { resume: true, trusted, mayBeSample: true, joins: true },
  )
  const tell = (facts: object, ...lines: readonly string[]): void => {
    for (const line of json ? [JSON.stringify(facts)] : lines) print(line)
  }
  if (!served.started) {
    const url = served.other?.url
    tell(
      { started: false, url: url ?? null },
      url === undefined ? 'Another process is opening this workspace.' : `This workspace is already served at ${url}`,
    )
    return 0
  }
  const { url, workspace, bundled, readOnly } = served
  // Before the address is printed: who reads it may ask for the end at once.
  const askedToStop = new Promise<void>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.once(signal, () => resolve())
  })
  if (readOnly)
    console.error(`ensemble: ${printableLine(workspace)} is read-only: you can view it, but nothing runs or changes.`)
  const copy = bundled ? [`No workspace in this folder or a parent: opening your copy of the sample, ${workspace}`] : []
  tell({ started: true, url, workspace }, ...copy, `listening on ${url}`)
  if (served.settings.openBrowser) openBrowser(url)
  // A person who ends the server doesn't wait for git.
  void problemsInGit(workspace).then((problems) => {
    for (const { message } of problems) console.error(`ensemble: ${printableLine(message)}`)
  })
  await askedToStop
  await served.stop()
  return 0
}
