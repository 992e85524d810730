import { EnsembleError } from '@ensemble/core'
import { rest } from '../rest.ts'
import { LAYOUT_FILE, MANIFEST_FILE } from './names.ts'
import { readDirectory } from './zip-directory.ts'

/** The limits of an unpacked archive. */
const MOST_BYTES = 256 * 1024 * 1024
const MOST_FILES = 5000
/** With folders, and with a program's own entries next to each file. */
const MOST_ENTRIES = 4 * MOST_FILES
/** Characters of a name with its folders; no system takes more. */
const MOST_NAME = 4096

/** A file of an archive, by its name in the workspace. */
export interface PackedFile {
  /** With forward slashes, relative to the workspace; checked to lead nowhere else. */
  readonly file: string
  readonly size: number
}

export interface Archive {
  /** Folders left out, in order of names. */
  readonly files: readonly PackedFile[]
  /** The bytes of these files. Throws EnsembleError `archive.invalid` if one is damaged. */
  readonly read: (files: readonly PackedFile[]) => Promise<ReadonlyMap<string, Uint8Array>>
}

const invalid = (reason: string): EnsembleError =>
  new EnsembleError('archive.invalid', `${reason} Nothing was imported.`)

const isPart = (part: string): boolean => !['', '.', '..', '__proto__'].includes(part)
/** Whether a name leads to a place inside the folder it is unpacked into. */
export const isSafe = (name: string): boolean =>
  name.length <= MOST_NAME && !/[\\:\u0000-\u001f]/.test(name) && name.split('/').every(isPart)

/** The same for names that some disk takes for one file: without regard to case and to how an accent is written. */
const sameFor = (name: string): string => name.normalize('NFC').toLowerCase()

/** `a/b/c` is in `a` and `a/b`. */
const foldersOf = (name: string): readonly string[] =>
  [...name.matchAll(/\//g)].map(({ index }) => name.slice(0, index))

/** A program's own entries in an archive, besides the files. */
const isClutter = (name: string): boolean => name.endsWith('/') || name.startsWith('__MACOSX/')

/** The one folder that holds everything, as archives of a folder have it; `""` without one. */
const outerFolder = (names: readonly string[]): string => {
  const [folder = ''] = names[0]?.split('/') ?? []
  const outer = `${folder}/`
  return names.includes(outer + MANIFEST_FILE) && names.every((name) => name.startsWith(outer)) ? outer : ''
}

/** The reason that an entry's bytes are unreadable, in words that follow its name. */
const WHY = {
  damaged: 'is damaged in the archive.',
  encrypted: 'is encrypted in the archive: pack it without a password.',
  unknown: 'uses a compression that cannot be read. Pack it with Deflate.',
} as const

/**
 * Reads a zip's contents and unpacks nothing yet. Throws EnsembleError `archive.invalid` for anything but a zip, a
 * duplicate name or one outside the folder, and `workspace.tooLarge`.
 */
export const openArchive = async (bytes: Uint8Array): Promise<Archive> => {
  const all = await readDirectory(bytes, MOST_ENTRIES)
  if (all === undefined) throw invalid('This is not a zip archive, or it is damaged.')
  const entries = all.filter(({ name }) => !isClutter(name))
  if (entries.length > MOST_FILES || all.length > MOST_ENTRIES)
    throw new EnsembleError(
      'workspace.tooLarge',
      `The archive holds more than ${MOST_FILES} files. Nothing was imported.`,
    )
  const seen = new Set<string>()
  for (const { name } of entries) {
    if (!isSafe(name))
      throw invalid(`The archive holds ${JSON.stringify(name.slice(0, 200))}, which no workspace can hold.`)
    if (seen.has(sameFor(name))) throw invalid(`The archive holds ${name} twice, without regard to case.`)
    seen.add(sameFor(name))
  }
  for (const { name } of entries) {
    const file = foldersOf(sameFor(name)).find((folder) => seen.has(folder))
    if (file !== undefined) throw invalid(`The archive holds ${file} both as a file and as a folder.`)
  }
  const size = entries.reduce((sum, { originalSize }) => sum + originalSize, 0)
  if (size > MOST_BYTES)
    throw new EnsembleError(
      'workspace.tooLarge',
      `The archive holds ${size} bytes when it is unpacked; at most ${MOST_BYTES} are read. Nothing was imported.`,
    )
  const byName = new Map(entries.map((entry) => [entry.name, entry]))
  const outer = outerFolder(entries.map(({ name }) => name))
  const files = entries
    .map(({ name, originalSize }): PackedFile => ({ file: name.slice(outer.length), size: originalSize }))
    .toSorted((a, b) => (a.file < b.file ? -1 : 1))

  return {
    files,
    read: async (wanted) => {
      const unpacked = new Map<string, Uint8Array>()
      for (const { file } of wanted) {
        const entry = byName.get(outer + file)
        if (entry === undefined) continue
        const content = await entry.unpack()
        if (typeof content === 'string') throw invalid(`${entry.name} ${WHY[content]}`)
        unpacked.set(file, content)
        await rest()
      }
      return unpacked
    },
  }
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
