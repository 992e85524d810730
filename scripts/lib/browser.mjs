import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { binOf, inRoot } from './repo.mjs'
import { run, runNode } from './run.mjs'

/** Where the tests read the browser's path from, once it was found. */
export const BROWSER_VARIABLE = 'ENSEMBLE_CHROMIUM'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge-stable']
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

async function installDebianPackage() {
  const isDebian = existsSync('/etc/debian_version') && !/ubuntu/i.test(readFileSync('/etc/os-release', 'utf8'))
  if (!isDebian || process.getuid?.() !== 0) return undefined
  console.log("Playwright's could not be used: installing Debian's chromium …")
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-qq'], { quiet: true, env })
  const { code, output } = await run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', 'chromium'], {
    quiet: true,
    env,
  })
  if (code !== 0) console.error(output.split('\n').slice(-5).join('\n'))
  return code === 0 ? systemBrowser() : undefined
}

/**
 * A Chromium the browser tests can drive: the system's, else Playwright's own, else Debian's package.
 * @returns {Promise<string | undefined>} its path
 */
export async function findBrowser() {
  return (
    (await systemBrowser()) ??
    (await playwrightBrowser()) ??
    (await downloadPlaywrightBrowser()) ??
    (await installDebianPackage())
  )
}
