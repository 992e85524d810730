import { onAbort } from '../schema/on-abort.ts'
import { ModelError } from './model.ts'

const seconds = (ms: number): string => `${ms / 1000} s`

/** Longer timers overflow and fire at once. */
const LONGEST_MS = 2 ** 31 - 1

/** Reuses unaborted controllers for the Run's next answer: one takes two thousand bytes while a model thinks. */
const unused = new WeakMap<AbortSignal, AbortController[]>()

/** The idle and the total deadline of one answer, and the signal that ends its connection. */
export class Deadlines {
  readonly #outer: AbortSignal
  readonly #idleMs: number
  readonly #totalMs: number
  readonly #endsAt: number
  readonly #controller: AbortController
  readonly #leave: () => void
  #expired: ModelError | undefined
  /** There while a step is waited for. */
  #giveUp: ((reason: unknown) => void) | undefined
  #steppedAt = 0
  #timer: ReturnType<typeof setTimeout> | undefined

  /** `idleMs` counts from the start of each step, `totalMs` from now. Both throw `model.stalled`. */
  constructor(outer: AbortSignal, idleMs: number, totalMs: number) {
    this.#outer = outer
    this.#idleMs = idleMs
    this.#totalMs = totalMs
    this.#endsAt = performance.now() + totalMs
    this.#controller = unused.get(outer)?.pop() ?? new AbortController()
    this.#leave = onAbort(outer, () => this.#stop(outer.reason))
    if (outer.aborted) this.#stop(outer.reason)
    else this.#watch()
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** The caller's own signal ended it. */
  get aborted(): boolean {
    return this.#outer.aborted
  }

  /** Which deadline ended it. */
  get expired(): ModelError | undefined {
    return this.#expired
  }

  /** Waits for one step within the deadlines; each step restarts the idle time. Rejects even if the step never ends. */
  race<T>(step: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      step.then(
        (value) => {
          this.#giveUp = undefined
          resolve(value)
        },
        (error: unknown) => {
          this.#giveUp = undefined
          reject(error)
        },
      )
      if (this.signal.aborted) return reject(this.signal.reason)
      this.#giveUp = reject
      this.#steppedAt = performance.now()
    })
  }

  /** The answer is over: nothing may abort it any more. */
  clear(): void {
    clearTimeout(this.#timer)
    this.#leave()
    if (this.signal.aborted) return
    const kept = unused.get(this.#outer)
    if (kept) kept.push(this.#controller)
    else unused.set(this.#outer, [this.#controller])
  }

  /** One timer for both deadlines and all steps: an answer has thousands, and most are over at once. */
  #watch(): void {
    const now = performance.now()
    const idleLeft = this.#giveUp === undefined ? this.#idleMs : this.#steppedAt + this.#idleMs - now
    if (this.#endsAt <= now) return this.#expire(`The model's answer took longer than ${seconds(this.#totalMs)}.`)
    if (idleLeft <= 0) return this.#expire(`The model sent nothing for ${seconds(this.#idleMs)}.`)
    this.#timer = setTimeout(() => this.#watch(), Math.min(idleLeft, this.#endsAt - now, LONGEST_MS))
  }

  #expire(message: string): void {
    this.#expired = new ModelError('model.stalled', message, { retryable: true })
    this.#stop(this.#expired)
  }

  #stop(reason: unknown): void {
    this.#giveUp?.(reason)
    this.#controller.abort(reason)
  }
}
