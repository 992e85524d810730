import { type FSWatcher, watch } from 'node:fs'
import { lstat, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isMissing } from './missing-file.ts'

export interface FollowOptions {
  /** Absolute. Paths below it are relative to it and written with `/`; it is '' itself. */
  readonly root: string
  /** Whether a file or folder is followed. */
  readonly isFollowed: (path: string) => boolean
  /** A file was written, came or went. */
  readonly onFile: (path: string) => void
  /** A folder cannot be followed: it may not be read, or the system allows too few watches. */
  readonly onGap: () => void
}

interface Followed {
  readonly watcher: FSWatcher
  /** Tells one folder of this path from another that took its place. */
  readonly identity: string
  readonly files: Set<string>
}

/** A change is looked at once it was quiet for so long. */
const QUIET_MS = 60
/** Folders inside folders. */
const DEEPEST = 4

const below = (folder: string, name: string): string => (folder === '' ? name : `${folder}/${name}`)

/**
 * Follows folders, not files: the system allows few watches
 * (docs/decisions/2026-11-22-folders-are-watched-and-not-files.md). Resolves once all are followed.
 */
export const followFolders = async ({ root, isFollowed, onFile, onGap }: FollowOptions): Promise<() => void> => {
  const folders = new Map<string, Followed>()
  /** Files that are links, whose targets lie in folders that are not followed. */
  const links = new Map<string, FSWatcher>()
  const waiting = new Map<string, ReturnType<typeof setTimeout>>()
  let isClosed = false

  const note = (path: string): void => {
    if (!isFollowed(path)) return
    clearTimeout(waiting.get(path))
    waiting.set(
      path,
      setTimeout(() => {
        waiting.delete(path)
        void look(path).catch(onGap)
      }, QUIET_MS),
    )
  }

  const watchPath = (path: string, onEvent: (name: string | null) => void): FSWatcher | undefined => {
    try {
      const watcher = watch(join(root, path), (_event, name) => onEvent(name))
      watcher.on('error', () => {
        watcher.close()
        onGap()
      })
      return watcher
    } catch (error) {
      if (!isMissing(error)) onGap()
      return undefined
    }
  }

  const followLink = (path: string): void => {
    links.get(path)?.close()
    const watcher = watchPath(path, () => note(path))
    if (watcher !== undefined) links.set(path, watcher)
  }

  /** `isNew`: its files were not known of before. */
  const follow = async (folder: string, isNew: boolean): Promise<void> => {
    const stats = await stat(join(root, folder))
    // Watched before it is listed: what comes in between is met twice.
    const watcher = watchPath(folder, (name) => (name === null ? void listAgain(folder) : note(below(folder, name))))
    if (watcher === undefined) return
    if (isClosed) return watcher.close()
    const files = new Set<string>()
    folders.get(folder)?.watcher.close()
    folders.set(folder, { watcher, files, identity: [stats.dev, stats.ino, stats.birthtimeMs].join(' ') })
    const inside: string[] = []
    for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
      const path = below(folder, entry.name)
      if (!isFollowed(path)) continue
      const isLink = entry.isSymbolicLink()
      const kind = isLink ? await stat(join(root, path)).catch(() => undefined) : entry
      if (kind?.isDirectory() === true) inside.push(path)
      else {
        files.add(path)
        if (isLink) followLink(path)
        if (isNew) onFile(path)
      }
    }
    if (folder.split('/').length > DEEPEST) return
    for (const path of inside) await follow(path, isNew).catch((error: unknown) => isMissing(error) || onGap())
  }

  /** Stops watching a folder and those inside it; returns the files known in them. */
  const leave = (folder: string): readonly string[] =>
    [...folders].flatMap(([path, { watcher, files }]) => {
      if (path !== folder && !path.startsWith(below(folder, ''))) return []
      watcher.close()
      folders.delete(path)
      return [...files]
    })

  const listAgain = async (folder: string): Promise<void> => {
    const before = new Set(leave(folder))
    await follow(folder, true).catch((error: unknown) => isMissing(error) || onGap())
    const now = new Set([...folders.values()].flatMap(({ files }) => [...files]))
    for (const path of before) if (!now.has(path)) onFile(path)
  }

  const look = async (path: string): Promise<void> => {
    const full = join(root, path)
    const stats = await stat(full).catch(() => undefined)
    const entry = await lstat(full).catch(() => undefined)
    const followed = folders.get(path)
    const parent = folders.get(path.split('/').slice(0, -1).join('/'))
    if (isClosed) return
    if (stats?.isDirectory() === true) {
      parent?.files.delete(path)
      if (followed?.identity !== [stats.dev, stats.ino, stats.birthtimeMs].join(' ')) await listAgain(path)
      return
    }
    if (followed !== undefined) for (const gone of leave(path)) onFile(gone)
    if (entry?.isSymbolicLink() === true) followLink(path)
    else {
      links.get(path)?.close()
      links.delete(path)
    }
    // A file that came and went unseen never existed.
    if (entry === undefined && parent?.files.delete(path) !== true) return
    if (entry !== undefined) parent?.files.add(path)
    onFile(path)
  }

  await follow('', false).catch(onGap)
  return () => {
    isClosed = true
    for (const timer of waiting.values()) clearTimeout(timer)
    for (const { watcher } of folders.values()) watcher.close()
    for (const watcher of links.values()) watcher.close()
  }
}
