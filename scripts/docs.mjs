// `npm run docs`: writes the pages of docs/errors from their table, the score on the official JSON Schema Test Suite, the
// published schemas, and the types of the page's client from the routes.
import { spawnSync } from 'node:child_process'
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { errorPages } from './lib/error-pages.mjs'
import { binOf, inRoot, root } from './lib/repo.mjs'

const folder = inRoot('docs', 'errors')
const pages = errorPages()
for (const file of readdirSync(folder)) if (file.endsWith('.md') && !pages.has(file)) rmSync(`${folder}/${file}`)
for (const [file, text] of pages) writeFileSync(`${folder}/${file}`, text)
console.log(`${pages.size} pages in docs/errors`)

const written = [
  'packages/core/src/call/json-schema-suite.test.ts',
  'packages/core/src/editor/published-schema.test.ts',
  'scripts/client-types/client-types.test.mjs',
]
const { status } = spawnSync(process.execPath, [binOf('vitest'), 'run', ...written, '--update'], {
  cwd: root,
  env: { ...process.env, UPDATE_SCHEMAS: '1' },
  stdio: 'inherit',
})
process.exitCode = status ?? 1
