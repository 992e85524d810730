import { lstat, open, readdir, rm, utimes } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { type ArtifactStore, EnsembleError, sha256Bytes } from '@ensemble/core'
import { atomicWrite } from '../workspace/atomic-write.ts'
import { storageSentence } from '../workspace/storage-trouble.ts'
import { readIfThere } from '../workspace/missing-file.ts'

/** Files that Activities produced, by the hash of their bytes; parts are read without loading the whole. */
export interface ArtifactFiles extends ArtifactStore {
  size(hash: string): Promise<number | undefined>
  /** Removes a file; a missing one isn't an error. */
  remove(hash: string): Promise<void>
  /** All of them; `at` is when one was last made, in milliseconds. */
  list(): Promise<readonly { readonly hash: string; readonly bytes: number; readonly at: number }[]>
  /** Bytes that all files together take. */
  total(): Promise<number>
  /** Bytes `start` to `end`, both included. */
  readPart(hash: string, start: number, end: number): ReadableStream<Uint8Array>
}

const HASH = /^[0-9a-f]{64}$/
const PIECE = 256 * 1024

/** `isSecret` tells whether bytes hold a secret; such a file is not kept. */
export const createArtifactFiles = (
  root: string,
  isSecret: (bytes: Uint8Array) => boolean = () => false,
): ArtifactFiles => {
  const folder = join(root, '.ensemble', 'artifacts')
  const pathOf = (hash: string): string => join(folder, hash.slice(0, 2), hash)
  const size = async (hash: string): Promise<number | undefined> => {
    if (!HASH.test(hash)) return undefined
    // A link could lead to any file of this user.
    const found = await lstat(pathOf(hash)).catch(() => undefined)
    return found?.isFile() === true ? found.size : undefined
  }
  const list: ArtifactFiles['list'] = async () => {
    const names = await readdir(folder, { recursive: true }).catch(() => [])
    const found = await Promise.all(
      names.map(async (path) => {
        const hash = basename(path)
        const file = HASH.test(hash) ? await lstat(pathOf(hash)).catch(() => undefined) : undefined
        return file?.isFile() === true ? [{ hash, bytes: file.size, at: file.mtimeMs }] : []
      }),
    )
    return found.flat()
  }
  return {
    put: async (bytes) => {
      if (isSecret(bytes)) throw new Error('The file holds a secret of this workspace, so it is not kept.')
      const hash = sha256Bytes(bytes)
      if ((await size(hash)) === bytes.byteLength) {
        // Made again just now: it may be unused until the event that names it is recorded.
        const now = new Date()
        await utimes(pathOf(hash), now, now).catch(() => undefined)
        return hash
      }
      try {
        await atomicWrite(pathOf(hash), bytes)
      } catch (error) {
        const why = storageSentence(error)
        throw why === undefined ? error : new EnsembleError('engine.storage', `The file cannot be kept. ${why}`)
      }
      return hash
    },
    get: async (hash) => ((await size(hash)) === undefined ? undefined : await readIfThere(pathOf(hash))),
    size,
    remove: async (hash) => {
      if (HASH.test(hash)) await rm(pathOf(hash), { force: true })
    },
    list,
    total: async () => (await list()).reduce((sum, { bytes }) => sum + bytes, 0),
    readPart: (hash, start, end) => {
      let handle: Awaited<ReturnType<typeof open>> | undefined
      let at = start
      return new ReadableStream({
        pull: async (controller) => {
          handle ??= await open(pathOf(hash), 'r')
          const piece = new Uint8Array(Math.min(PIECE, end - at + 1))
          const { bytesRead } = await handle.read(piece, 0, piece.byteLength, at)
          at += bytesRead
          if (bytesRead > 0) controller.enqueue(piece.subarray(0, bytesRead))
          if (bytesRead === 0 || at > end) {
            await handle.close()
            controller.close()
          }
        },
        cancel: async () => {
          await handle?.close()
        },
      })
    },
  }
}
