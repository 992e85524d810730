import { binOf, inRoot } from './repo.mjs'
import { runNode } from './run.mjs'

/**
 * @typedef {object} Check
 * @property {string} name
 * @property {string} script
 * @property {readonly string[]} args
 */

const CLIENT_TYPES = 'client types'

/** @returns {readonly Check[]} */
export const checks = () => [
  // One program for both: the compiler's own diagnostics come with the rules that need types.
  {
    name: 'types and lint',
    script: binOf('oxlint'),
    args: ['--type-aware', '--type-check', '--deny-warnings', '--report-unused-disable-directives'],
  },
  { name: 'format', script: binOf('prettier'), args: ['--check', '--cache', '--log-level', 'warn', '.'] },
  { name: 'dead code', script: binOf('knip'), args: ['--no-progress'] },
  { name: 'supply chain', script: inRoot('scripts', 'supply-chain.mjs'), args: ['--check'] },
  { name: 'arrows', script: inRoot('scripts', 'check-arrows.mjs'), args: [] },
  { name: 'words', script: inRoot('scripts', 'check-words.mjs'), args: [] },
  { name: 'citations', script: inRoot('scripts', 'check-citations.mjs'), args: [] },
  // Routes were changed: `npm run docs` makes the types of the page's client again. The unit tests look as well.
  { name: CLIENT_TYPES, script: binOf('vitest'), args: ['run', 'scripts/client-types'] },
]

/**
 * Runs every check, a few at a time, and prints one line for each.
 * @param {{ unitTestsFollow?: boolean }} [options] `unitTestsFollow`: what they look at is left to them
 * @returns {Promise<{ passed: number, failed: number }>}
 */
export async function runChecks({ unitTestsFollow = false } = {}) {
  const waiting = checks().filter(({ name }) => !unitTestsFollow || name !== CLIENT_TYPES)
  const result = { passed: 0, failed: 0 }
  const worker = async () => {
    for (let check = waiting.shift(); check; check = waiting.shift()) {
      const { code, output } = await runNode(check.script, check.args, { quiet: true })
      result[code === 0 ? 'passed' : 'failed'] += 1
      console.log(code === 0 ? `  ok    ${check.name}` : `  FAIL  ${check.name}\n${output.trimEnd()}\n`)
    }
  }
  await Promise.all([worker(), worker(), worker()])
  return result
}
