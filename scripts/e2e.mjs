// `npm run e2e [-- args of Playwright]`: the browser tests alone, against a fresh build.
import { findBrowser } from './lib/browser.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { runBrowserTests } from './lib/suites.mjs'

await ensureBuilt()
const browser = await findBrowser()
if (!browser) throw new Error('No Chromium was found: install one, or name it in ENSEMBLE_CHROMIUM.')
const { passed, failed } = await runBrowserTests(browser, { args: process.argv.slice(2) })
console.log(`${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
