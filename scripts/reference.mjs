// `npm run reference [-- FOLDER]`: writes the API reference of the packages as web pages into FOLDER (`reference/`), from the docstrings.
// Fails where a docstring links to a name that isn't there.
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { binOf, inRoot } from './lib/repo.mjs'
import { runNode } from './lib/run.mjs'

/** Entries that serve the server and the page, and may change in any minor version (docs/versions.md). */
const INSIDE = ['./host', './editor', './snippets', './import', './export']

/** @param {string} folder @returns {readonly string[]} the sources of the entries that programs import */
function entriesOf(folder) {
  /** @type {{ exports: Record<string, { 'ensemble-source': string }> }} */
  const { exports } = JSON.parse(readFileSync(inRoot(folder, 'package.json'), 'utf8'))
  return Object.entries(exports)
    .filter(([entry]) => !INSIDE.includes(entry))
    .map(([, conditions]) => join(inRoot(folder), conditions['ensemble-source']))
}

const out = resolve(process.argv[2] ?? inRoot('reference'))
const { version } = JSON.parse(readFileSync(inRoot('packages/core/package.json'), 'utf8'))
const entries = [...entriesOf('packages/core'), ...entriesOf('apps/server')]
// The repository's own compiler has checked the types; typedoc's is older and only reads them.
const strict = '--skipErrorChecking --treatWarningsAsErrors --logLevel Warn --validation.notExported false'.split(' ')
const { code } = await runNode(binOf('typedoc', 'typedoc', 'scripts/client-types'), [
  '--tsconfig',
  inRoot('apps/server/tsconfig.json'),
  '--out',
  out,
  '--name',
  `Ensemble ${version}`,
  '--disableGit',
  '--sourceLinkTemplate',
  '{path}:{line}',
  '--readme',
  'none',
  '--excludeInternal',
  ...strict,
  ...entries,
])
if (code === 0) console.log(`${out}/index.html`)
process.exitCode = code
