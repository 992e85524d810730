// Fails when code or a page cites a section of the docs that does not exist.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { anchorsOf, lostCitations } from './lib/citations.mjs'
import { inRoot, root } from './lib/repo.mjs'

/** @type {Map<string, Set<string> | undefined>} */
const pages = new Map()

/** @param {string} page */
function anchorsIn(page) {
  if (!pages.has(page))
    pages.set(page, existsSync(inRoot(page)) ? anchorsOf(readFileSync(inRoot(page), 'utf8')) : undefined)
  return pages.get(page)
}

const KINDS = ['*.ts', '*.tsx', '*.mjs', '*.js', '*.md']
const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...KINDS], { cwd: root, encoding: 'utf8' })
const files = listed
  .split('\n')
  .filter((path) => existsSync(inRoot(path)) && path !== '' && !path.startsWith('scripts/lib/citations'))
const lost = files.flatMap((path) => lostCitations({ path, text: readFileSync(inRoot(path), 'utf8') }, anchorsIn))
for (const sentence of lost) console.error(sentence)
console.log(`${files.length} files, ${lost.length} citations that lead nowhere`)
process.exit(lost.length === 0 ? 0 : 1)
