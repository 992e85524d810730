import { type Stats, close, lstat, open, read } from 'node:fs'
import { readFile } from 'node:fs/promises'

/** Larger files are read by the promises of node:fs, whose costs only show where there are thousands. */
const MOST_BYTES = 1024 * 1024

/** What lies there, a link unfollowed; undefined for nothing that can be looked at. */
export const lookAt = (path: string): Promise<Stats | undefined> =>
  new Promise((resolve) => lstat(path, (error, stats) => resolve(error === null ? stats : undefined)))

/** So many bytes of a file from its beginning, or fewer where it is shorter. */
const readFirst = (path: string, most: number): Promise<Uint8Array> =>
  new Promise((resolve, reject) => {
    open(path, 'r', (refused, file) => {
      if (refused !== null) return reject(refused)
      read(file, Buffer.allocUnsafe(most), 0, most, 0, (failed, count, bytes) => {
        close(file, () => (failed === null ? resolve(bytes.subarray(0, count)) : reject(failed)))
      })
    })
  })

/**
 * The bytes of a file that was looked at: by callbacks, as promises of thousands of files take twice the time. A file that is of
 * another size by now is read by itself.
 */
export const readLookedAt = async (path: string, { size }: Stats): Promise<Uint8Array> => {
  if (size >= MOST_BYTES) return readFile(path)
  const bytes = await readFirst(path, size + 1)
  return bytes.length === size ? bytes : readFile(path)
}
