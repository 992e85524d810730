import { chmod, lstat } from 'node:fs/promises'
import { join } from 'node:path'
import { EnsembleError, isObject } from '@ensemble/core'
import { atomicWrite } from '../workspace/atomic-write.ts'
import { keepOutOfGit } from '../workspace/out-of-git.ts'
import { readSingle } from '../workspace/read-single.ts'
import { createSerialiser } from '../workspace/serialise.ts'
import type { Redactor } from './redactor.ts'

const FILE = '.ensemble/secrets.json'

/** Values behind `secret://NAME`, stored next to the workspace's database and never returned over HTTP. */
export interface SecretStore {
  /** The value behind `secret://NAME`; undefined if it has none. The environment overrides the file, unless it is empty there. */
  readonly resolve: (reference: string) => string | undefined
  /** Durable, in a file that only this user can read. */
  readonly put: (name: string, value: string) => Promise<void>
}

export interface SecretStoreOptions {
  /** The workspace's folder. */
  readonly root: string
  readonly fromEnvironment: (reference: string) => string | undefined
  /** The workspace cannot be written: keys that only its owner may read are left alone. */
  readonly readOnly?: boolean
  /** Told every value before it is used. */
  readonly redactor: Redactor
}

const isRefusal = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'EACCES'

const load = async (root: string, readOnly: boolean): Promise<ReadonlyMap<string, string>> => {
  const text = await readSingle(root, FILE).catch((error: unknown) => {
    if (readOnly && isRefusal(error)) return undefined
    throw error
  })
  if (text === undefined) return new Map()
  const unreadable = (): EnsembleError =>
    new EnsembleError('workspace.invalid', '.ensemble/secrets.json is damaged: remove it and give the secrets again.')
  let parsed: unknown
  try {
    parsed = JSON.parse(text)
  } catch {
    // The parser's own message would quote the file.
    throw unreadable()
  }
  if (!isObject(parsed)) throw unreadable()
  // A copy or a backup may have opened the file to others.
  const isOwn = (await lstat(join(root, FILE))).isFile()
  if (!readOnly && isOwn) await chmod(join(root, FILE), 0o600)
  return new Map(Object.entries(parsed).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])))
}

/** Opens `.ensemble/secrets.json`. Throws EnsembleError `workspace.invalid` if it is damaged. */
export const openSecretStore = async (options: SecretStoreOptions): Promise<SecretStore> => {
  const { root, fromEnvironment, redactor } = options
  const path = join(root, FILE)
  let values = await load(root, options.readOnly === true)
  for (const value of values.values()) redactor.know(value)
  const inTurn = createSerialiser()

  const write = async (name: string, value: string): Promise<void> => {
    const next = new Map(values).set(name, value)
    await keepOutOfGit(root)
    await atomicWrite(path, JSON.stringify(Object.fromEntries(next)), { mode: 0o600 })
    values = next
  }

  return {
    resolve: (reference) => {
      const given = [fromEnvironment(reference), values.get(reference.replace(/^secret:\/\//, ''))]
      const value = given.find((one) => one !== undefined && one !== '')
      if (value !== undefined) redactor.know(value)
      return value
    },
    put: (name, value) => {
      redactor.know(value)
      return inTurn(() => write(name, value))
    },
  }
}
