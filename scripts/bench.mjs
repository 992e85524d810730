// `npm run bench`: the measurements of docs/benchmarks.md.
import { findBrowser } from './lib/browser.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { runWithBrowser } from './lib/suites.mjs'

await ensureBuilt()
const browser = await findBrowser()
if (!browser) throw new Error('No Chromium was found: install one, or name it in ENSEMBLE_CHROMIUM.')
const { code } = await runWithBrowser(browser, 'bench', process.argv.slice(2))
process.exit(code)
