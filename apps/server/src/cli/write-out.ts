import { chmod, realpath, stat, writeFile } from 'node:fs/promises'
import { existsSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { EnsembleError } from '@ensemble/core'
import { atomicWrite } from '../workspace/atomic-write.ts'
import { MANIFEST_FILE } from '../workspace/names.ts'
import { asStorageTrouble } from '../workspace/storage-trouble.ts'

const ifThere = <T>(found: Promise<T>): Promise<T | undefined> => found.catch(() => undefined)

/** Files that make a workspace; others in its folder are the user's. */
const OWN = /^(?:ensemble\.json|mcp\.json|\.ensemble(?:[\\/].*)?|(?:ideas|tools|cases|activities)[\\/].*)$/s

/** Throws EnsembleError `usage` for a file of a workspace, wherever the command runs: a report in its place would lose it. */
const refuseOwn = (target: string, path: string): void => {
  for (let root = dirname(resolve(target)); root !== dirname(root); root = dirname(root)) {
    if (!existsSync(join(root, MANIFEST_FILE))) continue
    const file = relative(root, resolve(target))
    if (!OWN.test(file) || (!file.startsWith('.ensemble') && !existsSync(target))) continue
    throw new EnsembleError('usage', `${path} is a file of the workspace ${root}: name another file to write to.`)
  }
}

/**
 * Writes a file that the user named, all or nothing; writes to a pipe or device directly. Throws EnsembleError
 * `engine.storage`, or `usage` for a file of a workspace.
 */
export const writeOut = async (path: string, content: string | Uint8Array): Promise<void> => {
  try {
    // Through a link, which stays one.
    const target = (await ifThere(realpath(path))) ?? path
    refuseOwn(target, path)
    const before = await ifThere(stat(target))
    if (before !== undefined && !before.isFile()) return await writeFile(target, content)
    // A folder that was mistyped is not made.
    await stat(dirname(target) + sep)
    await atomicWrite(target, content)
    if (before !== undefined) await chmod(target, before.mode)
  } catch (error) {
    throw asStorageTrouble(error, path)
  }
}
