import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname } from 'node:path'
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
const reportPath = (name) => inRoot('e2e', 'results', `${name}.json`)

/** @param {string} name */
function reportFile(name) {
  const file = reportPath(name)
  mkdirSync(dirname(file), { recursive: true })
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
 * @param {{ args?: readonly string[], unsteady?: number }} [options] `args` go to Playwright; `unsteady` says how
 *   many journeys may fail once and pass when they run again (none without it)
 * @returns {Promise<Totals>}
 */
export async function runBrowserTests(browser, { args = [], unsteady = 0 } = {}) {
  const { code, stats } = await runJourneys(browser, 'browser', args)
  const first = totals(code, stats && { passed: stats.expected + stats.flaky, failed: stats.unexpected })
  if (!stats?.unexpected) return first
  console.log('\nFailed journeys run once more, alone and with a trace.')
  const again = await runJourneys(browser, 'again', runAgain, { timeoutMs: 300_000 })
  const judged = judgeAgain(first, again.stats, unsteady)
  if (judged.failed === 0) console.log(`Unsteady: ${failedTitles(readReport(reportPath('browser'))).join('; ')}`)
  return judged
}

/** At most so many failed journeys run again: where all fail, they fail for one reason. */
const MOST_AGAIN = 5

const runAgain = [
  '--last-failed',
  `--last-failed-file=${inRoot('e2e', 'results', 'artifacts', '.last-run.json')}`,
  `--output=${inRoot('e2e', 'results', 'traced')}`,
  '--trace=on',
  '--workers=1',
  `--max-failures=${MOST_AGAIN}`,
]

/**
 * @param {string} browser its path
 * @param {string} report the name of its report
 * @param {readonly string[]} args
 * @param {{ timeoutMs?: number }} [options]
 */
async function runJourneys(browser, report, args, options) {
  const file = reportFile(report)
  const env = { [BROWSER_VARIABLE]: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: file }
  const { code } = await runNode(playwright(), ['test', '-c', 'e2e', ...args], { env, ...options })
  return { code, stats: readReport(file)?.stats }
}

/**
 * A journey that failed along with others and then passes alone is unsteady: named, and no failure of the run
 * while they are few (docs/decisions/2026-11-23-an-unsteady-journey-is-named.md).
 * @param {Totals} first
 * @param {{ expected: number, unexpected: number } | undefined} again the runs of the failed journeys alone
 * @param {number} unsteady how many may be
 * @returns {Totals}
 */
export function judgeAgain(first, again, unsteady) {
  const steadyNow = again?.unexpected === 0 && again.expected === first.failed
  if (!steadyNow || first.failed > unsteady) return first
  return { passed: first.passed + first.failed, failed: 0 }
}

/**
 * The titles of failed journeys, each with its file and line.
 * @param {{ suites: unknown[] }} report
 * @returns {string[]}
 */
export function failedTitles(report) {
  /** @param {any} suite @returns {string[]} */
  const inSuite = (suite) => [
    ...(suite.specs ?? [])
      .filter((/** @type {any} */ spec) => !spec.ok)
      .map((/** @type {any} */ spec) => `${spec.file}:${spec.line} › ${spec.title}`),
    ...(suite.suites ?? []).flatMap(inSuite),
  ]
  return report.suites.flatMap(inSuite)
}
