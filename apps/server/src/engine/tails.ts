import type { StreamEvent } from '@ensemble/core/journal'

/** Events that wait for one reader. A reader further behind reads the recorded ones again; live ones are lost to it. */
const MOST_WAITING = 2000

/** The events that one reader of a run has yet to get. */
export interface Feed {
  /** Everything since the last time; `behind` where some were dropped. */
  take(): { readonly events: readonly StreamEvent[]; readonly behind: boolean; readonly closed: boolean }
  /** Until something comes, or `stop` aborts. */
  wait(stop: AbortSignal): Promise<void>
}

export interface Tails {
  open(run: string): Feed & { readonly close: () => void }
  push(run: string, events: readonly StreamEvent[]): void
  /** Readers of the run, or of every run, read what was recorded elsewhere. */
  catchUp(run?: string): void
  /** The run is gone: its readers end. */
  end(run: string): void
}

interface OpenFeed {
  waiting: StreamEvent[]
  behind: boolean
  closed: boolean
  wake: () => void
}

const nothing = (): void => undefined

export const createTails = (): Tails => {
  const byRun = new Map<string, Set<OpenFeed>>()
  return {
    open: (run) => {
      const feed: OpenFeed = { waiting: [], behind: false, closed: false, wake: nothing }
      const feeds = byRun.get(run) ?? new Set()
      byRun.set(run, feeds.add(feed))
      return {
        take: () => {
          const { waiting: events, behind, closed } = feed
          feed.waiting = []
          feed.behind = false
          return { events, behind, closed }
        },
        wait: (stop) =>
          new Promise((resolve) => {
            const done = (): void => {
              stop.removeEventListener('abort', done)
              feed.wake = nothing
              resolve()
            }
            feed.wake = done
            stop.addEventListener('abort', done, { once: true })
            if (feed.waiting.length > 0 || feed.behind || feed.closed || stop.aborted) done()
          }),
        close: () => {
          feeds.delete(feed)
          if (feeds.size === 0) byRun.delete(run)
        },
      }
    },
    push: (run, events) => {
      for (const feed of byRun.get(run) ?? []) {
        if (feed.behind || feed.waiting.length + events.length > MOST_WAITING) {
          // Keeps no more until it reads again: later events would follow a gap.
          feed.waiting = []
          feed.behind = true
        } else feed.waiting.push(...events)
        feed.wake()
      }
    },
    catchUp: (run) => {
      const feeds = run === undefined ? [...byRun.values()].flatMap((some) => [...some]) : (byRun.get(run) ?? [])
      for (const feed of feeds) {
        // Recorded ones may follow a gap.
        feed.waiting = feed.waiting.filter(({ seq }) => seq === null)
        feed.behind = true
        feed.wake()
      }
    },
    end: (run) => {
      for (const feed of byRun.get(run) ?? []) {
        feed.closed = true
        feed.wake()
      }
    },
  }
}
