import type { JournalEvent, Run } from '@ensemble/core'
import { type StreamEvent, hasEnded, isEnd } from '@ensemble/core/journal'
import type { Tails } from './tails.ts'
import { PAGE } from './verified-reader.ts'

/** Where one reader of a Run gets its events from. */
export interface RunSource {
  /** The pushes from now on. */
  open(): ReturnType<Tails['open']>
  /** The next recorded events. */
  recorded(after: number, limit: number): readonly JournalEvent[] | Promise<readonly JournalEvent[]>
  /** Undefined once the Run was deleted. */
  summary(): Run | undefined | Promise<Run | undefined>
}

/** A Run's events after `after`, first those recorded, then as they come, until it ends or `stop` aborts. */
export async function* followRun(source: RunSource, after: number, stop: AbortSignal): AsyncGenerator<StreamEvent> {
  const feed = source.open()
  try {
    let seq = after
    let behind = true
    while (!stop.aborted) {
      if (behind) {
        const page = await source.recorded(seq, PAGE)
        behind = page.length === PAGE
        for (const event of page) {
          seq = event.seq
          yield event
          if (isEnd(event.type)) return
        }
        const summary = await source.summary()
        if (!behind && (summary === undefined || (hasEnded(summary) && summary.head.seq <= seq))) return
        continue
      }
      const taken = feed.take()
      for (const event of taken.events) {
        if (event.seq !== null && event.seq <= seq) continue
        if (event.seq !== null) seq = event.seq
        yield event
        if (event.seq !== null && isEnd(event.type)) return
      }
      if (taken.closed) return
      behind = taken.behind
      if (!behind && taken.events.length === 0) await feed.wait(stop)
    }
  } finally {
    feed.close()
  }
}
