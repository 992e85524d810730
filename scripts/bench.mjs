// `npm run bench`: the measurements of docs/benchmarks.md; `-- NAME` of the list below: those on its own page alone, without a browser.
import { findBrowser } from './lib/browser.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { inRoot } from './lib/repo.mjs'
import { runNode } from './lib/run.mjs'
import { runWithBrowser } from './lib/suites.mjs'

const args = process.argv.slice(2)
/** Each writes its own page. */
const APART = {
  durable: 'apps/server/bench/durable.mjs',
  engine: 'apps/server/bench/engine.mjs',
  lists: 'apps/server/bench/lists.mjs',
  start: 'apps/server/bench/start.mjs',
  load: 'apps/server/bench/load.mjs',
  loop: 'packages/core/bench/run.mjs',
}
await ensureBuilt()
for (const [name, file] of Object.entries(APART)) {
  if (args.length > 0 && args[0] !== name) continue
  const { code } = await runNode(inRoot(file), args.slice(1))
  if (code !== 0 || args[0] === name) process.exit(code)
}
const browser = await findBrowser()
if (!browser) throw new Error('No Chromium was found: install one, or name it in ENSEMBLE_CHROMIUM.')
const { code } = await runWithBrowser(browser, 'bench', args)
process.exit(code)
