import { say } from './say.ts'

/** Texts of other programs: the files of a folder that any importer may know, as the command line reads. */
const READ = /\.(?:json|jsonc|ya?ml|rivet-project|md|mdc|markdown|[cm]?[jt]sx?|py)$/i
const SKIPPED = ['node_modules', 'dist', 'build', 'venv', '__pycache__', '.git']
const MOST_FILES = 5000
const MOST_IN_ALL = 64_000_000

/** Dropped files, and those of dropped folders that an importer may know, with their paths. Throws Error for more than 5,000 or 64 MB. */
export async function filesIn(entries: readonly FileSystemEntry[]): Promise<readonly File[]> {
  const files: File[] = []
  let bytes = 0
  const add = async (entry: FileSystemEntry, isNamed: boolean): Promise<void> => {
    if (isFolder(entry)) {
      if (isNamed || !SKIPPED.includes(entry.name)) for (const inner of await contentsOf(entry)) await add(inner, false)
    } else if (isFile(entry) && (isNamed || READ.test(entry.name))) {
      const file = await fileOf(entry)
      bytes += file.size
      if (files.length >= MOST_FILES || bytes > MOST_IN_ALL)
        throw new Error(say('tooMany', { files: MOST_FILES, size: MOST_IN_ALL / 1e6 }))
      files.push(withPath(file, entry.fullPath.replace(/^\//, '')))
    }
  }
  for (const entry of entries) await add(entry, true)
  return files
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => {
    entry.file(resolve, reject)
  })

/** A reader gives a hundred entries at a time, and none at the end. */
async function contentsOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader()
  const found: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => {
      reader.readEntries(resolve, reject)
    })
    if (some.length === 0) return found.toSorted((a, b) => (a.name < b.name ? -1 : 1))
    found.push(...some)
  }
}

/** The file with the path that a chosen folder would give it. */
const withPath = (file: File, path: string): File =>
  path.includes('/') ? Object.defineProperty(file, 'webkitRelativePath', { value: path }) : file
