// `npm run build`: bundles every package and the page, whatever their age.
import { ensureBuilt } from './lib/build.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { seconds } from './lib/run.mjs'

const startedAt = performance.now()
if (!(await ensureInstalled())) process.exit(1)
try {
  const toStart = process.argv.includes('--stale')
  await ensureBuilt({ force: !toStart, toStart })
} catch (error) {
  console.error(`Ensemble could not be built: ${error instanceof Error ? error.message : String(error)}`)
  process.exit(1)
}
console.log(`Built in ${seconds(startedAt)}.`)
