import { join } from 'node:path'
import { type JsonObject, isObject } from '@ensemble/core'
import { atomicWrite } from '../../workspace/atomic-write.ts'
import { readSingle } from '../../workspace/read-single.ts'
import { createSerialiser } from '../../workspace/serialise.ts'

const FILE = '.ensemble/mcp-approvals.json'

/** The Tools of one server as a person approved them. */
export interface Approved {
  /** The approved entry in mcp.json: another command or address needs its own approval. */
  readonly fingerprint: string
  readonly definitions: readonly JsonObject[]
  /** Approved since tools that say nothing of themselves ask first; earlier approvals run as they did. */
  readonly asksByDefault?: true
}

/** People's approvals, stored in `.ensemble/mcp-approvals.json`. */
export interface Approvals {
  readonly get: (server: string) => Approved | undefined
  /** Durable when it resolves. */
  readonly put: (server: string, approved: Approved) => Promise<void>
}

const toApproved = (value: unknown): Approved | undefined => {
  if (!isObject(value) || typeof value['fingerprint'] !== 'string' || !Array.isArray(value['definitions']))
    return undefined
  return {
    fingerprint: value['fingerprint'],
    definitions: value['definitions'].filter(isObject),
    ...(value['asksByDefault'] === true && { asksByDefault: true }),
  }
}

/** A file that cannot be read holds no approval: people are asked again. */
const load = async (root: string): Promise<ReadonlyMap<string, Approved>> => {
  const text = (await readSingle(root, FILE).catch(() => undefined)) ?? '{}'
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    value = {}
  }
  const entries = isObject(value) ? Object.entries(value) : []
  return new Map(
    entries.flatMap(([server, entry]) => {
      const approved = toApproved(entry)
      return approved === undefined ? [] : [[server, approved]]
    }),
  )
}

export const openApprovals = async (root: string): Promise<Approvals> => {
  const path = join(root, FILE)
  let approved = await load(root)
  const inTurn = createSerialiser()
  return {
    get: (server) => approved.get(server),
    put: (server, entry) =>
      inTurn(async () => {
        const next = new Map(approved).set(server, entry)
        await atomicWrite(path, JSON.stringify(Object.fromEntries(next), null, 2), { mode: 0o600 })
        approved = next
      }),
  }
}
