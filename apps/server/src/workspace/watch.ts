import { join, relative, sep } from 'node:path'
import { etagOf } from './etag.ts'
import { WATCHED_FOLDERS, readIfThere } from './workspace-files.ts'

export interface Watching {
  close(): Promise<void>
}

export interface WatchOptions {
  readonly root: string
  /** A file was changed by someone else; null where it is gone. */
  readonly onChange: (file: string, etag: string | null) => void
}

const QUIET_MS = 60

/** Follows the workspace's files, whoever changes them. The library loads when watching begins. */
export const watchWorkspace = async ({ root, onChange }: WatchOptions): Promise<Watching> => {
  const { watch } = await import('chokidar')
  const waiting = new Map<string, ReturnType<typeof setTimeout>>()
  const tell = async (path: string): Promise<void> => {
    waiting.delete(path)
    const bytes = await readIfThere(path).catch(() => undefined)
    onChange(relative(root, path).split(sep).join('/'), bytes === undefined ? null : etagOf(bytes))
  }
  const watcher = watch(
    [
      ...WATCHED_FOLDERS.map((folder) => join(root, folder)),
      join(root, 'ensemble.json'),
      join(root, '.ensemble', 'layout.json'),
    ],
    { ignoreInitial: true, ignored: (path) => /\.tmp$|[\\/]node_modules[\\/]/.test(path), depth: 3 },
  )
  watcher.on('all', (event, path) => {
    if (event === 'addDir' || event === 'unlinkDir') return
    clearTimeout(waiting.get(path))
    waiting.set(
      path,
      setTimeout(() => void tell(path), QUIET_MS),
    )
  })
  // A folder that may not be read is met again where its files are read.
  watcher.on('error', () => undefined)
  await new Promise<void>((resolve) => watcher.once('ready', () => resolve()))
  return {
    close: async () => {
      for (const timer of waiting.values()) clearTimeout(timer)
      await watcher.close()
    },
  }
}
