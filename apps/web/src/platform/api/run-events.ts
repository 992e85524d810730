import { createParser, type EventSourceMessage } from 'eventsource-parser'
import { createBriefReader, type BriefEvents, type TraceStreamEvent } from '@ensemble/core/trace'
import { addressOf } from './api.ts'
import { ApiError, request } from './client.ts'
import { onLeft, takePlace, untilBack } from '../browser/page-life.ts'

/** A Run stream's state. `failed` won't retry; `reason` is the server's sentence. */
export type StreamStatus = 'live' | 'reconnecting' | 'ended' | 'failed'

export interface RunEventHandlers {
  /** At most once per frame. */
  readonly onEvents: (events: readonly TraceStreamEvent[]) => void
  /** The server starts over from the first event. */
  readonly onReset: () => void
  readonly onStatus: (status: StreamStatus, reason?: string) => void
}

const RETRY_MS = [300, 1000, 3000, 5000] as const

/** Streams of Runs that all windows hold together: of a browser's six connections one is the workspace's, two stay free. */
const MOST_STREAMS = 3
/** Without a connection a Run is polled, until nothing has come for that long. */
const GLANCE_MS = 400
const BETWEEN_GLANCES_MS = 1500

/**
 * Follows a Run's Journal from event `after` over lost connections (docs/contract/api.md#journal-events). Returns how
 * to stop.
 */
export function followRun(run: string, after: number, handlers: RunEventHandlers): () => void {
  const stop = new AbortController()
  const frame = batchByFrame(handlers.onEvents)
  let last = after
  let failures = 0

  const read = async (attempt: AbortSignal, onPiece: () => void): Promise<'ended' | 'cut'> => {
    const response = await request(
      addressOf('/api/runs/{id}/events', { path: { id: run }, query: { pack: 16, brief: true } }),
      {
        headers: { accept: 'text/event-stream', ...(last > 0 ? { 'last-event-id': String(last) } : {}) },
        signal: attempt,
      },
    )
    if (response.status === 204 || response.body === null) return 'ended'
    failures = 0
    handlers.onStatus('live')
    // A Run has a first event at least; of one that is known nothing new may come.
    if (last > 0) onPiece()
    let ended = false
    let damaged: string | undefined
    const readBrief = createBriefReader()
    const onEvent = (message: EventSourceMessage): void => {
      if (message.event === 'end') ended = true
      else if (message.event === 'damaged')
        damaged = (JSON.parse(message.data) as { readonly detail: string }).detail // as the route writes it
      else if (message.event === 'reset') {
        frame.drop()
        last = 0
        handlers.onReset()
      } else {
        // Shapes are docs/contract/api.md's: one program ships both ends.
        const parsed = JSON.parse(message.data) as readonly TraceStreamEvent[] | BriefEvents
        const events = 'events' in parsed ? readBrief(parsed) : parsed
        for (const event of events) last = event.seq ?? last
        frame.push(events, isPast(events))
      }
    }
    // EventSource would hide the status of a refusal, and takes no header.
    const parser = createParser({ onEvent })
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
      parser.feed(piece.value)
      onPiece()
    }
    // The sound part is shown; another request would bring no more.
    if (damaged !== undefined) {
      frame.flush()
      throw new ApiError(422, 'run.damaged', 'The run is damaged', damaged)
    }
    return ended ? 'ended' : 'cut'
  }

  const follow = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      const attempt = new AbortController()
      const stopMinding = onLeft(() => attempt.abort())
      const giveBack = await takePlace('ensemble.run-stream', MOST_STREAMS)
      const glance = giveBack === null ? createGlance() : undefined
      try {
        const signals = [stop.signal, attempt.signal, ...(glance === undefined ? [] : [glance.signal])]
        if ((await read(AbortSignal.any(signals), () => glance?.goOn())) === 'ended') {
          frame.flush()
          handlers.onStatus('ended')
          return
        }
      } catch (error) {
        if (stop.signal.aborted) return
        if (error instanceof ApiError && !error.isAway && error.status < 500) {
          handlers.onStatus('failed', error.message)
          return
        }
      } finally {
        stopMinding()
        glance?.end()
        giveBack?.()
      }
      await untilBack()
      if (glance?.signal.aborted === true) {
        await pause(BETWEEN_GLANCES_MS)
        continue
      }
      handlers.onStatus('reconnecting')
      const delay = RETRY_MS[Math.min(failures, RETRY_MS.length - 1)]
      failures += 1
      await pause(delay ?? 0)
    }
  }

  void follow()
  return () => {
    stop.abort()
    frame.drop()
  }
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Ends a stream once nothing has come for a moment. */
function createGlance(): { readonly signal: AbortSignal; goOn(): void; end(): void } {
  const stop = new AbortController()
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    signal: stop.signal,
    goOn: () => {
      clearTimeout(timer)
      timer = setTimeout(() => stop.abort(), GLANCE_MS)
    },
    end: () => clearTimeout(timer),
  }
}

const PAST_MS = 2000
/** Whether these happened a while ago: the page catches up with a Run that went on, or ended, without it. */
const isPast = (events: readonly TraceStreamEvent[]): boolean => {
  const last = events.at(-1)
  return last !== undefined && Date.now() - Date.parse(last.at) > PAST_MS
}

const CATCH_UP_MS = 600

/**
 * Delivers events once per frame, in the background by timer. Past events come in few large steps, as each draws
 * everything.
 */
const batchByFrame = (deliver: (events: readonly TraceStreamEvent[]) => void) => {
  let waiting: TraceStreamEvent[] = []
  let cancel: (() => void) | undefined
  let hasDelivered = false
  const flush = (): void => {
    cancel?.()
    cancel = undefined
    if (waiting.length === 0) return
    const events = waiting
    waiting = []
    hasDelivered = true
    deliver(events)
  }
  return {
    push: (events: readonly TraceStreamEvent[], arePast: boolean): void => {
      for (const event of events) waiting.push(event)
      cancel ??= arePast && hasDelivered ? later(flush, CATCH_UP_MS) : schedule(flush)
    },
    flush,
    drop: (): void => {
      waiting = []
      flush()
    },
  }
}

const later = (task: () => void, ms: number): (() => void) => {
  const timer = setTimeout(task, ms)
  return () => clearTimeout(timer)
}

const schedule = (task: () => void): (() => void) => {
  if (document.hidden) return later(task, 250)
  const frame = requestAnimationFrame(task)
  return () => cancelAnimationFrame(frame)
}
