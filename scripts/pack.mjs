// `npm run pack [-- FOLDER] [--try]`: builds, and writes the packages that a stranger installs into FOLDER (`packed/`), checked and
// measured. With --try they are also installed into an empty folder and run on every runtime that npm has.
import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { ensureBuilt } from './lib/build.mjs'
import { browserSizes } from './lib/pack/browser-sizes.mjs'
import { findFaults } from './lib/pack/faults.mjs'
import { packTo } from './lib/pack/pack-to.mjs'
import { stagePackages } from './lib/pack/stage.mjs'
import { tryPacked } from './lib/pack/try-packed.mjs'
import { inRoot } from './lib/repo.mjs'

const args = process.argv.slice(2)
const to = resolve(args.find((arg) => !arg.startsWith('--')) ?? inRoot('packed'))
const kib = (/** @type {number} */ bytes) => `${(bytes / 1024).toFixed(0)} KiB`

/** @param {string} folder */
async function packAndCheck(folder) {
  const packed = await packTo(folder, to)
  console.log(
    `${basename(packed.file)}  ${kib(packed.size)} packed, ${kib(packed.unpacked)} installed, ${packed.files} files`,
  )
  const found = await findFaults(folder, packed.file)
  for (const fault of found) console.error(`  ${fault}`)
  return { file: packed.file, faults: found.length }
}

await ensureBuilt()
mkdirSync(to, { recursive: true })
for (const old of readdirSync(to)) if (old.endsWith('.tgz')) rmSync(join(to, old))
const staged = stagePackages(join(to, 'staged'))
const core = await packAndCheck(staged.core)
const command = await packAndCheck(staged.command)
console.log('\nIn a browser, minified and compressed:')
for (const { name, entry, first, later } of await browserSizes(staged.core))
  console.log(
    `  ${name.padEnd(18)} ${entry.padEnd(24)} ${kib(first).padStart(8)}${later > 0 ? `, and ${kib(later)} when needed` : ''}`,
  )
let faults = core.faults + command.faults
if (args.includes('--try')) {
  console.log('\nInstalled into an empty folder:')
  faults += await tryPacked({ core: core.file, command: command.file })
}
process.exit(faults === 0 ? 0 : 1)
