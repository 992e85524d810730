import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )

/** Whether the folder is there now; false where the one above it is missing. Throws what else the system refuses. */
const make = async (path: string): Promise<boolean> => {
  try {
    await mkdir(path)
    return true
  } catch (error) {
    if (await isFolder(path)) return true
    const code = error instanceof Error && 'code' in error ? error.code : ''
    if (code === 'ENOENT') return false
    // A file of that name is there: what the system says one step further down.
    if (code === 'EEXIST')
      throw Object.assign(new Error(`${path} isn't a folder`, { cause: error }), { code: 'ENOTDIR', path })
    throw error
  }
}

/**
 * Makes a folder and missing parents. Throws the system's reason: `recursive` of Node.js calls every failure ENOENT and
 * never ends in /proc.
 */
export const makeFolder = async (path: string): Promise<void> => {
  if (await make(path)) return
  if (dirname(path) !== path) await makeFolder(dirname(path))
  if (!(await make(path))) await mkdir(path)
}
