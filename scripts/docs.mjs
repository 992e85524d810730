// `npm run docs`: writes the pages of docs/errors from their table.
import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { errorPages } from './lib/error-pages.mjs'
import { inRoot } from './lib/repo.mjs'

const folder = inRoot('docs', 'errors')
const pages = errorPages()
for (const file of readdirSync(folder)) if (file.endsWith('.md') && !pages.has(file)) rmSync(`${folder}/${file}`)
for (const [file, text] of pages) writeFileSync(`${folder}/${file}`, text)
console.log(`${pages.size} pages in docs/errors`)
