import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { rolldown } from 'rolldown'

/** Bundles a subject of this folder as the package is. Returns the bundle's file, and how to remove it. */
export const bundleSubject = async (name) => {
  // Inside the package, so that its dependencies are found.
  const folder = await mkdtemp(join(import.meta.dirname, '../node_modules', '.song-bench-'))
  const build = await rolldown({
    input: join(import.meta.dirname, name),
    platform: 'node',
    external: ['spessasynth_core', 'wasm-media-encoders'],
    logLevel: 'silent',
  })
  await build.write({ dir: folder, format: 'esm', entryFileNames: 'index.mjs' })
  await build.close()
  return { file: join(folder, 'index.mjs'), remove: () => rm(folder, { recursive: true, force: true }) }
}

/** Bundles a subject and imports it. */
export const importSubject = async (name) => {
  const { file, remove } = await bundleSubject(name)
  try {
    return await import(file)
  } finally {
    await remove()
  }
}
