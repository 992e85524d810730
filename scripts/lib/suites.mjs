import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { BROWSER_VARIABLE } from './browser.mjs'
import { binOf, inRoot } from './repo.mjs'
import { runNode } from './run.mjs'

/** @typedef {{ passed: number, failed: number }} Totals */

/**
 * A suite that ends badly without a count (it did not even start) is one failure.
 * @param {number} code
 * @param {Totals | undefined} counted
 * @returns {Totals}
 */
const totals = (code, counted) => {
  const { passed, failed } = counted ?? { passed: 0, failed: 0 }
  return { passed, failed: code !== 0 && failed === 0 ? 1 : failed }
}

/** @param {string} file */
const readReport = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined)

const playwright = () => binOf('@playwright/test', 'playwright', 'e2e')

/** @param {string} name */
function reportFile(name) {
  const folder = inRoot('e2e', 'results')
  mkdirSync(folder, { recursive: true })
  const file = `${folder}/${name}.json`
  rmSync(file, { force: true })
  return file
}

/** The tests next to the sources. @returns {Promise<Totals>} */
export async function runUnitTests() {
  const file = reportFile('unit')
  const { code } = await runNode(binOf('vitest'), [
    'run',
    '--reporter=dot',
    '--reporter=json',
    `--outputFile.json=${file}`,
  ])
  const report = readReport(file)
  // A file that fails to load holds no test, yet it is a failure.
  const emptyFailures = (report?.testResults ?? []).filter(
    (/** @type {{ status: string, assertionResults: unknown[] }} */ result) =>
      result.status === 'failed' && result.assertionResults.length === 0,
  ).length
  return totals(code, report && { passed: report.numPassedTests, failed: report.numFailedTests + emptyFailures })
}

/**
 * The environment of scripts that drive the product without being tests: pictures, measurements, kills.
 * @param {string} browser its path
 * @param {'bench' | 'kills' | 'pictures'} folder of e2e
 * @param {readonly string[]} args passed on to Playwright
 */
export const runWithBrowser = (browser, folder, args) =>
  runNode(playwright(), ['test', '-c', `e2e/${folder}`, ...args], {
    env: { [BROWSER_VARIABLE]: browser },
  })

/**
 * The journeys in a real browser.
 * @param {string} browser its path
 * @param {readonly string[]} [args] passed on to Playwright
 * @returns {Promise<Totals>}
 */
export async function runBrowserTests(browser, args = []) {
  const file = reportFile('browser')
  const env = { [BROWSER_VARIABLE]: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: file }
  const { code } = await runNode(playwright(), ['test', '-c', 'e2e', ...args], { env })
  const stats = readReport(file)?.stats
  if (stats?.unexpected > 0) await trace(browser)
  return totals(code, stats && { passed: stats.expected + stats.flaky, failed: stats.unexpected })
}

/** At most so many failed journeys run again: where all fail, they fail for one reason. */
const MOST_TRACED = 5

/**
 * Runs the failed journeys once more for a trace of what they do. They have failed, whatever they come to now.
 * @param {string} browser its path
 */
async function trace(browser) {
  console.log('\nFailed journeys run once more, to record a trace. They count as failed, also if they pass now.')
  const args = [
    '--last-failed',
    `--last-failed-file=${inRoot('e2e', 'results', 'artifacts', '.last-run.json')}`,
    `--output=${inRoot('e2e', 'results', 'traced')}`,
    '--trace=on',
    `--max-failures=${MOST_TRACED}`,
  ]
  const env = { [BROWSER_VARIABLE]: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile('traced') }
  await runNode(playwright(), ['test', '-c', 'e2e', ...args], { env, timeoutMs: 180_000 })
}
