import { ModelError } from './model.ts'

/** The idle and the total deadline of one answer, and the signal that ends its connection. */
export interface Deadlines {
  readonly controller: AbortController
  readonly signal: AbortSignal
  /** The caller's own signal ended it. */
  readonly aborted: boolean
  /** Which deadline ended it. */
  readonly expired: ModelError | undefined
  /** Waits for one step within the deadlines; each step starts the idle time anew. Rejects even if the step never ends. */
  race<T>(step: Promise<T>): Promise<T>
  clear(): void
}

const seconds = (ms: number): string => `${ms / 1000} s`

/** `idleMs` counts from the start of each step, `totalMs` from now. Both throw `model.stalled`. */
export const createDeadlines = (outer: AbortSignal, idleMs: number, totalMs: number): Deadlines => {
  const controller = new AbortController()
  let expired: ModelError | undefined
  let end: (reason: unknown) => void = () => undefined
  const ended = new Promise<never>((_resolve, reject) => (end = reject))
  ended.catch(() => undefined)

  const stop = (reason: unknown): void => {
    end(reason)
    controller.abort(reason)
  }
  const expire = (message: string): void => {
    expired = new ModelError('model.stalled', message, { retryable: true })
    stop(expired)
  }
  const onAbort = (): void => stop(outer.reason)
  if (outer.aborted) onAbort()
  else outer.addEventListener('abort', onAbort, { once: true })
  const total = setTimeout(() => expire(`The model's answer took longer than ${seconds(totalMs)}.`), totalMs)

  return {
    controller,
    signal: controller.signal,
    get aborted() {
      return outer.aborted
    },
    get expired() {
      return expired
    },
    async race(step) {
      step.catch(() => undefined)
      const idle = setTimeout(() => expire(`The model sent nothing for ${seconds(idleMs)}.`), idleMs)
      try {
        return await Promise.race([step, ended])
      } finally {
        clearTimeout(idle)
      }
    },
    clear() {
      clearTimeout(total)
      outer.removeEventListener('abort', onAbort)
    },
  }
}
