import { onAbort } from '../schema/on-abort.ts'
import { LateMap } from '../schema/late-map.ts'

/** At most `most` at a time per name; the rest wait in order of arrival. A slot is per model call, never per module: a nested Run would wait for itself. */
export interface Slots {
  /** Resolves with the function that gives the slot back. Rejects with the signal's reason. */
  take(name: string, signal: AbortSignal): Promise<() => void>
}

export function createSlots(most: (name: string) => number): Slots {
  const taken = new LateMap<string, number>()
  const queues = new LateMap<string, (() => void)[]>()
  const give = (name: string): void => {
    const next = queues.get(name)?.shift()
    if (next) next()
    else taken.set(name, (taken.get(name) ?? 1) - 1)
  }
  return {
    async take(name, signal) {
      signal.throwIfAborted()
      const used = taken.get(name) ?? 0
      if (used < most(name)) taken.set(name, used + 1)
      else
        await new Promise<void>((resolve, reject) => {
          const queue = queues.get(name) ?? []
          queues.set(name, queue)
          const leave = (): void => {
            const index = queue.indexOf(enter)
            if (index >= 0) queue.splice(index, 1)
            reject(signal.reason)
          }
          const enter = (): void => {
            stay()
            resolve()
          }
          queue.push(enter)
          const stay = onAbort(signal, leave)
        })
      let given = false
      return () => {
        if (given) return
        given = true
        give(name)
      }
    },
  }
}
