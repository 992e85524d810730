import { realpathSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { hashJson } from '@ensemble/core/schema'
import { atomicWrite } from '../workspace/atomic-write.ts'
import { makeFolder } from '../workspace/make-folder.ts'

/** A command that an endpoint of a workspace asks for. */
export interface AskedCommand {
  readonly endpoint: string
  readonly baseUrl: string
  readonly command: readonly string[]
}

/**
 * Commands that a person let a workspace run, in the person's own data folder: a folder from elsewhere can't bring its
 * approval along, and no route of the server writes one.
 */
export interface ApprovedCommands {
  /** Binds an approval to the folder, the endpoint, its address and every argument. */
  readonly hashOf: (asked: AskedCommand) => string
  readonly has: (hash: string) => Promise<boolean>
  /** Durable when it resolves. */
  readonly add: (hash: string) => Promise<void>
}

export interface ApprovedCommandsOptions {
  /** Shared by all workspaces of the person. */
  readonly file: string
  /** The workspace's folder. */
  readonly root: string
}

const isHash = (value: unknown): value is string => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value)

/** A file that cannot be read holds no approval: the person is asked again. */
const load = async (file: string): Promise<readonly string[]> => {
  try {
    const value: unknown = JSON.parse(await readFile(file, 'utf8'))
    return Array.isArray(value) ? value.filter(isHash) : []
  } catch {
    return []
  }
}

export const createApprovedCommands = ({ file, root }: ApprovedCommandsOptions): ApprovedCommands => ({
  hashOf: ({ endpoint, baseUrl, command }) => hashJson([realpathSync(root), endpoint, baseUrl, command]),
  has: async (hash) => (await load(file)).includes(hash),
  add: async (hash) => {
    await makeFolder(dirname(file))
    // Read again: another process of the person may have added one.
    await atomicWrite(file, `${JSON.stringify([...new Set([...(await load(file)), hash])], null, 2)}\n`, {
      mode: 0o600,
    })
  },
})
