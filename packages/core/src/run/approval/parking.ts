import type { Json } from '../../schema/json.ts'
import type { Waiting } from '../../journal/run-types.ts'
import { LateMap } from '../../schema/late-map.ts'
import { onAbort } from '../../schema/on-abort.ts'

export interface ParkingOptions {
  readonly signal: AbortSignal
  /** Resolves once it is recorded that the Run waits. */
  readonly onWaiting: (waitingFor: readonly Waiting[]) => Promise<void>
  readonly onResumed: (why: string) => void
  /** Lets all other ready work run first. */
  readonly idle: () => Promise<void>
  /** Signals that arrived before anybody waited: a decision made while the process was away. */
  readonly early: ReadonlyMap<string, Json>
  /** The record ends with the Run's wait, to which it comes back: it is not recorded twice. */
  readonly isWaiting?: boolean
  /** Called each time every branch waits and that is recorded. */
  readonly onParked?: () => void
}

/**
 * Which branches of a Run work and which wait for a person; it waits when all do (docs/contract/protocol.md#the-loop).
 */
export class Parking {
  readonly #options: ParkingOptions
  readonly #open = new LateMap<string, Waiting>()
  readonly #waiters = new LateMap<string, (body: Json) => void>()
  readonly #arrived = new LateMap<string, Json>()
  #watchers: readonly (() => void)[] = NOBODY
  /** Effects in flight. */
  #busy = 0
  /** There while the Run waits; resolves once that is recorded. */
  #told: Promise<void> | undefined
  /** The record says that the Run waits, and its branches are on the way back to that. */
  #isReturning: boolean
  #onBack: () => void = nothing
  /** That it waits is on its way into the record. */
  #isTelling = false

  constructor(options: ParkingOptions) {
    this.#options = options
    this.#isReturning = options.isWaiting === true
    for (const [key, body] of options.early) this.#arrived.set(key, body)
  }

  /** Counts an effect in flight. */
  busy<T>(effect: () => Promise<T>): Promise<T> {
    this.begin()
    return effect().then(
      (value) => {
        this.land()
        return value
      },
      (error: unknown) => {
        this.land()
        throw error
      },
    )
  }

  /** The same where the effect is a part of a function: `land` in its `finally`. */
  begin(): void {
    this.#busy++
  }

  land(): void {
    this.#busy--
    if (this.#open.size > 0) void this.#look()
  }

  /** Waits for the signal with this key. */
  async wait(key: string, waiting: Waiting): Promise<Json> {
    const ready = this.#arrived.get(key)
    if (ready !== undefined) {
      this.resume(key)
      return ready
    }
    const { signal } = this.#options
    this.#open.set(key, waiting)
    void this.#look()
    let leaveOff = (): void => {}
    try {
      return await new Promise<Json>((resolve, reject) => {
        this.#waiters.set(key, resolve)
        leaveOff = onAbort(signal, () => reject(signal.reason))
      })
    } finally {
      leaveOff()
      this.#open.delete(key)
      this.#waiters.delete(key)
    }
  }

  /** Hands a signal to its present or future waiter. */
  deliver(key: string, body: Json): void {
    this.#arrived.set(key, body)
    const resolve = this.#waiters.get(key)
    if (!resolve) return
    this.resume(key)
    resolve(body)
    // A branch that a person refuses may end without an effect, and leave only others who wait.
    void this.#look()
  }

  /** Resolves once every live branch waits and that is recorded; never, while one works. */
  allParked(): Promise<void> {
    return (
      this.#told ??
      new Promise((resolve) => {
        this.#watchers = [...this.#watchers, resolve]
      })
    )
  }

  /** Whether every live branch waits, and that is recorded. */
  get isParked(): boolean {
    return this.#told !== undefined && !this.#isTelling
  }

  /** Resolves once a Run that comes back to its wait is there, or continues; at once for another. */
  back(): Promise<void> {
    return this.#isReturning ? new Promise((resolve) => (this.#onBack = resolve)) : DONE
  }

  /** Records that the Run no longer waits, if it does; false if it does not. */
  resume(why: string): boolean {
    if (!this.#told && !this.#isReturning) return false
    this.#told = undefined
    this.#returned()
    this.#options.onResumed(why)
    return true
  }

  /** The Run waits again where nothing else came of what it resumed for. */
  look(): void {
    void this.#look()
  }

  async #look(): Promise<void> {
    const { idle, signal, onWaiting, onParked } = this.#options
    if (!this.#mayWait()) return
    await idle()
    if (!this.#mayWait() || signal.aborted) return
    const telling = (this.#told = this.#isReturning ? Promise.resolve() : onWaiting(this.#open.values()))
    this.#isTelling = true
    await telling
    if (this.#told !== telling) return
    this.#isTelling = false
    this.#returned()
    onParked?.()
    const watchers = this.#watchers
    this.#watchers = NOBODY
    for (const resolve of watchers) resolve()
  }

  #mayWait(): boolean {
    return this.#busy === 0 && this.#open.size > 0 && this.#told === undefined
  }

  #returned(): void {
    this.#isReturning = false
    this.#onBack()
  }
}

const NOBODY: readonly (() => void)[] = []
const DONE = Promise.resolve()
const nothing = (): void => {}

const atOnce = async (): Promise<void> => {}

/** A Run that is only read from its record: no one learns of its waits. */
export const createStillParking = (signal: AbortSignal): Parking =>
  new Parking({ signal, early: new Map(), idle: atOnce, onWaiting: atOnce, onResumed: () => {} })
