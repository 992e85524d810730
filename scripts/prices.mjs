// `npm run prices`: updates the built-in prices from the newest @pydantic/genai-prices, dated by that version. Needs
// the network; read the diff before you commit. Exit 2 if the registry is unreachable.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { binOf, inRoot } from './lib/repo.mjs'
import { SOLD, toPriceTable } from './lib/price-table.mjs'
import { run } from './lib/run.mjs'

const SOURCE = '@pydantic/genai-prices'
const FILE = inRoot('packages/core/src/model/built-in-prices.ts')

const shell = process.platform === 'win32'
const npm = async (/** @type {string[]} */ args, cwd = tmpdir()) => {
  const { code, output } = await run('npm', args, { cwd, quiet: true, shell, timeoutMs: 120_000 })
  if (code !== 0) throw new Error(output.trim() || `npm ${args[0]} failed`)
  return output
}
/** npm's answer, without the warnings around it. @param {string} text */
const jsonIn = (text) => JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))

const folder = mkdtempSync(join(tmpdir(), 'ensemble-prices-'))
try {
  const { version, time } = jsonIn(await npm(['view', SOURCE, 'version', 'time', '--json']))
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  await npm(['install', `${SOURCE}@${version}`, '--ignore-scripts', '--no-audit', '--no-fund'], folder)
  const { findProvider } = await import(pathToFileURL(join(folder, 'node_modules', SOURCE, 'dist', 'index.js')).href)
  const date = String(time[version]).slice(0, 10)
  const providers = Object.keys(SOLD).flatMap((providerId) => findProvider({ providerId }) ?? [])
  const models = toPriceTable(providers, date)
  writeFileSync(
    FILE,
    `// Written by \`npm run prices\` from ${SOURCE} (MIT, Pydantic Services Inc.): edit scripts/lib/price-table.mjs instead.
import { costAt, type PriceTable } from './prices.ts'
import type { ModelUsage } from './model.ts'

/** USD for a million tokens, as providers published them by the date. */
export const PRICES: PriceTable = {
  date: '${date}',
  source: '${SOURCE} ${version}',
  currency: 'USD',
  models: ${JSON.stringify({ ...models, simulated: { input: 0, output: 0 } })},
}

/** What a Request cost in the table's currency; null where the model has no price, never a guess. */
export const costOf = (usage: ModelUsage, modelName: string, table: PriceTable = PRICES): number | null =>
  costAt(usage, modelName, table)
`,
  )
  await run(process.execPath, [binOf('prettier'), '--write', FILE], { cwd: inRoot(), quiet: true })
  console.log(`${Object.keys(models).length} models as of ${date}, from ${SOURCE} ${version}`)
} catch (error) {
  console.error(`The prices could not be renewed: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 2
} finally {
  rmSync(folder, { recursive: true, force: true })
}
