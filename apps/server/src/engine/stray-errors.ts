import { realpathSync } from 'node:fs'
import { sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Log } from '../http/log.ts'

/** The first frame of an error's stack outside Node; undefined if there is none. */
const originOf = (error: unknown): string | undefined => {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  const frame = stack.split('\n').find((line) => /^\s+at /.test(line) && !/[( ]node:/.test(line)) ?? ''
  // `at name (place:1:2)` or `at async place:1:2`
  const [, path] = /\((.+):\d+:\d+\)$/.exec(frame) ?? /^\s+at (?:async )?(.+):\d+:\d+$/.exec(frame) ?? []
  return path?.startsWith('file://') ? fileURLToPath(path) : path
}

/** A workspace as it was named and without links; its folder may be gone while the server runs. */
const bothPaths = (root: string): readonly string[] => {
  try {
    return [root, realpathSync(root)]
  } catch {
    return [root]
  }
}

/** Whether the workspace's code threw it, or code without a file: this program's code is always in files. */
export const isOfWorkspace = (error: unknown, root: string): boolean => {
  const origin = originOf(error)
  return origin === undefined || bothPaths(root).some((folder) => origin.startsWith(folder + sep))
}

/** A workspace whose code this process runs. */
interface Watched {
  readonly root: string
  readonly log: Log
}
const watched = new Set<Watched>()
let stopHearing: (() => void) | undefined

/** Whether the code of a workspace is among those that are at work right now. */
const isCalledByCode = (): boolean => {
  const stack = new Error('asked for its stack').stack ?? ''
  return [...watched].some(({ root }) => bothPaths(root).some((folder) => stack.includes(folder + sep)))
}

const startHearing = (): (() => void) => {
  const hear = (error: unknown): void => {
    const of = [...watched].find(({ root }) => isOfWorkspace(error, root))
    if (of !== undefined) {
      of.log.error('Code of this workspace failed outside any Call; the server continues', error)
      return
    }
    if (process.listenerCount('uncaughtException') > 1) return
    console.error(error)
    process.exit(1)
  }
  process.on('uncaughtException', hear)
  process.on('unhandledRejection', hear)
  const { exit } = process
  process.exit = (code) => {
    if (isCalledByCode()) throw new Error('Code of a workspace may not end the server (process.exit).')
    return exit(code)
  }
  return () => {
    process.exit = exit
    process.off('uncaughtException', hear)
    process.off('unhandledRejection', hear)
  }
}

/**
 * Logs an error that an Activity throws after it answered, instead of ending the server; a fault of this program still
 * ends it. `process.exit` fails in an Activity: its Run would end the server at each start. Returns how to stop.
 */
export const catchStrayErrors = (root: string, log: Log): (() => void) => {
  const one = { root, log }
  watched.add(one)
  stopHearing ??= startHearing()
  return () => {
    watched.delete(one)
    if (watched.size > 0) return
    stopHearing?.()
    stopHearing = undefined
  }
}
