import { spawn } from 'node:child_process'

const COMMANDS = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] }

/** Whether someone sits in front of this machine and wants a window. */
export function wantsBrowser(env = process.env) {
  if (env['CI'] || env['BROWSER'] === 'none') return false
  if (process.platform === 'darwin' || process.platform === 'win32') return true
  return Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY'])
}

/**
 * Opens the user's browser; where that fails, the address in the terminal is enough.
 * @param {string} url
 */
export function openBrowser(url) {
  const named = process.env['BROWSER']
  const [command = 'xdg-open', ...args] = named
    ? [named]
    : (COMMANDS[/** @type {'darwin' | 'win32'} */ (process.platform)] ?? ['xdg-open'])
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
}
