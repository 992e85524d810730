import type { Json } from '../../schema/json.ts'
import type { Waiting } from '../../journal/run-types.ts'
import { LateMap } from '../../schema/late-map.ts'
import { onAbort } from '../../schema/on-abort.ts'

/**
 * Which branches of a Run work and which wait for a person. A parked branch holds no slot and no timer; the Run is
 * waiting only when every live branch waits (PROTOCOL.md §5).
 */
export interface Parking {
  /** Counts an effect in flight. */
  busy<T>(effect: () => Promise<T>): Promise<T>
  /** Waits for the signal with this key. */
  wait(key: string, waiting: Waiting): Promise<Json>
  /** Hands a signal over; false when nobody waits for it (yet). */
  deliver(key: string, body: Json): boolean
  /** Resolves once every live branch waits and that is recorded; never, while one works. */
  allParked(): Promise<void>
}

export interface ParkingOptions {
  readonly signal: AbortSignal
  /** Resolves once it is recorded that the Run waits. */
  readonly onWaiting: (waitingFor: readonly Waiting[]) => Promise<void>
  readonly onResumed: (why: string) => void
  /** Lets everything that can go on go on first. */
  readonly idle: () => Promise<void>
  /** Signals that arrived before anybody waited: a decision made while the process was away. */
  readonly early: ReadonlyMap<string, Json>
}

export function createParking({ signal, onWaiting, onResumed, idle, early }: ParkingOptions): Parking {
  const open = new LateMap<string, Waiting>()
  const waiters = new LateMap<string, (body: Json) => void>()
  const arrived = new LateMap<string, Json>()
  for (const [key, body] of early) arrived.set(key, body)
  const watchers: (() => void)[] = []
  let inFlight = 0
  /** There while the Run waits; resolves once that is recorded. */
  let told: Promise<void> | undefined

  const look = async (): Promise<void> => {
    if (inFlight > 0 || open.size === 0 || told) return
    await idle()
    if (inFlight > 0 || open.size === 0 || told || signal.aborted) return
    const telling = (told = onWaiting(open.values()))
    await telling
    if (told === telling) for (const resolve of watchers.splice(0)) resolve()
  }
  const leave = (why: string): void => {
    if (!told) return
    told = undefined
    onResumed(why)
  }

  return {
    busy(effect) {
      inFlight++
      const landed = (): void => {
        inFlight--
        if (open.size > 0) void look()
      }
      return effect().then(
        (value) => {
          landed()
          return value
        },
        (error: unknown) => {
          landed()
          throw error
        },
      )
    },
    async wait(key, waiting) {
      const ready = arrived.get(key)
      if (ready !== undefined) return ready
      open.set(key, waiting)
      void look()
      let leaveOff = (): void => {}
      try {
        return await new Promise<Json>((resolve, reject) => {
          waiters.set(key, resolve)
          leaveOff = onAbort(signal, () => reject(signal.reason))
        })
      } finally {
        leaveOff()
        open.delete(key)
        waiters.delete(key)
      }
    },
    deliver(key, body) {
      arrived.set(key, body)
      const resolve = waiters.get(key)
      if (!resolve) return false
      leave(key)
      resolve(body)
      return true
    },
    allParked: () => told ?? new Promise((resolve) => watchers.push(resolve)),
  }
}

const atOnce = async (): Promise<void> => {}

/** Of a Run that is only read from its record: what waits there is told to nobody. */
export const createStillParking = (signal: AbortSignal): Parking =>
  createParking({ signal, early: new Map(), idle: atOnce, onWaiting: atOnce, onResumed: () => {} })
