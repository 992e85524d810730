import { lstat, readFile, readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { EnsembleError } from '@ensemble/core'
import { type AsyncZippable, zip } from 'fflate'
import { LAYOUT_FILE } from './names.ts'

/** The limits of an archive before it is packed. */
const MOST_BYTES = 256 * 1024 * 1024
/** The earliest that the format can say: the same workspace gives the same bytes. */
const MTIME = '1980-01-01T00:00:00'

/** Files of a workspace that people keep: no database, no secrets, no installed code, nothing through a link. */
export const listFiles = async (root: string, folder = ''): Promise<readonly string[]> => {
  const entries = await readdir(join(root, folder), { withFileTypes: true })
  const found = await Promise.all(
    entries.map(async (entry): Promise<readonly string[]> => {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.name.startsWith('.') || entry.name === 'node_modules') return []
      if (entry.isDirectory()) return listFiles(root, path)
      return entry.isFile() ? [path] : []
    }),
  )
  return found.flat().toSorted()
}

/** The layout, unless it or its folder is a link: a link could lead to a key. */
const layoutIn = async (root: string): Promise<readonly string[]> => {
  const folder = await lstat(join(root, dirname(LAYOUT_FILE))).catch(() => undefined)
  const file = await lstat(join(root, LAYOUT_FILE)).catch(() => undefined)
  return folder?.isDirectory() === true && file?.isFile() === true ? [LAYOUT_FILE] : []
}

/** The workspace as one zip. Throws EnsembleError `workspace.tooLarge`. */
export const packWorkspace = async (root: string): Promise<Uint8Array> => {
  const files: AsyncZippable = {}
  let size = 0
  for (const file of [...(await listFiles(root)), ...(await layoutIn(root))]) {
    const bytes = await readFile(join(root, file)).catch(() => undefined)
    if (bytes === undefined) continue
    size += bytes.byteLength
    if (size > MOST_BYTES)
      throw new EnsembleError(
        'workspace.tooLarge',
        `The workspace holds more than ${MOST_BYTES / 1024 / 1024} MB of files: pack its folder yourself.`,
      )
    files[file] = bytes
  }
  // In separate threads: packing takes seconds.
  return new Promise((packed, fail) =>
    zip(files, { level: 6, mtime: MTIME }, (error, archive) => (error === null ? packed(archive) : fail(error))),
  )
}
