// Fails when code or a page cites a section of the docs that does not exist, for dead links, and for pictures of an older page.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { anchorsOf, deadLinks, lostCitations, stalePictures } from './lib/citations.mjs'
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
const texts = inRoot('apps/web/src/platform/i18n/en')
const catalogue = readdirSync(texts)
  .map((file) => readFileSync(`${texts}/${file}`, 'utf8'))
  .join('\n')
const lost = [
  ...files.flatMap((path) => {
    const file = { path, text: readFileSync(inRoot(path), 'utf8') }
    const isPage = path.endsWith('.md') && !path.includes('/fixtures/')
    return [
      ...lostCitations(file, anchorsIn),
      ...(isPage ? deadLinks(file, (to) => existsSync(inRoot(to)), anchorsIn) : []),
    ]
  }),
  ...stalePictures(JSON.parse(readFileSync(inRoot('docs/media/pictures.json'), 'utf8')), catalogue),
]
for (const sentence of lost) console.error(sentence)
console.log(`${files.length} files, ${lost.length} citations, links and pictures that lead nowhere`)
process.exit(lost.length === 0 ? 0 : 1)
