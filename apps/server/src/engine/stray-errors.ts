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

/** Whether the workspace's code threw it, or code without a file: this program's code is always in files. */
export const isOfWorkspace = (error: unknown, root: string): boolean => {
  const origin = originOf(error)
  return origin === undefined || [root, realpathSync(root)].some((folder) => origin.startsWith(folder + sep))
}

/** Whether the code of a workspace is among those that are at work right now. */
const isCalledBy = (root: string): boolean => {
  const stack = new Error('asked for its stack').stack ?? ''
  return [root, realpathSync(root)].some((folder) => stack.includes(folder + sep))
}

/**
 * Logs an error that an Activity throws after it answered, instead of ending the server; a fault of this program still
 * ends it. `process.exit` fails in an Activity: its Run would end the server at each start. Returns how to stop.
 */
export const catchStrayErrors = (root: string, log: Log): (() => void) => {
  const hear = (error: unknown): void => {
    if (isOfWorkspace(error, root)) {
      log.error('Code of this workspace failed outside any Call; the server continues', error)
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
    if (isCalledBy(root)) throw new Error('Code of a workspace may not end the server (process.exit).')
    return exit(code)
  }
  return () => {
    process.exit = exit
    process.off('uncaughtException', hear)
    process.off('unhandledRejection', hear)
  }
}
