import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const COMMAND = join(import.meta.dirname, '../bin/ensemble.mjs')

/** Milliseconds of processor time of a process, Linux alone: of its main thread, and of all. @param {number} pid */
export const processorOf = (pid) => {
  const threads = readdirSync(`/proc/${pid}/task`).map((thread) => {
    const [nanoseconds] = readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')
    return { isMain: Number(thread) === pid, ms: Number(nanoseconds) / 1e6 }
  })
  const sum = (some) => some.reduce((total, { ms }) => total + ms, 0)
  return { main: sum(threads.filter(({ isMain }) => isMain)), all: sum(threads) }
}

/**
 * Starts the built server on a workspace. `ms` and `cpu` (processor milliseconds) count until it listens. It ends with
 * this process, also where a measurement throws. Rejects with what it printed if it ends before it listens.
 *
 * @param {string} workspace
 * @param {Record<string, string>} env
 */
export const startServer = (workspace, env) =>
  new Promise((resolve, reject) => {
    const startedAt = performance.now()
    const child = spawn(process.execPath, [COMMAND, 'serve', '--workspace', workspace, '--port', '0'], {
      env: { ...process.env, CI: 'true', BROWSER: 'none', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    const kill = () => child.kill('SIGKILL')
    process.once('exit', kill)
    const ended = new Promise((over) => child.once('close', over))
    let printed = ''
    const hear = (piece) => {
      printed += piece
      const url = /listening on (http\S+)/.exec(printed)?.[1]
      if (url === undefined) return
      const ms = performance.now() - startedAt
      const cpu = processorOf(child.pid).all
      const end = async (signal = 'SIGTERM') => {
        child.kill(signal)
        await ended
        process.off('exit', kill)
      }
      resolve({ url, pid: child.pid, ms, cpu, end })
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    void ended.then(() => reject(new Error(`The server did not start:\n${printed}`)))
  })
