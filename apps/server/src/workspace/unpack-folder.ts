import { writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { EnsembleError } from '@ensemble/core'
import { parseManifest } from './manifest.ts'
import { MANIFEST_FILE } from './names.ts'
import { metIn, putFolder } from './put-folder.ts'
import { asStorageTrouble } from './storage-trouble.ts'
import { isKept, openArchive, someOf } from './unpack.ts'
import { makeFolder } from './make-folder.ts'

export interface UnpackedFolder {
  /** Absolute. */
  readonly folder: string
  readonly files: readonly string[]
  /** A part of the archive, not of a workspace. */
  readonly left: readonly string[]
}

/**
 * Unpacks a workspace into its own folder, complete or not at all; runs nothing. Throws EnsembleError
 * `archive.invalid`, or `name.taken` if the folder is not empty.
 */
export const unpackFolder = async (bytes: Uint8Array, to: string): Promise<UnpackedFolder> => {
  const archive = await openArchive(bytes)
  const folder = resolve(to)
  const kept = archive.files.filter(({ file }) => isKept(file))
  const manifest = kept.find(({ file }) => file === MANIFEST_FILE)
  if (manifest === undefined)
    throw new EnsembleError(
      'archive.invalid',
      `The archive holds no workspace: it has no ${MANIFEST_FILE}. Nothing was imported.`,
    )
  const met = await metIn(folder)
  if (met !== undefined && met.length > 0) {
    const tops = new Set(kept.map(({ file }) => file.split('/')[0]))
    const taken = met.filter((name) => tops.has(name))
    throw new EnsembleError(
      'name.taken',
      `${folder} is not empty${taken.length > 0 ? `; there already: ${someOf(taken)}` : ''}. Nothing was imported.`,
    )
  }
  const contents = await archive.read(kept)
  parseManifest(new TextDecoder().decode(contents.get(MANIFEST_FILE)))
  await putFolder(folder, async (partial) => {
    for (const [file, content] of contents) {
      const write = async (): Promise<void> => {
        await makeFolder(dirname(join(partial, file)))
        await writeFile(join(partial, file), content, { flag: 'wx' })
      }
      await write().catch((error: unknown) => {
        throw asStorageTrouble(error, join(folder, file))
      })
    }
  })
  return {
    folder,
    files: kept.map(({ file }) => file),
    left: archive.files.filter(({ file }) => !isKept(file)).map(({ file }) => file),
  }
}
