import type { JournalEvent } from '../journal/events.ts'
import type { Clock } from './executor-deps.ts'

/** The working time of a Run: it stands still while every branch waits for a person (PROTOCOL.md §1, Config). */
export interface Wall {
  go(): void
  pause(): void
  /**
   * Allows the Loop of `span` no more than `maxMs` from its beginning, what the record shows of it included. Gives the
   * function that takes the limit back when the Loop has ended.
   */
  limit(span: string, maxMs: number): () => void
}

export interface WallOptions {
  readonly clock: Clock
  readonly signal: AbortSignal
  readonly recorded: readonly JournalEvent[]
  /** The Run's own limit: of the root's Loop and of all inside it. */
  readonly maxMs: number
  /** Called once, for the limit that is reached first. */
  readonly onReached: (span: string, maxMs: number) => void
}

interface WallLimit {
  readonly span: string
  readonly maxMs: number
  /** Milliseconds of this process's work at which it is reached. */
  readonly at: number
}

export function createWall({ clock, signal, recorded, maxMs, onReached }: WallOptions): Wall {
  const root: WallLimit = { span: '', maxMs, at: maxMs - workedMs(recorded) }
  const limits = [root]
  let spent = 0
  let since: number | undefined
  let cancel: (() => void) | undefined

  const worked = (): number => spent + (since === undefined ? 0 : clock.elapsed() - since)
  const disarm = (): void => {
    cancel?.()
    cancel = undefined
  }
  const arm = (): void => {
    disarm()
    if (since === undefined || signal.aborted) return
    const [first] = limits.toSorted((one, other) => one.at - other.at)
    if (first === undefined) return
    cancel = clock.after(Math.max(0, first.at - worked()), () => {
      limits.length = 0
      onReached(first.span, first.maxMs)
    })
  }
  const wall: Wall = {
    go() {
      if (since !== undefined) return
      since = clock.elapsed()
      arm()
    },
    pause() {
      spent = worked()
      since = undefined
      disarm()
    },
    limit(span, most) {
      // What the record shows to be over is only passed over here: all that came after it is no time of its own.
      if (recorded.some((event) => event.span === span && LOOP_ENDS.has(event.type))) return () => {}
      const began = recorded.findIndex((event) => event.span === span)
      const used = began < 0 ? 0 : workedMs(recorded.slice(began))
      const limit: WallLimit = { span, maxMs: most, at: worked() + most - used }
      // The Run's own limit stays to the end and comes first: no timer is worth setting.
      if (limit.at >= root.at) return () => {}
      limits.push(limit)
      arm()
      return () => {
        const at = limits.indexOf(limit)
        if (at < 0) return
        limits.splice(at, 1)
        arm()
      }
    },
  }
  wall.go()
  return wall
}

/** What a Module's Call ends with. */
const LOOP_ENDS: ReadonlySet<string> = new Set(['module.left', 'call.completed', 'call.failed'])

/** Milliseconds of work that the record shows, without the gaps in which everything waited. */
function workedMs(recorded: readonly JournalEvent[]): number {
  let sum = 0
  for (const [index, event] of recorded.entries()) {
    const next = recorded[index + 1]
    if (next && event.type !== 'run.waiting' && next.type !== 'run.resumed')
      sum += Date.parse(next.at) - Date.parse(event.at)
  }
  return sum
}
