import { sha256Bytes, sha256Text } from '../schema/hash.ts'
import type { Sha256 } from '../schema/json.ts'
import { LateMap } from '../schema/late-map.ts'
import type { Bodies } from './journal.ts'

const encoder = new TextEncoder()
/** Made at its first use: making it takes a millisecond of each import. */
let decoder: TextDecoder | undefined

export interface MemoryBodies extends Bodies {
  putText(text: string): Promise<Sha256>
  /** For a text whose hash is known. */
  keep(hash: Sha256, text: string): void
  /** The JSON value of a body; undefined if there is none. */
  parsed(hash: Sha256): unknown
}

/** Bodies came as texts or as bytes; they are made into the other where somebody wants that. */
export function createMemoryBodies(): MemoryBodies {
  const bodies = new LateMap<Sha256, string | Uint8Array>()
  return {
    async put(bytes) {
      const hash = sha256Bytes(bytes)
      bodies.set(hash, bytes)
      return hash
    },
    async putText(text) {
      const hash = sha256Text(text)
      bodies.set(hash, text)
      return hash
    },
    async get(hash) {
      const body = bodies.get(hash)
      return typeof body === 'string' ? encoder.encode(body) : body
    },
    keep(hash, text) {
      if (!bodies.has(hash)) bodies.set(hash, text)
    },
    parsed(hash) {
      const body = bodies.get(hash)
      return body === undefined
        ? undefined
        : JSON.parse(typeof body === 'string' ? body : (decoder ??= new TextDecoder()).decode(body))
    },
  }
}
