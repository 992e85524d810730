// `npm run edit-kills`: ends browser or server at once while somebody types, fifty times, and says what was lost. ENSEMBLE_KILLS=n
// for another number.
import { findBrowser } from './lib/browser.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { runWithBrowser } from './lib/suites.mjs'

await ensureBuilt()
const browser = await findBrowser()
if (!browser) throw new Error('No Chromium was found: install one, or name it in ENSEMBLE_CHROMIUM.')
const { code } = await runWithBrowser(browser, 'kills', process.argv.slice(2))
process.exit(code)
