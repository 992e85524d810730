import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { atomicWrite } from './atomic-write.ts'
import { etagOf } from './etag.ts'
import { type FileName, type Folder, parseFileName } from './names.ts'
import { readIfThere } from './missing-file.ts'

/** Unsaved text, valid or not, with the etag of the file it began from. */
export interface Draft {
  readonly bytes: Uint8Array
  readonly etag: string
  readonly base: string | null
}

export interface Drafts {
  /** Name → etag of every draft in one folder. */
  list(folder: Folder): Promise<ReadonlyMap<string, string>>
  read(name: FileName): Promise<Draft | undefined>
  write(name: FileName, bytes: Uint8Array, base: string | null): Promise<Draft>
  remove(name: FileName): Promise<boolean>
}

/** Drafts are in `.ensemble/drafts/<file>`, each with its base next to it. */
export const createDrafts = (root: string): Drafts => {
  const pathOf = ({ file }: FileName): string => join(root, '.ensemble', 'drafts', file)
  const baseOf = (name: FileName): string => `${pathOf(name)}.base`
  return {
    list: async (folder) => {
      const entries = await readdir(join(root, '.ensemble', 'drafts', folder)).catch(() => [])
      const names = entries.flatMap((entry) => parseFileName(`${folder}/${entry}`) ?? [])
      const found = await Promise.all(
        names.map(async (name): Promise<readonly [string, string][]> => {
          const bytes = await readIfThere(pathOf(name))
          return bytes === undefined ? [] : [[name.name, etagOf(bytes)]]
        }),
      )
      return new Map(found.flat())
    },
    read: async (name) => {
      const bytes = await readIfThere(pathOf(name))
      if (bytes === undefined) return undefined
      const base = await readIfThere(baseOf(name))
      return { bytes, etag: etagOf(bytes), base: base === undefined ? null : new TextDecoder().decode(base) || null }
    },
    write: async (name, bytes, base) => {
      await atomicWrite(baseOf(name), base ?? '')
      await atomicWrite(pathOf(name), bytes)
      return { bytes, etag: etagOf(bytes), base }
    },
    remove: async (name) => {
      const existed = (await readIfThere(pathOf(name))) !== undefined
      await rm(pathOf(name), { force: true })
      await rm(baseOf(name), { force: true })
      return existed
    },
  }
}
