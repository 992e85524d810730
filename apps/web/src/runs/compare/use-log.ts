import type { EventData } from '@ensemble/core/journal'
import { appendEvent, createTraceLog, isBodyRef, type TraceLog } from '@ensemble/core/trace'
import { useEffect, useState } from 'react'
import { readBody } from '../../platform/api/run-client.ts'
import { followRun } from '../../platform/api/run-events.ts'

type Fork = NonNullable<EventData['run.created']['fork']>

export interface LoadedLog {
  readonly state: 'loading' | 'ready' | 'failed'
  /** Grows in place; `version` says that it did. */
  readonly log: TraceLog
  readonly version: number
  readonly problem: string | null
}

/** A fork's origin, which is stored separately if large; undefined for a whole run. */
async function readFork({ events: [created] }: TraceLog): Promise<Fork | undefined> {
  const stored: unknown = created?.type === 'run.created' ? created.data.fork : undefined
  // A body of this member held a fork when it was written.
  return created && isBodyRef(stored) ? ((await readBody(created.run, stored.$body)) as unknown as Fork) : undefined
}

const withFork = ({ events: [created, ...others] }: TraceLog, fork: Fork): TraceLog =>
  createTraceLog(
    created?.type === 'run.created' ? [{ ...created, data: { ...created.data, fork } }, ...others] : others,
  )

/** A Run's Journal, followed to its end; null where no Run is chosen. */
export function useLog(run: string | undefined): LoadedLog | null {
  const [loaded, setLoaded] = useState<(LoadedLog & { readonly run: string }) | null>(null)
  useEffect(() => {
    if (run === undefined) return undefined
    let log = createTraceLog()
    const set = (change: Partial<LoadedLog>): void =>
      setLoaded((before) => ({
        ...(before?.run === run ? before : { run, state: 'loading', problem: null, version: 0 }),
        log,
        ...change,
      }))
    set({})
    let isLeft = false
    const complete = async (): Promise<void> => {
      const fork = await readFork(log)
      if (fork === undefined || isLeft) return
      log = withFork(log, fork)
      set({ version: log.events.length })
    }
    const stop = followRun(run, 0, {
      onEvents: (events) => {
        const isFirst = log.events.length === 0
        for (const event of events) appendEvent(log, event)
        set({ version: log.events.length })
        // Unreadable values are left out of the comparison, and the rest compared.
        if (isFirst) complete().catch(() => undefined)
      },
      onReset: () => {
        log = createTraceLog()
        set({ version: 0 })
      },
      onStatus: (status, reason) => {
        if (status === 'ended') set({ state: 'ready' })
        if (status === 'failed') set({ state: 'failed', problem: reason ?? '' })
      },
    })
    return () => {
      isLeft = true
      stop()
    }
  }, [run])
  return loaded !== null && loaded.run === run ? loaded : null
}
