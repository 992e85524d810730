// `npm run screenshots`: the pictures of the README and the video of a build, from the real product.
import { findBrowser } from './lib/browser.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { runWithBrowser } from './lib/suites.mjs'

await ensureBuilt()
const browser = await findBrowser()
if (!browser) throw new Error('No Chromium was found: install one, or name it in ENSEMBLE_CHROMIUM.')
const { code } = await runWithBrowser(browser, 'pictures', process.argv.slice(2))
process.exit(code)
