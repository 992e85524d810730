// Fails for phrases that a reader has to read twice (docs/terms.md).
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { badWords } from './lib/words.mjs'
import { inRoot, root } from './lib/repo.mjs'

/** Generated files, recorded data, words of songs, dated pages, and translations. */
const EXEMPT = [
  /^docs\/(decisions|media)\//,
  /\/fixtures\//,
  /^apps\/web\/src\/platform\/i18n\/ru\//,
  /^THIRD-PARTY-NOTICES/,
  /^apps\/web\/src\/platform\/api\/openapi\.ts$/,
  /^scripts\/lib\/words/,
]

/** Texts that follow others: sentences for models (COMPOSER_VERSION), quotes of the page, words of songs. */
const TITLES_ONLY = /^(packages\/core|e2e\/tests|examples\/audio)\//
/** Folders of the core whose sentences people read; their tests quote files. */
const FOR_PEOPLE = /^packages\/core\/src\/(editor|export|import|tool)\/(?!.*\.test\.ts$)/

const KINDS = ['*.ts', '*.tsx', '*.mjs', '*.js', '*.md']
const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', ...KINDS], { cwd: root, encoding: 'utf8' })
const files = listed
  .split('\n')
  .filter((path) => path !== '' && existsSync(inRoot(path)) && !EXEMPT.some((exempt) => exempt.test(path)))
const bad = files.flatMap((path) =>
  badWords({
    path,
    titlesOnly: TITLES_ONLY.test(path) && !FOR_PEOPLE.test(path),
    text: readFileSync(inRoot(path), 'utf8'),
  }),
)
for (const sentence of bad) console.error(sentence)
console.log(`${files.length} files, ${bad.length} phrases to rewrite`)
process.exit(bad.length === 0 ? 0 : 1)
