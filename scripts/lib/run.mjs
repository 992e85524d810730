import { spawn } from 'node:child_process'
import { root } from './repo.mjs'

/** Tools that colour their output in CI would fill a log with escape codes. */
const PLAIN = process.stdout.isTTY ? {} : { NO_COLOR: '1' }

/**
 * Runs a command to its end.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: Record<string, string | undefined>, quiet?: boolean, shell?: boolean, timeoutMs?: number }} [options]
 *   `quiet` keeps the output back instead of passing it through.
 * @returns {Promise<{ code: number, output: string }>} 127 where the command could not be started
 */
export function run(command, args, options = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: options.cwd ?? root,
      env: { ...PLAIN, ...process.env, ...options.env },
      stdio: options.quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      shell: options.shell ?? false,
      timeout: options.timeoutMs,
    })
    let output = ''
    child.stdout?.on('data', (chunk) => (output += chunk))
    child.stderr?.on('data', (chunk) => (output += chunk))
    child.on('error', (error) => resolve({ code: 127, output: output + error.message }))
    child.on('close', (code) => resolve({ code: code ?? 1, output }))
  })
}

/**
 * @param {string} script
 * @param {readonly string[]} args
 * @param {Parameters<typeof run>[2]} [options]
 */
export const runNode = (script, args, options) => run(process.execPath, [script, ...args], options)

/** @param {number} startedAt from `performance.now()` */
export const seconds = (startedAt) => `${((performance.now() - startedAt) / 1000).toFixed(1)} s`
