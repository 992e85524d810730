import type { Message } from '../../idea/message.ts'
import type { JournalEvent } from '../../journal/events.ts'

/** A Loop's result: its output, the Messages before it and the Journal's events. */
export interface LoopResult<T> {
  readonly output: T
  readonly messages: readonly Message[]
  readonly events: readonly JournalEvent[]
}

/** Optional details: made on demand, the same each time. */
interface Looks {
  readonly messages: () => readonly Message[]
  readonly events: () => readonly JournalEvent[]
}
const LOOKS = Symbol('looks')

/** One getter for all, as own members: a closure in each result would keep its whole Run in memory until the next full collection. */
const MEMBERS = {
  messages: {
    enumerable: true,
    get(this: EndedLoop<unknown>): readonly Message[] {
      return this[LOOKS].messages()
    },
  },
  events: {
    enumerable: true,
    get(this: EndedLoop<unknown>): readonly JournalEvent[] {
      return this[LOOKS].events()
    },
  },
}

/** Many callers want the output alone. What they do to it, or to the Messages, is theirs: the record holds the originals. */
export class EndedLoop<T> implements LoopResult<T> {
  declare readonly messages: readonly Message[]
  declare readonly events: readonly JournalEvent[]
  declare readonly [LOOKS]: Looks

  constructor(
    readonly output: T,
    looks: Looks,
  ) {
    Object.defineProperty(this, LOOKS, { value: { messages: once(looks.messages), events: once(looks.events) } })
    Object.defineProperties(this, MEMBERS)
  }
}

const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}
