import { relative, sep } from 'node:path'
import { etagOf } from './etag.ts'
import { LAYOUT_FILE, MANIFEST_FILE, MCP_FILE, PINS_FILE } from './names.ts'
import { WATCHED_FOLDERS, readIfThere } from './workspace-files.ts'

export interface Watching {
  close(): Promise<void>
}

export interface WatchOptions {
  readonly root: string
  /** A file was changed by someone else; null where it is gone. */
  readonly onChange: (file: string, etag: string | null) => void
  /** Some files cannot be followed: the system allows too few watches, or a folder may not be read. */
  readonly onGap: () => void
}

const QUIET_MS = 60
/** Followed beside the folders, with what leads to them. */
const SINGLES: readonly string[] = ['', MANIFEST_FILE, '.ensemble', LAYOUT_FILE, PINS_FILE, MCP_FILE]

/** Whether a path, relative to the workspace and with `/`, is followed or leads to what is. */
const isFollowed = (path: string): boolean => {
  const [folder = ''] = path.split('/')
  if (SINGLES.includes(path)) return true
  return WATCHED_FOLDERS.includes(folder) && !/(^|\/)node_modules(\/|$)|\.tmp$/.test(path)
}

/** Follows the workspace's files, whoever changes them; resolves once it does. The library loads when it begins. */
export const watchWorkspace = async ({ root, onChange, onGap }: WatchOptions): Promise<Watching> => {
  const { watch } = await import('chokidar')
  const toName = (path: string): string => relative(root, path).split(sep).join('/')
  const waiting = new Map<string, ReturnType<typeof setTimeout>>()
  const tell = async (path: string): Promise<void> => {
    waiting.delete(path)
    const bytes = await readIfThere(path).catch(() => undefined)
    onChange(toName(path), bytes === undefined ? null : etagOf(bytes))
  }
  const watcher = watch(root, { ignoreInitial: true, ignored: (path) => !isFollowed(toName(path)), depth: 4 })
  watcher.on('all', (event, path) => {
    if (event === 'addDir' || event === 'unlinkDir') return
    clearTimeout(waiting.get(path))
    waiting.set(
      path,
      setTimeout(() => void tell(path), QUIET_MS),
    )
  })
  // A folder that may not be read is met again where its files are read.
  watcher.on('error', onGap)
  await new Promise<void>((resolve) => watcher.once('ready', () => resolve()))
  return {
    close: async () => {
      for (const timer of waiting.values()) clearTimeout(timer)
      await watcher.close()
    },
  }
}
