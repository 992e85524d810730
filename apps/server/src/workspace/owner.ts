import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rm } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { isObject } from '@ensemble/core'
import { atomicWrite } from './atomic-write.ts'

/** `.ensemble/server.json`: where the process that owns the workspace answers. */
export interface ServerFile {
  readonly url: string
  readonly pid: number
  readonly version: string
  /** For commands on this machine where the server needs a token; the file's mode is 0600. */
  readonly token?: string
}

export interface Owner {
  readonly owned: true
  announce(server: ServerFile): Promise<void>
  release(): Promise<void>
}
export type Ownership = Owner | { readonly owned: false; readonly pid: number; readonly server: ServerFile | undefined }

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return typeof error === 'object' && error !== null && 'code' in error && error.code === 'EPERM'
  }
}

const readJson = async (path: string): Promise<unknown> => {
  try {
    return JSON.parse(await readFile(path, 'utf8'))
  } catch {
    return undefined
  }
}

/** Where the owner of `root` says it answers; undefined without an owner that is alive. */
export const findServer = async (root: string): Promise<ServerFile | undefined> => {
  const value = await readJson(join(root, '.ensemble', 'server.json'))
  if (!isObject(value)) return undefined
  const { url, pid, version, token } = value
  if (typeof url !== 'string' || typeof pid !== 'number' || typeof version !== 'string' || !isAlive(pid))
    return undefined
  return { url, pid, version, ...(typeof token === 'string' && { token }) }
}

/** One process owns a workspace: the first to make the lock, as long as it lives. */
export const takeOwnership = async (root: string): Promise<Ownership> => {
  const folder = join(root, '.ensemble')
  const lock = join(folder, 'lock')
  const serverFile = join(folder, 'server.json')
  await mkdir(folder, { recursive: true })
  const mine = randomUUID()
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      const handle = await open(lock, 'wx', 0o600)
      await handle.writeFile(JSON.stringify({ pid: process.pid, host: hostname(), id: mine }))
      await handle.close()
      return {
        owned: true,
        announce: (server) => atomicWrite(serverFile, JSON.stringify(server), { mode: 0o600 }),
        release: async () => {
          const held = await readJson(lock)
          if (isObject(held) && held['id'] !== mine) return
          await rm(serverFile, { force: true })
          await rm(lock, { force: true })
        },
      }
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
      const held = await readJson(lock)
      const pid = isObject(held) && typeof held['pid'] === 'number' ? held['pid'] : 0
      const elsewhere = isObject(held) && held['host'] !== hostname()
      if (pid !== process.pid && pid > 0 && (elsewhere || isAlive(pid)))
        return { owned: false, pid, server: await findServer(root) }
      await rm(lock, { force: true }) // its process is gone
    }
  }
  return { owned: false, pid: 0, server: await findServer(root) }
}
