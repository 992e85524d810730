import type { Refusal } from '../egress/egress-fetch.ts'
import type { ActivityProblem } from './activities.ts'

/** Something a page wants to know of at once. */
export type WorkspaceEvent =
  | { readonly type: 'file.changed'; readonly file: string; readonly etag: string | null }
  | {
      readonly type: 'activities.changed'
      readonly names: readonly string[]
      readonly problems: readonly ActivityProblem[]
    }
  /** Something was not let out of this machine. */
  | ({ readonly type: 'egress.refused' } & Refusal)
  /** The database was found to be damaged. */
  | { readonly type: 'losses.changed' }
  /** Null where mcp.json itself changed. */
  | { readonly type: 'mcp.changed'; readonly server: string | null }

export interface Emitter<T> {
  emit(value: T): void
  /** Returns what ends the subscription. */
  on(listener: (value: T) => void): () => void
}

export const createEmitter = <T>(): Emitter<T> => {
  const listeners = new Set<(value: T) => void>()
  return {
    emit: (value) => {
      for (const listener of listeners) listener(value)
    },
    on: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
