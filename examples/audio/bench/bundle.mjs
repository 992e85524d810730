import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

/** Bundles a subject of this folder as the package is, and imports it. */
export const importSubject = async (name) => {
  // Inside the package, so that its dependencies are found.
  const folder = await mkdtemp(join(import.meta.dirname, '../node_modules', '.song-bench-'))
  const build = await rolldown({
    input: join(import.meta.dirname, name),
    platform: 'node',
    external: ['spessasynth_core'],
    logLevel: 'silent',
  })
  await build.write({ dir: folder, format: 'esm', entryFileNames: 'index.mjs' })
  await build.close()
  try {
    return await import(join(folder, 'index.mjs'))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
