import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { inRoot } from '../repo.mjs'
import { NAMES } from './names.mjs'

const IMPORTS = [
  ['createRegistry', '@ensemble/core'],
  ['createExecutor', '@ensemble/core'],
  ['createValidator', '@ensemble/core/validate'],
  ['createOpenAiModel', '@ensemble/core/openai'],
  ['compareTraces', '@ensemble/core/trace'],
]

/**
 * The code that a browser loads, at first and when needed, for a program that imports one name: minified, gzip.
 * @param {string} core the staged package, absolute
 * @returns {Promise<readonly { name: string, entry: string, first: number, later: number }[]>} bytes
 */
export async function browserSizes(core) {
  const { rolldown } = await import('rolldown')
  const folder = mkdtempSync(inRoot('packages/core/node_modules/.sizes-'))
  const { exports } = JSON.parse(readFileSync(join(core, 'package.json'), 'utf8'))
  const modules = [inRoot('packages/core/node_modules')]
  try {
    const sizes = []
    for (const [name = '', entry = ''] of IMPORTS) {
      const file = join(core, exports[entry.replace(NAMES.core, '.')].default)
      const program = join(folder, 'program.js')
      writeFileSync(program, `import { ${name} } from '${file}'\nglobalThis.used = ${name}\n`)
      const built = await rolldown({ input: program, platform: 'browser', logLevel: 'silent', resolve: { modules } })
      const out = join(folder, name)
      await built.write({ dir: out, format: 'esm', minify: true, entryFileNames: 'first.js' })
      await built.close()
      const bytes = readdirSync(out).map((part) => ({ part, size: gzipSync(readFileSync(join(out, part))).length }))
      const total = bytes.reduce((sum, { size }) => sum + size, 0)
      const first = bytes.find(({ part }) => part === 'first.js')?.size ?? 0
      sizes.push({ name, entry, first, later: total - first })
    }
    return sizes
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
