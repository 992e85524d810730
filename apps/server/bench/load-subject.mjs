import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

const here = import.meta.dirname

/** The exports of a subject, bundled as the product is. @param {string} input a file of this folder */
export async function loadSubject(input) {
  // Inside the repository, so that it finds libsql.
  const folder = await mkdtemp(join(here, '../../../node_modules', '.server-bench-'))
  const build = await rolldown({
    input: join(here, input),
    platform: 'node',
    external: ['libsql'],
    resolve: { mainFields: ['module', 'main'], conditionNames: ['ensemble-source', 'import', 'node', 'default'] },
    logLevel: 'silent',
  })
  await build.write({ dir: folder, format: 'esm', entryFileNames: 'index.mjs' })
  await build.close()
  // Its lazy parts load until the end.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return await import(join(folder, 'index.mjs'))
}
