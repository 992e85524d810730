import { sha256Bytes } from '../../schema/hash.ts'
import type { Sha256 } from '../../schema/json.ts'
import { LateMap } from '../../schema/late-map.ts'
import type { ArtifactStore } from '../record/executor-deps.ts'

/** Artifacts that are kept for as long as the store is: what a program without a disk runs with. */
export function createMemoryArtifacts(): ArtifactStore {
  const files = new LateMap<Sha256, Uint8Array>()
  return {
    async put(bytes) {
      const hash = sha256Bytes(bytes)
      files.set(hash, bytes)
      return hash
    },
    get: async (hash) => files.get(hash),
  }
}
