import { onAbort as listen } from '../schema/on-abort.ts'
import { ModelError } from './model.ts'

/** The idle and the total deadline of one answer, and the signal that ends its connection. */
export interface Deadlines {
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
  /** There while a step is waited for. */
  let giveUp: ((reason: unknown) => void) | undefined
  let steppedAt = 0
  let timer: ReturnType<typeof setTimeout> | undefined

  const stop = (reason: unknown): void => {
    giveUp?.(reason)
    controller.abort(reason)
  }
  const expire = (message: string): void => {
    expired = new ModelError('model.stalled', message, { retryable: true })
    stop(expired)
  }
  const onAbort = (): void => stop(outer.reason)
  let leave = (): void => undefined
  if (outer.aborted) onAbort()
  else leave = listen(outer, onAbort)
  const endsAt = performance.now() + totalMs
  /** One timer for both deadlines and all steps: an answer has thousands, and most are over at once. */
  const watch = (): void => {
    const now = performance.now()
    const idleLeft = giveUp === undefined ? idleMs : steppedAt + idleMs - now
    if (endsAt <= now) return expire(`The model's answer took longer than ${seconds(totalMs)}.`)
    if (idleLeft <= 0) return expire(`The model sent nothing for ${seconds(idleMs)}.`)
    timer = setTimeout(watch, Math.min(idleLeft, endsAt - now))
  }
  watch()

  return {
    signal: controller.signal,
    get aborted() {
      return outer.aborted
    },
    get expired() {
      return expired
    },
    race(step) {
      return new Promise((resolve, reject) => {
        const settle =
          <A>(end: (value: A) => void) =>
          (value: A) => {
            giveUp = undefined
            end(value)
          }
        step.then(settle(resolve), settle(reject))
        if (controller.signal.aborted) return reject(controller.signal.reason)
        giveUp = reject
        steppedAt = performance.now()
      })
    },
    clear() {
      clearTimeout(timer)
      leave()
    },
  }
}
