import { readFile, stat } from 'node:fs/promises'

/** No such file, or a link that leads nowhere. */
const MISSING: readonly unknown[] = ['ENOENT', 'ENOTDIR', 'ELOOP']

export const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined

export const isMissing = (error: unknown): boolean => MISSING.includes(codeOf(error))

/** Bytes of a file, undefined if missing. A folder or pipe of that name is never opened: a pipe would block. */
export const readIfThere = async (path: string): Promise<Uint8Array | undefined> => {
  try {
    return (await stat(path)).isFile() ? await readFile(path) : undefined
  } catch (error) {
    if (isMissing(error)) return undefined
    throw error
  }
}
