import type { StreamEvent } from './events.ts'

/** A queue between a publisher and one reader: push never waits, the reader awaits. */
export interface Feed {
  push(event: StreamEvent): void
  close(): void
  readonly events: AsyncIterable<StreamEvent>
}

/** Live-only events are dropped first when a reader is this far behind; recorded ones can be read again by seq. */
const MOST_WAITING = 10_000

export function createFeed(stop: AbortSignal): Feed {
  let waiting: StreamEvent[] = []
  let closed = false
  let wake: (() => void) | undefined
  const rouse = (): void => {
    wake?.()
    wake = undefined
  }
  stop.addEventListener('abort', rouse, { once: true })
  return {
    push(event) {
      if (closed || (event.seq === null && waiting.length >= MOST_WAITING)) return
      waiting.push(event)
      rouse()
    },
    close() {
      closed = true
      rouse()
    },
    events: {
      async *[Symbol.asyncIterator]() {
        while (!stop.aborted) {
          const batch = waiting
          waiting = []
          yield* batch
          if (waiting.length > 0) continue
          if (closed || stop.aborted) return
          await new Promise<void>((resolve) => {
            wake = resolve
          })
        }
      },
    },
  }
}
