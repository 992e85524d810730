import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { binOf, inRoot } from './repo.mjs'
import { run, runNode } from './run.mjs'

/** Where the tests read the browser's path from, once it was found. */
export const BROWSER_VARIABLE = 'ENSEMBLE_CHROMIUM'

/** Chromium without windows: it draws the same pages, and opening one takes it a third less work. */
const SHELL = 'chromium-headless-shell'
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge-stable']
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

/** A browser that is installed but lacks its libraries does not start: only one that tells its version counts. */
async function starts(/** @type {string} */ path) {
  if (process.platform === 'win32') return existsSync(path)
  const { code, output } = await run(path, ['--version'], { quiet: true, timeoutMs: 20_000 })
  return code === 0 && /\d+\.\d+/.test(output)
}

async function systemBrowser() {
  const named = process.env[BROWSER_VARIABLE] ?? process.env['CHROME_PATH']
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
  const candidates = [...(named ? [named] : []), ...onPath, ...PLACES]
  for (const path of candidates) if (existsSync(path) && (await starts(path))) return path
  return undefined
}

async function playwrightBrowser() {
  const path = createRequire(inRoot('e2e', 'package.json'))('@playwright/test').chromium.executablePath()
  return existsSync(path) && (await starts(path)) ? path : undefined
}

async function downloadPlaywrightBrowser() {
  console.log('No Chromium found: fetching the one that Playwright brings …')
  const { code } = await runNode(binOf('@playwright/test', 'playwright', 'e2e'), ['install', 'chromium'], {
    quiet: true,
    env: { PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000' },
    timeoutMs: 240_000,
  })
  return code === 0 ? playwrightBrowser() : undefined
}

const isOurDebian = () =>
  existsSync('/etc/debian_version') &&
  !/ubuntu/i.test(readFileSync('/etc/os-release', 'utf8')) &&
  process.getuid?.() === 0

async function installDebianPackage() {
  if (!isOurDebian()) return undefined
  console.log(`Installing Debian's ${SHELL} …`)
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  const install = ['-qq', '-y', '-o', 'Acquire::Retries=1', 'install', '--no-install-recommends', SHELL]
  await run('apt-get', ['update', '-qq'], { quiet: true, env, timeoutMs: 60_000 })
  const { code, output } = await run('apt-get', install, { quiet: true, env, timeoutMs: 120_000 })
  if (code !== 0) console.error(output.split('\n').slice(-5).join('\n'))
  return code === 0 ? systemBrowser() : undefined
}

/** A build machine of ours gets the shell in place of the whole browser, which it keeps where that fails. @param {string} found */
async function lighter(found) {
  const isNamed = found === process.env[BROWSER_VARIABLE] || found === process.env['CHROME_PATH']
  if (process.env['CI'] !== 'true' || isNamed || found.endsWith(SHELL)) return found
  return (await installDebianPackage()) ?? found
}

/**
 * A Chromium the browser tests can drive: the system's, else Playwright's own, else Debian's package.
 * @returns {Promise<string | undefined>} its path
 */
export async function findBrowser() {
  const found = await systemBrowser()
  if (found) return lighter(found)
  return (await playwrightBrowser()) ?? (await downloadPlaywrightBrowser()) ?? (await installDebianPackage())
}
