import { join } from 'node:path'
import { etagOf } from './etag.ts'
import { followFolders } from './follow-folders.ts'
import { LAYOUT_FILE, MANIFEST_FILE, MCP_FILE, PINS_FILE } from './names.ts'
import { readIfThere } from './missing-file.ts'
import { WATCHED_FOLDERS } from './workspace-files.ts'

export interface Watching {
  close(): void
}

export interface WatchOptions {
  readonly root: string
  /** A file was changed by someone else; null if it is gone. */
  readonly onChange: (file: string, etag: string | null) => void
  /** Some files cannot be followed: the system allows too few watches, or a folder may not be read. */
  readonly onGap: () => void
}

/** Followed with the folders and everything that leads to them. */
const SINGLES: readonly string[] = ['', MANIFEST_FILE, '.ensemble', LAYOUT_FILE, PINS_FILE, MCP_FILE]

/** Whether a path, relative to the workspace and with `/`, is followed or leads to what is. */
const isFollowed = (path: string): boolean => {
  const [folder = ''] = path.split('/')
  if (SINGLES.includes(path)) return true
  return WATCHED_FOLDERS.includes(folder) && !/(^|\/)node_modules(\/|$)|\.tmp$/.test(path)
}

/** Follows the workspace's files; resolves once it does. */
export const watchWorkspace = async ({ root, onChange, onGap }: WatchOptions): Promise<Watching> => {
  let isClosed = false
  const tell = async (file: string): Promise<void> => {
    const bytes = await readIfThere(join(root, file)).catch(() => undefined)
    if (!isClosed) onChange(file, bytes === undefined ? null : etagOf(bytes))
  }
  // One after the other: thousands that come at once are not all opened at once.
  let telling = Promise.resolve()
  const onFile = (file: string): void => {
    telling = telling.then(() => tell(file))
  }
  const close = await followFolders({ root, isFollowed, onFile, onGap })
  return {
    close: () => {
      isClosed = true
      close()
    },
  }
}
