// Fails when an import points the wrong way (ARCHITECTURE.md).
import { readFileSync, readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { wrongArrows } from './lib/arrows.mjs'
import { inRoot, root } from './lib/repo.mjs'

/** `simulation` and `testing` are tools of the tests, though other files than tests share them. */
const SKIPPED = new Set(['node_modules', 'dist', '.ensemble', 'bench', 'simulation', 'test', 'testing', 'tests'])

/** @param {string} folder @returns {string[]} */
const sourceFiles = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) return SKIPPED.has(entry.name) ? [] : sourceFiles(path)
    return /\.tsx?$/.test(entry.name) && !/\.test(-d)?\.tsx?$/.test(entry.name) ? [path] : []
  })

const files = ['packages', 'apps', 'examples'].flatMap((folder) => sourceFiles(inRoot(folder)))
const wrong = wrongArrows(
  files.map((file) => ({ path: relative(root, file).split(sep).join('/'), text: readFileSync(file, 'utf8') })),
)
for (const sentence of wrong) console.error(sentence)
console.log(`${files.length} files, ${wrong.length} wrong arrows`)
process.exit(wrong.length === 0 ? 0 : 1)
