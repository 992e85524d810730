import { EnsembleError } from '@ensemble/core'
import { hasEnded } from '@ensemble/core/journal'
import { parseTraceparent } from '@ensemble/core/host'
import type { WorkspaceJournal } from '../engine/workspace-journal.ts'
import type { Log } from '../http/log.ts'
import type { OtelSettings } from './otel-settings.ts'

/** Runs that wait for a collector to come back; of more, the oldest are left to `ensemble export`. */
const MOST_WAITING = 1000
const FIRST_RETRY_MS = 5000
const LONGEST_RETRY_MS = 300_000

interface FollowOptions {
  readonly journal: WorkspaceJournal
  readonly settings: () => OtelSettings | undefined
  readonly log: Log
  /** Throws EnsembleError, `retryable` where the collector may take the Run later. */
  readonly send: (run: string) => Promise<unknown>
}

export interface Following {
  readonly stop: () => void
  /** Waits for what is under way. */
  readonly idle: () => Promise<void>
}

/** Sends each Run when it ends; those that a collector could not take wait until it is back. */
export const followEnded = ({ journal, settings, log, send }: FollowOptions): Following => {
  const sent = new Set<string>()
  /** Ended while the collector was away. */
  const waiting = new Set<string>()
  const underWay = new Set<Promise<void>>()
  let retryMs = FIRST_RETRY_MS
  let refused = ''
  let timer: ReturnType<typeof setTimeout> | undefined

  const isSampled = async (id: string): Promise<boolean> => {
    const [first] = await journal.read(id, { limit: 1 })
    const incoming = first?.type === 'run.created' ? first.data.traceparent : undefined
    // A caller that does not sample its trace wants no spans of it.
    return incoming === undefined || parseTraceparent(incoming)?.isSampled !== false
  }
  const wait = (id: string, error: unknown): void => {
    const reason = error instanceof Error ? error.message : String(error)
    if (!(error instanceof EnsembleError) || error.options.retryable !== true) {
      // Said once for all runs that the same is wrong with.
      if (reason !== refused)
        log.warn(`Spans are not exported: ${reason} Export one later with \`ensemble export RUN --to otlp --send\`.`)
      refused = reason
      return
    }
    // Said once until it is over: a collector that is away would otherwise fill the log.
    if (waiting.size === 0) log.warn(`Spans wait: ${reason} They are sent when it takes them again.`)
    waiting.add(id)
    const [oldest] = waiting
    if (waiting.size > MOST_WAITING && oldest !== undefined) waiting.delete(oldest)
    timer ??= setTimeout(() => {
      timer = undefined
      retryMs = Math.min(LONGEST_RETRY_MS, retryMs * 2)
      start(sendWaiting())
    }, retryMs).unref()
  }
  const sendWaiting = async (): Promise<void> => {
    for (const id of waiting) {
      try {
        await send(id)
      } catch (error) {
        // A run that was removed meanwhile holds nothing up.
        if (!(error instanceof EnsembleError) || error.options.retryable !== true) waiting.delete(id)
        else return wait(id, error)
      }
      waiting.delete(id)
      if (waiting.size === 0) log.warn('The collector takes spans again; those that waited were sent.')
    }
    retryMs = FIRST_RETRY_MS
  }
  const sendEnded = async (id: string): Promise<void> => {
    try {
      if (!(await isSampled(id))) return
      await send(id)
    } catch (error) {
      return wait(id, error)
    }
    refused = ''
    await sendWaiting()
  }
  const start = (sending: Promise<void>): void => {
    const tracked = sending.finally(() => underWay.delete(tracked))
    underWay.add(tracked)
  }
  const leave = journal.onRun((run) => {
    if (!hasEnded(run) || sent.has(run.id) || settings() === undefined) return
    sent.add(run.id)
    start(sendEnded(run.id))
  })
  return {
    stop: () => {
      leave()
      clearTimeout(timer)
    },
    idle: async () => {
      await Promise.all(underWay)
    },
  }
}
