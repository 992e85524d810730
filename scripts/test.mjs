// `npm test`: installs what it needs, finds a browser, then runs every check and every test there is.
// The last line is `N passed, N failed`; the exit code is 0 only where nothing failed.
import { findBrowser } from './lib/browser.mjs'
import { ensureBuilt } from './lib/build.mjs'
import { runChecks } from './lib/checks.mjs'
import { ensureInstalled } from './lib/install.mjs'
import { ensurePostgres } from './lib/postgres.mjs'
import { seconds } from './lib/run.mjs'
import { runBrowserTests, runUnitTests } from './lib/suites.mjs'

/** A run with more unsteady journeys than this fails: they then hide a fault. */
const MOST_UNSTEADY = 2

const sum = { passed: 0, failed: 0 }

/** @param {string} title @param {() => Promise<{ passed: number, failed: number }>} work */
async function step(title, work) {
  const startedAt = performance.now()
  console.log(`\n${title}`)
  const { passed, failed } = await work().catch((error) => {
    console.error(error)
    return { passed: 0, failed: 1 }
  })
  sum.passed += passed
  sum.failed += failed
  console.log(`${title}: ${passed} ok, ${failed} not ok, ${seconds(startedAt)}`)
}

async function build() {
  await ensureBuilt()
  return { passed: 1, failed: 0 }
}

async function unitTests() {
  return (await ensurePostgres()) ? runUnitTests() : { passed: 0, failed: 1 }
}

async function browserTests() {
  const browser = await findBrowser()
  if (browser) return runBrowserTests(browser, { unsteady: MOST_UNSTEADY })
  console.error('No Chromium was found and none could be installed: install one, or name it in ENSEMBLE_CHROMIUM.')
  return { passed: 0, failed: 1 }
}

if (await ensureInstalled()) {
  await step('Checks', () => runChecks({ unitTestsFollow: true }))
  // First, so that no two tests that need the same part build it at once.
  await step('Build', build)
  await step('Unit tests', unitTests)
  await step('Browser tests', browserTests)
} else {
  sum.failed += 1
}
console.log(`\n${sum.passed} passed, ${sum.failed} failed`)
process.exit(sum.failed === 0 ? 0 : 1)
