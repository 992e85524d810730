import { rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { EnsembleError } from '@ensemble/core'
import { parseManifest } from './manifest.ts'
import { MANIFEST_FILE } from './names.ts'
import { namesIn } from './names-in.ts'
import { asStorageTrouble } from './storage-trouble.ts'
import { isKept, openArchive, someOf } from './unpack.ts'
import { makeFolder } from './make-folder.ts'

export interface UnpackedFolder {
  /** Absolute. */
  readonly folder: string
  readonly files: readonly string[]
  /** Of the archive, and not of a workspace. */
  readonly left: readonly string[]
}

/**
 * Unpacks a whole workspace into a folder of its own, which is there complete or not at all; nothing of it is run. Throws
 * EnsembleError `archive.invalid` for what holds no workspace and `name.taken` where the folder is not empty.
 */
export const unpackFolder = async (bytes: Uint8Array, to: string): Promise<UnpackedFolder> => {
  const archive = openArchive(bytes)
  const folder = resolve(to)
  const kept = archive.files.filter(({ file }) => isKept(file))
  const manifest = kept.find(({ file }) => file === MANIFEST_FILE)
  if (manifest === undefined)
    throw new EnsembleError(
      'archive.invalid',
      `The archive holds no workspace: it has no ${MANIFEST_FILE}. Nothing was imported.`,
    )
  const before = await namesIn(folder)
  if (before !== undefined && before.length > 0) {
    const tops = new Set(kept.map(({ file }) => file.split('/')[0]))
    const taken = before.filter((name) => tops.has(name))
    throw new EnsembleError(
      'name.taken',
      `${folder} is not empty${taken.length > 0 ? `; there already: ${someOf(taken)}` : ''}. Nothing was imported.`,
    )
  }
  const contents = await archive.read(kept)
  parseManifest(new TextDecoder().decode(contents.get(MANIFEST_FILE)))
  const partial = `${folder}.${process.pid}.partial`
  try {
    for (const [file, content] of contents) {
      const write = async (): Promise<void> => {
        await makeFolder(dirname(join(partial, file)))
        await writeFile(join(partial, file), content, { flag: 'wx' })
      }
      await write().catch((error: unknown) => {
        throw asStorageTrouble(error, join(folder, file))
      })
    }
    if (before !== undefined) await rmdir(folder)
    await rename(partial, folder)
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw asStorageTrouble(error, folder)
  }
  return {
    folder,
    files: kept.map(({ file }) => file),
    left: archive.files.filter(({ file }) => !isKept(file)).map(({ file }) => file),
  }
}
