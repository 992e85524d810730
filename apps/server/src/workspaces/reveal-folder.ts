import { spawn } from 'node:child_process'

/** The program that shows a folder, by platform. On macOS `-R` shows a bundle instead of starting it. */
const OPENERS: Readonly<Partial<Record<NodeJS.Platform, (folder: string) => readonly [string, ...string[]]>>> = {
  darwin: (folder) => ['open', '-R', folder],
  win32: (folder) => ['explorer.exe', folder],
  linux: (folder) => ['xdg-open', folder],
}

/** Shows a folder in the file manager of this machine. Resolves to whether one was started. */
export const revealFolder = (folder: string): Promise<boolean> => {
  const [command, ...args] = OPENERS[process.platform]?.(folder) ?? []
  if (command === undefined) return Promise.resolve(false)
  return new Promise((resolve) => {
    const child = spawn(command, args, { stdio: 'ignore', detached: true })
    child.once('error', () => resolve(false))
    child.once('spawn', () => {
      child.unref()
      resolve(true)
    })
  })
}
