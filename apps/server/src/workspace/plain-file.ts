import { type Stats, close, lstat, open, read } from 'node:fs'
import { readFile } from 'node:fs/promises'

/** Larger files are read by the promises of node:fs, whose costs only show where there are thousands. */
const MOST_BYTES = 1024 * 1024

/** The entry at a path, a link unfollowed; undefined if unreadable. */
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
 * The bytes of a file of known size, by callbacks: promises take twice the time for thousands of files. A file that
 * changed its size is read alone.
 */
export const readLookedAt = async (path: string, { size }: Stats): Promise<Uint8Array> => {
  if (size >= MOST_BYTES) return readFile(path)
  const bytes = await readFirst(path, size + 1)
  return bytes.length === size ? bytes : readFile(path)
}
