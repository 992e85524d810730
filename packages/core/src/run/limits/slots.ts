import type { RateLimits } from '../../model/model.ts'
import { LateMap } from '../../schema/late-map.ts'
import { onAbort } from '../../schema/on-abort.ts'
import type { Clock } from '../record/executor-deps.ts'
import { NO_RATE, Rate } from './rate.ts'

/** The reason why a question waits: others are on their way, or the minute's requests or tokens are used up. */
export type QueuedBy = 'concurrency' | 'requests' | 'tokens'

export interface SlotWish {
  /** Rejects with the signal's reason once it aborts. */
  readonly signal: AbortSignal
  /** An upper estimate of what the question will use. */
  readonly tokens: number
  /** Told when it begins to wait and each time its place changes; `before`: how many are ahead. */
  readonly onWait?: (before: number, by: QueuedBy) => void
}

/** Model calls at a time and a minute, per name; the rest wait in order of arrival. A slot is per model call, never per module: a nested Run would wait for itself. */
export interface Slots {
  take(name: string, wish: SlotWish): Promise<Slot>
}

export interface SlotsOptions {
  readonly clock: Pick<Clock, 'elapsed' | 'after'>
  /** Calls at the same time. */
  readonly most: (name: string) => number
  readonly rate: (name: string) => RateLimits | undefined
}

interface Waiting extends SlotWish {
  readonly enter: (slot: Slot) => void
  /** As last told. */
  told: string
}

/** A class, because one is held for as long as a model thinks. */
export class Slot {
  readonly #back: (tokens: number) => void
  #isHeld = true

  constructor(back: (tokens: number) => void) {
    this.#back = back
  }

  /** Gives it back with the tokens that were used; twice is once. */
  give(tokens = 0): void {
    if (this.#isHeld) this.#back(tokens)
    this.#isHeld = false
  }
}

/** The questions to one endpoint. */
class Lane {
  readonly #name: string
  readonly #options: SlotsOptions
  readonly #rate = new Rate()
  readonly #queue: Waiting[] = []
  #taken = 0
  #cancel: (() => void) | undefined

  constructor(name: string, options: SlotsOptions) {
    this.#name = name
    this.#options = options
  }

  take(wish: SlotWish): Promise<Slot> {
    const isFree = this.#queue.length === 0 && this.#hindrance(wish) === undefined
    return isFree ? Promise.resolve(this.#slotFor(wish)) : this.#wait(wish)
  }

  #slotFor({ tokens: reserved }: SlotWish): Slot {
    this.#taken++
    const sent = this.#rate.send(this.#limits, this.#options.clock.elapsed(), reserved)
    return new Slot((tokens) => {
      this.#taken--
      if (sent !== undefined) sent.tokens = tokens
      this.#admit()
    })
  }

  get #limits(): RateLimits {
    return this.#options.rate(this.#name) ?? NO_RATE
  }

  #hindrance({ tokens }: SlotWish): { readonly by: QueuedBy; readonly ms?: number } | undefined {
    const { most, clock } = this.#options
    if (this.#taken >= most(this.#name)) return { by: 'concurrency' }
    return this.#rate.hindrance(this.#limits, clock.elapsed(), tokens)
  }

  #wait(wish: SlotWish): Promise<Slot> {
    return new Promise((resolve, reject) => {
      const enter = (slot: Slot): void => {
        stay()
        resolve(slot)
      }
      const waiting: Waiting = { ...wish, enter, told: '' }
      const leave = (): void => {
        this.#queue.splice(this.#queue.indexOf(waiting), 1)
        reject(wish.signal.reason)
        this.#admit()
      }
      const stay = onAbort(wish.signal, leave)
      this.#queue.push(waiting)
      this.#admit()
    })
  }

  /** Lets in who can be, in order; a timer comes back for the rest where only time holds them up. */
  #admit(): void {
    this.#cancel?.()
    this.#cancel = undefined
    for (let next = this.#queue[0]; next !== undefined; next = this.#queue[0]) {
      const hindrance = this.#hindrance(next)
      if (hindrance !== undefined) {
        if (hindrance.ms !== undefined) this.#cancel = this.#options.clock.after(hindrance.ms, () => this.#admit())
        return this.#tell(hindrance.by)
      }
      this.#queue.shift()
      next.enter(this.#slotFor(next))
    }
  }

  #tell(by: QueuedBy): void {
    for (const [before, waiting] of this.#queue.entries()) {
      const told = `${before} ${by}`
      if (waiting.told !== told) waiting.onWait?.(before, by)
      waiting.told = told
    }
  }
}

export function createSlots(options: SlotsOptions): Slots {
  const lanes = new LateMap<string, Lane>()
  return {
    async take(name, wish) {
      wish.signal.throwIfAborted()
      const lane = lanes.get(name) ?? new Lane(name, options)
      lanes.set(name, lane)
      return await lane.take(wish)
    },
  }
}
