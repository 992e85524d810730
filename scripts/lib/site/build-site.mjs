import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { binOf, inRoot } from '../repo.mjs'
import { runNode } from '../run.mjs'
import { stageSite } from './stage.mjs'

const INLINE_SCRIPT = /<script(?: id="[\w-]+")?>([\s\S]*?)<\/script>/g

/**
 * The page with its inline scripts as files next to it: the server's policy runs no script that is written into a page.
 * @param {string} file absolute @param {string} folder of the scripts, absolute @param {string} address of that folder
 */
function moveScripts(file, folder, address) {
  const page = readFileSync(file, 'utf8')
  const moved = page.replaceAll(INLINE_SCRIPT, (_, code) => {
    const name = `inline-${createHash('sha256').update(code).digest('hex').slice(0, 8)}.js`
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, name), code)
    return `<script src="${address}${name}"></script>`
  })
  if (moved !== page) writeFileSync(file, moved)
}

/** @param {string} dir absolute */
const htmlIn = (dir) => readdirSync(dir, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.html'))

/**
 * The site of docs/ as files for `/docs/`, with the API reference of the packages below `reference/`. Throws with the output of the step
 * that failed, such as a dead link.
 * @param {string} dir absolute
 */
export async function buildSite(dir) {
  const folder = inRoot('apps/docs')
  const reference = join(folder, 'dist.reference')
  stageSite(join(folder, 'dist.pages'))
  const steps = [
    runNode(binOf('vitepress', 'vitepress', 'apps/docs'), ['build', folder, '--outDir', dir], {
      cwd: folder,
      quiet: true,
    }),
    runNode(inRoot('scripts/reference.mjs'), [reference], { quiet: true }),
  ]
  for (const { code, output } of await Promise.all(steps)) if (code !== 0) throw new Error(output)
  cpSync(reference, join(dir, 'reference'), { recursive: true })
  for (const file of htmlIn(dir)) {
    const isReference = file.startsWith('reference')
    const address = isReference ? `${'../'.repeat(file.split(/[\\/]/).length - 2)}assets/` : '/docs/assets/'
    moveScripts(join(dir, file), join(dir, isReference ? 'reference/assets' : 'assets'), address)
  }
}
