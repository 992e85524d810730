// `npm run prices`: updates the built-in prices and limits of models from the newest packages that publish them, dated by their version. Needs
// the network; read the diff before you commit. Exit 2 if the registry is unreachable.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { binOf, inRoot } from './lib/repo.mjs'
import { SOLD, toLimits, toPriceTable } from './lib/price-table.mjs'
import { run } from './lib/run.mjs'

const SOURCE = '@pydantic/genai-prices'
/** Its models.generated.js has the limits, from models.dev and the providers' own lists. */
const LIMITS_SOURCE = '@earendil-works/pi-ai'
const FILE = inRoot('packages/core/src/model/built-in-prices.ts')
const LIMITS_FILE = inRoot('packages/core/src/model/built-in-limits.ts')

const shell = process.platform === 'win32'
const npm = async (/** @type {string[]} */ args, cwd = tmpdir()) => {
  const { code, output } = await run('npm', args, { cwd, quiet: true, shell, timeoutMs: 120_000 })
  if (code !== 0) throw new Error(output.trim() || `npm ${args[0]} failed`)
  return output
}
/** npm's answer, without the warnings around it. @param {string} text */
const jsonIn = (text) => JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))

const folder = mkdtempSync(join(tmpdir(), 'ensemble-prices-'))
/** Fetches the newest version of a package, imports a file of it, and says its version and date. @param {string} name @param {string} file */
const newest = async (name, file) => {
  const { version, time } = jsonIn(await npm(['view', name, 'version', 'time', '--json']))
  const place = mkdtempSync(join(folder, 'package-'))
  // Its own files alone: what it depends on is not needed.
  const packed = (await npm(['pack', `${name}@${version}`], place)).trim().split('\n').at(-1) ?? ''
  await run('tar', ['-xzf', packed], { cwd: place, quiet: true })
  const loaded = await import(pathToFileURL(join(place, 'package', 'dist', file)).href)
  return { loaded, version, date: String(time[version]).slice(0, 10) }
}

try {
  const {
    loaded: { findProvider },
    version,
    date,
  } = await newest(SOURCE, 'index.js')
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

/** A Request's cost in the table's currency; null without a price, never a guess. */
export const costOf = (usage: ModelUsage, modelName: string, table: PriceTable = PRICES): number | null =>
  costAt(usage, modelName, table)
`,
  )
  const published = await newest(LIMITS_SOURCE, 'models.generated.js')
  const limits = toLimits(published.loaded.MODELS)
  writeFileSync(
    LIMITS_FILE,
    `// Written by \`npm run prices\` from ${LIMITS_SOURCE} (MIT): edit scripts/lib/price-table.mjs instead.
import type { LimitTable } from './limits.ts'

/** Tokens at most, as providers published them by the date: context window, then answer. */
export const LIMITS: LimitTable = {
  date: '${published.date}',
  source: '${LIMITS_SOURCE} ${published.version}',
  models: ${JSON.stringify(limits)},
}
`,
  )
  await run(process.execPath, [binOf('prettier'), '--write', FILE, LIMITS_FILE], { cwd: inRoot(), quiet: true })
  console.log(`Prices of ${Object.keys(models).length} models as of ${date}, from ${SOURCE} ${version}`)
  console.log(
    `Limits of ${Object.keys(limits).length} models as of ${published.date}, from ${LIMITS_SOURCE} ${published.version}`,
  )
} catch (error) {
  console.error(`The prices could not be renewed: ${error instanceof Error ? error.message : error}`)
  process.exitCode = 2
} finally {
  rmSync(folder, { recursive: true, force: true })
}
