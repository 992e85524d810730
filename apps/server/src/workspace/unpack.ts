import { crc32 } from 'node:zlib'
import { EnsembleError } from '@ensemble/core'
import { type UnzipFileInfo, unzipSync } from 'fflate'
import { checksumsIn } from './zip-checksums.ts'
import { LAYOUT_FILE, MANIFEST_FILE } from './names.ts'

/** What an archive may hold once it is unpacked. */
const MOST_BYTES = 256 * 1024 * 1024
const MOST_FILES = 5000
/** Unpacked at once; between two such parts others have their turn. */
const PART_BYTES = 2 * 1024 * 1024

/** A file of an archive, by its name in the workspace. */
export interface PackedFile {
  /** With forward slashes, relative to the workspace; checked to lead nowhere else. */
  readonly file: string
  readonly size: number
}

export interface Archive {
  /** Folders left out, in order of names. */
  readonly files: readonly PackedFile[]
  /** The bytes of these files. Throws EnsembleError `archive.invalid` where one is damaged. */
  readonly read: (files: readonly PackedFile[]) => Promise<ReadonlyMap<string, Uint8Array>>
}

const invalid = (reason: string): EnsembleError =>
  new EnsembleError('archive.invalid', `${reason} Nothing was imported.`)

const isPart = (part: string): boolean => !['', '.', '..', '__proto__'].includes(part)
const isSafe = (name: string): boolean => !/[\\:\u0000-\u001f]/.test(name) && name.split('/').every(isPart)

/** `a/b/c` lies in `a` and `a/b`. */
const foldersOf = (name: string): readonly string[] =>
  [...name.matchAll(/\//g)].map(({ index }) => name.slice(0, index))

/** What a program puts into an archive beside the files. */
const isClutter = (name: string): boolean => name.endsWith('/') || name.startsWith('__MACOSX/')

const unzip = (bytes: Uint8Array, filter: (file: UnzipFileInfo) => boolean): ReturnType<typeof unzipSync> => {
  try {
    return unzipSync(bytes, { filter })
  } catch {
    throw invalid('This is not a zip archive, or it is damaged.')
  }
}

/** The one folder that everything lies in, as archives of a folder have it; `""` where there is none. */
const outerFolder = (names: readonly string[]): string => {
  const [folder = ''] = names[0]?.split('/') ?? []
  const outer = `${folder}/`
  return names.includes(outer + MANIFEST_FILE) && names.every((name) => name.startsWith(outer)) ? outer : ''
}

const listed = (bytes: Uint8Array): readonly UnzipFileInfo[] => {
  const found: UnzipFileInfo[] = []
  unzip(bytes, (file) => {
    found.push(file)
    return false
  })
  return found
}

/**
 * Reads what a zip holds and unpacks nothing yet. Throws EnsembleError `archive.invalid` for what is no zip, holds a name
 * twice or one that leads out of the folder, and `workspace.tooLarge` for more than a workspace holds.
 */
export const openArchive = (bytes: Uint8Array): Archive => {
  const all = listed(bytes)
  const entries = all.filter(({ name }) => !isClutter(name))
  if (entries.length > MOST_FILES)
    throw new EnsembleError(
      'workspace.tooLarge',
      `The archive holds more than ${MOST_FILES} files. Nothing was imported.`,
    )
  const seen = new Set<string>()
  for (const { name } of entries) {
    if (!isSafe(name))
      throw invalid(`The archive holds ${JSON.stringify(name.slice(0, 200))}, which no workspace can hold.`)
    if (seen.has(name.toLowerCase())) throw invalid(`The archive holds ${name} twice, without regard to case.`)
    seen.add(name.toLowerCase())
  }
  for (const { name } of entries) {
    const file = foldersOf(name.toLowerCase()).find((folder) => seen.has(folder))
    if (file !== undefined) throw invalid(`The archive holds ${file} both as a file and as a folder.`)
  }
  const size = entries.reduce((sum, { originalSize }) => sum + originalSize, 0)
  if (size > MOST_BYTES)
    throw new EnsembleError(
      'workspace.tooLarge',
      `The archive holds ${size} bytes when it is unpacked; at most ${MOST_BYTES} are read. Nothing was imported.`,
    )
  // The listing tells names, the format's own directory their sums, in one order.
  const listedSums = checksumsIn(bytes)
  const sums = new Map(all.map(({ name }, index) => [name, listedSums[index]]))
  const outer = outerFolder(entries.map(({ name }) => name))
  const files = entries
    .map(({ name, originalSize }): PackedFile => ({ file: name.slice(outer.length), size: originalSize }))
    .toSorted((a, b) => (a.file < b.file ? -1 : 1))

  return {
    files,
    read: async (wanted) => {
      const unpacked = new Map<string, Uint8Array>()
      for (const part of inParts(wanted)) {
        const names = new Set(part.map(({ file }) => outer + file))
        for (const [name, content] of Object.entries(unzip(bytes, ({ name }) => names.has(name)))) {
          const sum = sums.get(name)
          if (sum !== undefined && crc32(content) !== sum) throw invalid(`${name} is damaged in the archive.`)
          unpacked.set(name.slice(outer.length), content)
        }
        await new Promise<void>((resolve) => setImmediate(resolve))
      }
      return unpacked
    },
  }
}

const inParts = (files: readonly PackedFile[]): readonly (readonly PackedFile[])[] => {
  const parts: PackedFile[][] = [[]]
  let size = 0
  for (const file of files) {
    if (size + file.size > PART_BYTES && size > 0) {
      parts.push([])
      size = 0
    }
    parts.at(-1)?.push(file)
    size += file.size
  }
  return parts
}

/** Files of a workspace that people keep: no database, no secrets, no hooks, no installed code (see packWorkspace). */
export const isKept = (file: string): boolean =>
  file === LAYOUT_FILE || file.split('/').every((part) => !part.startsWith('.') && part !== 'node_modules')

const SHOWN = 10
/** Some names of a list, and how many more there are. */
export const someOf = (names: readonly string[]): string => {
  const more = names.length - SHOWN
  return more > 0 ? `${names.slice(0, SHOWN).join(', ')} and ${more} more` : names.join(', ')
}
