import { onAbort } from '../../schema/on-abort.ts'
import { LateMap } from '../../schema/late-map.ts'

/** At most `most` at a time per name; the rest wait in order of arrival. A slot is per model call, never per module: a nested Run would wait for itself. */
export interface Slots {
  /** Rejects with the signal's reason. */
  take(name: string, signal: AbortSignal): Promise<Slot>
}

/** A class, because one is held for as long as a model thinks. */
class Slot {
  readonly #back: (name: string) => void
  #name: string | undefined

  constructor(name: string, back: (name: string) => void) {
    this.#name = name
    this.#back = back
  }

  /** Gives it back; twice is once. */
  give(): void {
    if (this.#name !== undefined) this.#back(this.#name)
    this.#name = undefined
  }
}

export function createSlots(most: (name: string) => number): Slots {
  const taken = new LateMap<string, number>()
  const queues = new LateMap<string, (() => void)[]>()
  const back = (name: string): void => {
    const next = queues.get(name)?.shift()
    if (next) next()
    else taken.set(name, (taken.get(name) ?? 1) - 1)
  }
  /** Resolves when the slot of another is handed on. */
  const wait = (name: string, signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
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
  return {
    async take(name, signal) {
      signal.throwIfAborted()
      const used = taken.get(name) ?? 0
      if (used < most(name)) taken.set(name, used + 1)
      else await wait(name, signal)
      return new Slot(name, back)
    },
  }
}
