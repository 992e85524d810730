import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { inRoot } from '../repo.mjs'

/**
 * @typedef {object} Served
 * @property {string} url
 * @property {number} pid
 * @property {number} startMs from starting the process to its first answer
 * @property {() => Promise<void>} kill as the power switch does
 * @property {() => Promise<number | null>} stop as SIGTERM asks; resolves to the exit code
 * @property {() => string} errors what it wrote to stderr
 */

/**
 * The built server as its own process.
 * @param {string} root its workspace
 * @param {Record<string, string>} [env]
 * @returns {Promise<Served>}
 */
export async function startServer(root, env = {}) {
  const startedAt = performance.now()
  const child = spawn(
    process.execPath,
    [inRoot('apps', 'server', 'bin', 'ensemble.mjs'), 'serve', '--workspace', root, '--port', '0'],
    {
      // The person's own list of workspaces stays as it is.
      env: {
        ...process.env,
        XDG_DATA_HOME: `${root}/.ensemble/data`,
        ENSEMBLE_SIMULATED_PACE: '0',
        BROWSER: 'none',
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  let errors = ''
  child.stderr.on('data', (chunk) => (errors += chunk))
  const exited = once(child, 'exit')
  const url = await new Promise((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      output += chunk
      const found = /listening on (\S+)/.exec(output)?.[1]
      if (found !== undefined) resolve(found)
    })
    child.once('exit', (code) => reject(new Error(`The server ended with ${code} at its start: ${output}${errors}`)))
  })
  const end = async (/** @type {NodeJS.Signals} */ signal) => {
    child.kill(signal)
    const [code] = await exited
    return code
  }
  return {
    url,
    pid: child.pid ?? 0,
    startMs: performance.now() - startedAt,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
    errors: () => errors,
  }
}
