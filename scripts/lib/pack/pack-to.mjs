import { join } from 'node:path'
import { run } from '../run.mjs'

/**
 * Packs a folder as `npm publish` does.
 * @param {string} folder absolute
 * @param {string} to absolute; the folder of the tarball
 * @returns {Promise<{ file: string, size: number, unpacked: number, files: number }>} sizes in bytes
 */
export async function packTo(folder, to) {
  const { code, output } = await run(
    'npm',
    ['pack', '--json', '--loglevel=error', '--ignore-scripts', `--pack-destination=${to}`],
    {
      cwd: folder,
      quiet: true,
      shell: process.platform === 'win32',
    },
  )
  if (code !== 0) throw new Error(output)
  const [packed] = JSON.parse(output.slice(output.indexOf('[')))
  return { file: join(to, packed.filename), size: packed.size, unpacked: packed.unpackedSize, files: packed.entryCount }
}
