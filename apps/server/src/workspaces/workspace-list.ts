import { readFile, readdir, realpath, rm, writeFile } from 'node:fs/promises'
import { basename, isAbsolute, join } from 'node:path'
import { EnsembleError, isObject } from '@ensemble/core'
import { once } from '../once.ts'
import { atomicWrite } from '../workspace/atomic-write.ts'
import { makeFolder } from '../workspace/make-folder.ts'
import { MANIFEST_FILE, isName, noNameSentence } from '../workspace/names.ts'

/** One workspace of the person's list. */
export interface ListEntry {
  /** In addresses: `/w/NAME/`. Unique without regard to case. */
  readonly name: string
  /** Absolute, without links. */
  readonly folder: string
  /** When its page was last opened, or a server started over it. */
  readonly openedAt: string
}

/** The workspaces that a person has opened on this machine: one file each in their home, so that processes share it. */
export interface WorkspaceList {
  /** The last opened first. */
  all(): Promise<readonly ListEntry[]>
  find(name: string): Promise<ListEntry | undefined>
  findFolder(folder: string): Promise<ListEntry | undefined>
  /** Puts a folder on the list under the first free name like `wanted`; one that is there stays as it is. */
  join(folder: string, wanted: string): Promise<ListEntry>
  /** Throws EnsembleError `name.invalid` or `name.taken`. */
  rename(entry: ListEntry, name: string): Promise<ListEntry>
  remove(entry: ListEntry): Promise<void>
  /** It was opened now. */
  touch(folder: string): Promise<void>
}

export interface WorkspaceListOptions {
  /** Holds a file for each entry. */
  readonly folder: string
  /** Copies that Ensemble made before there was a list: they join it once. */
  readonly copies: string
  readonly now: () => number
}

export const unknownWorkspace = (name: string): EnsembleError =>
  new EnsembleError(
    'workspace.unknown',
    `There is no workspace "${name.slice(0, 100)}" in your list. Open its folder from the workspace menu, or run ensemble serve in it.`,
  )

/** Pages ask for a session often. */
const BETWEEN_TOUCHES_MS = 60_000

/** A name like a text: what is not allowed becomes `-`. */
const nameLike = (text: string): string => {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9_-]+/g, '-')
    .replaceAll(/^[^A-Za-z]+|-+$/g, '')
    .slice(0, 60)
  return isName(plain) ? plain : 'workspace'
}

const parseEntry = (text: string): ListEntry | undefined => {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!isObject(value)) return undefined
  const { name, folder, openedAt } = value
  if (typeof name !== 'string' || !isName(name)) return undefined
  if (typeof folder !== 'string' || !isAbsolute(folder) || typeof openedAt !== 'string') return undefined
  return { name, folder, openedAt }
}

const isOfCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

/** The name that a workspace gives itself in ensemble.json; its folder's without one. */
export const ownName = async (root: string): Promise<string> => {
  const text = await readFile(join(root, MANIFEST_FILE), 'utf8').catch(() => '')
  try {
    const manifest: unknown = JSON.parse(text)
    if (isObject(manifest) && typeof manifest['name'] === 'string') return manifest['name']
  } catch {
    // It opens with a problem that says so.
  }
  return basename(root)
}

export const createWorkspaceList = ({ folder, copies, now }: WorkspaceListOptions): WorkspaceList => {
  const fileOf = (name: string): string => join(folder, `${name.toLowerCase()}.json`)
  const textOf = (entry: ListEntry): string => `${JSON.stringify(entry, null, 2)}\n`
  const read = async (path: string): Promise<ListEntry | undefined> =>
    parseEntry(await readFile(path, 'utf8').catch(() => ''))

  /** Whether the name was free and is taken now. */
  const claim = async (entry: ListEntry): Promise<boolean> => {
    try {
      await writeFile(fileOf(entry.name), textOf(entry), { flag: 'wx', mode: 0o600 })
      return true
    } catch (error) {
      if (isOfCode(error, 'EEXIST')) return false
      throw error
    }
  }
  const write = (entry: ListEntry): Promise<void> => atomicWrite(fileOf(entry.name), textOf(entry), { mode: 0o600 })

  const readAll = async (): Promise<readonly ListEntry[]> => {
    const files = (await readdir(folder).catch(() => [])).filter((file) => /^[^.].*\.json$/.test(file))
    const entries = await Promise.all(files.map((file) => read(join(folder, file))))
    return entries
      .flatMap((entry) => entry ?? [])
      .toSorted((a, b) => b.openedAt.localeCompare(a.openedAt) || a.name.localeCompare(b.name))
  }
  const withFolder = async (root: string): Promise<ListEntry | undefined> => {
    const real = await realpath(root).catch(() => root)
    return (await readAll()).find((entry) => entry.folder === real)
  }
  const put = async (root: string, wanted: string): Promise<ListEntry> => {
    const known = await withFolder(root)
    if (known !== undefined) return known
    const real = await realpath(root)
    const name = nameLike(wanted)
    for (let index = 1; ; index++) {
      const entry = {
        name: index === 1 ? name : `${name}-${index}`,
        folder: real,
        openedAt: new Date(now()).toISOString(),
      }
      if (await claim(entry)) return entry
    }
  }
  /** Makes the list, with the copies that were opened before there was one. */
  const begin = once(async () => {
    if ((await readdir(folder).catch(() => undefined)) !== undefined) return
    await makeFolder(folder)
    for (const name of (await readdir(copies).catch(() => [])).toSorted((a, b) => a.localeCompare(b))) {
      const root = join(copies, name)
      if (name.startsWith('.') || name.endsWith('.partial')) continue
      if ((await readFile(join(root, MANIFEST_FILE)).catch(() => undefined)) !== undefined) await put(root, name)
    }
  })

  return {
    all: async () => {
      await begin().catch(() => undefined)
      return readAll()
    },
    find: async (name) => (isName(name) ? read(fileOf(name)) : undefined),
    findFolder: withFolder,
    join: async (root, wanted) => {
      await begin()
      return put(root, wanted)
    },
    rename: async (entry, name) => {
      if (!isName(name)) throw new EnsembleError('name.invalid', noNameSentence(name))
      const renamed = { ...entry, name }
      if (fileOf(name) === fileOf(entry.name)) await write(renamed)
      else if (await claim(renamed)) await rm(fileOf(entry.name), { force: true })
      else throw new EnsembleError('name.taken', `Another workspace of your list is called ${name}.`)
      return renamed
    },
    remove: (entry) => rm(fileOf(entry.name), { force: true }),
    touch: async (root) => {
      const entry = await withFolder(root)
      if (entry === undefined || now() - Date.parse(entry.openedAt) < BETWEEN_TOUCHES_MS) return
      await write({ ...entry, openedAt: new Date(now()).toISOString() })
    },
  }
}
