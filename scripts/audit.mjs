// `npm run audit`: asks the registry for known holes in what the product ships, with `--all` in what develops it too. Exit 0: none of
// severity high or critical; 1: there are some; 2: the registry could not be asked. It needs the network, so `npm test` leaves it out.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { installedDependencies, shippedDependencies } from './lib/dependencies.mjs'
import { run } from './lib/run.mjs'

const found = process.argv.includes('--all') ? installedDependencies() : shippedDependencies()

/** npm's client audits its own lockfile: this one holds the installed versions, however often a name appears. */
const lockfile = {
  name: 'audited',
  version: '1.0.0',
  lockfileVersion: 3,
  packages: Object.fromEntries([
    ['', { name: 'audited', version: '1.0.0' }],
    ...found.map(({ name, version }, index) => [`holder${index}/node_modules/${name}`, { name, version }]),
  ]),
}

const folder = mkdtempSync(join(tmpdir(), 'ensemble-audit-'))
writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'audited', version: '1.0.0' }))
writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lockfile))
const { output } = await run('npm', ['audit', '--package-lock-only', '--json'], {
  cwd: folder,
  quiet: true,
  shell: process.platform === 'win32',
  timeoutMs: 120_000,
})
rmSync(folder, { recursive: true, force: true })

/** @returns {Record<string, any> | undefined} npm's answer, without the warnings around it */
const answerIn = (/** @type {string} */ text) => {
  try {
    return JSON.parse(text.slice(text.indexOf('{'), text.lastIndexOf('}') + 1))
  } catch {
    return undefined
  }
}

const answer = answerIn(output)
if (answer?.vulnerabilities === undefined) {
  console.error(`The registry could not be asked: ${answer?.message ?? (output.trim() || 'no answer')}`)
  process.exitCode = 2
} else {
  const serious = Object.values(answer.vulnerabilities).filter(({ severity }) =>
    ['high', 'critical'].includes(severity),
  )
  for (const { name, severity, range, via } of serious)
    console.error(`${severity}: ${name} ${range}: ${via.map((/** @type {any} */ one) => one.title ?? one).join('; ')}`)
  console.log(`${found.length} packages, ${serious.length} known holes of severity high or critical`)
  process.exitCode = serious.length === 0 ? 0 : 1
}
