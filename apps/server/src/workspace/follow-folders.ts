import { type FSWatcher, type Stats, watch } from 'node:fs'
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

const identityOf = ({ dev, ino, birthtimeMs }: Stats): string => [dev, ino, birthtimeMs].join(' ')

/**
 * Follows folders, not files: the system allows few watches
 * (docs/decisions/2026-11-22-folders-are-watched-and-not-files.md). Resolves once all are followed, with what ends it.
 */
export const followFolders = async (options: FollowOptions): Promise<() => void> => {
  const follower = new FolderFollower(options)
  await follower.follow('', false).catch(options.onGap)
  return () => follower.close()
}

class FolderFollower {
  readonly #options: FollowOptions
  readonly #folders = new Map<string, Followed>()
  /** Files that are links, whose targets lie in folders that are not followed. */
  readonly #links = new Map<string, FSWatcher>()
  readonly #waiting = new Map<string, ReturnType<typeof setTimeout>>()
  #isClosed = false

  constructor(options: FollowOptions) {
    this.#options = options
  }

  /** `isNew`: its files were not known of before. */
  async follow(folder: string, isNew: boolean): Promise<void> {
    const { root, isFollowed, onFile } = this.#options
    const stats = await stat(join(root, folder))
    // Watched before it is listed: what comes in between is met twice.
    const watcher = this.#watch(folder, (name) =>
      name === null ? void this.#listAgain(folder) : this.#note(below(folder, name)),
    )
    if (watcher === undefined) return
    if (this.#isClosed) return watcher.close()
    const files = new Set<string>()
    this.#folders.get(folder)?.watcher.close()
    this.#folders.set(folder, { watcher, files, identity: identityOf(stats) })
    const inside: string[] = []
    for (const entry of await readdir(join(root, folder), { withFileTypes: true })) {
      const path = below(folder, entry.name)
      if (!isFollowed(path)) continue
      const isLink = entry.isSymbolicLink()
      const kind = isLink ? await stat(join(root, path)).catch(() => undefined) : entry
      if (kind?.isDirectory() === true) inside.push(path)
      else {
        files.add(path)
        if (isLink) this.#followLink(path)
        if (isNew) onFile(path)
      }
    }
    if (folder.split('/').length > DEEPEST) return
    for (const path of inside) await this.follow(path, isNew).catch(this.#orGap)
  }

  close(): void {
    this.#isClosed = true
    for (const timer of this.#waiting.values()) clearTimeout(timer)
    for (const { watcher } of this.#folders.values()) watcher.close()
    for (const watcher of this.#links.values()) watcher.close()
  }

  readonly #orGap = (error: unknown): void => {
    if (!isMissing(error)) this.#options.onGap()
  }

  #note(path: string): void {
    if (!this.#options.isFollowed(path)) return
    clearTimeout(this.#waiting.get(path))
    const look = (): void => {
      this.#waiting.delete(path)
      void this.#look(path).catch(this.#options.onGap)
    }
    this.#waiting.set(path, setTimeout(look, QUIET_MS))
  }

  #watch(path: string, onEvent: (name: string | null) => void): FSWatcher | undefined {
    try {
      const watcher = watch(join(this.#options.root, path), (_event, name) => onEvent(name))
      watcher.on('error', () => {
        watcher.close()
        this.#options.onGap()
      })
      return watcher
    } catch (error) {
      this.#orGap(error)
      return undefined
    }
  }

  #followLink(path: string): void {
    this.#links.get(path)?.close()
    const watcher = this.#watch(path, () => this.#note(path))
    if (watcher !== undefined) this.#links.set(path, watcher)
  }

  /** Stops watching a folder and those inside it; returns the files known in them. */
  #leave(folder: string): readonly string[] {
    return [...this.#folders].flatMap(([path, { watcher, files }]) => {
      if (path !== folder && !path.startsWith(below(folder, ''))) return []
      watcher.close()
      this.#folders.delete(path)
      return [...files]
    })
  }

  async #listAgain(folder: string): Promise<void> {
    const before = new Set(this.#leave(folder))
    await this.follow(folder, true).catch(this.#orGap)
    const now = new Set([...this.#folders.values()].flatMap(({ files }) => [...files]))
    for (const path of before) if (!now.has(path)) this.#options.onFile(path)
  }

  /** Looks at what is at a path now, once it was quiet. */
  async #look(path: string): Promise<void> {
    const { root, onFile } = this.#options
    const full = join(root, path)
    const stats = await stat(full).catch(() => undefined)
    const entry = await lstat(full).catch(() => undefined)
    const followed = this.#folders.get(path)
    const parent = this.#folders.get(path.split('/').slice(0, -1).join('/'))
    if (this.#isClosed) return
    if (stats?.isDirectory() === true) {
      parent?.files.delete(path)
      if (followed?.identity !== identityOf(stats)) await this.#listAgain(path)
      return
    }
    if (followed !== undefined) for (const gone of this.#leave(path)) onFile(gone)
    if (entry?.isSymbolicLink() === true) this.#followLink(path)
    else {
      this.#links.get(path)?.close()
      this.#links.delete(path)
    }
    // A file that came and went unseen never existed.
    if (entry === undefined && parent?.files.delete(path) !== true) return
    if (entry !== undefined) parent?.files.add(path)
    onFile(path)
  }
}
