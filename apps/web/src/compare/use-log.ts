import { appendEvent, createTraceLog, type TraceLog } from '@ensemble/core/trace'
import { useEffect, useState } from 'react'
import { followRun } from '../api/run-events.ts'

export interface LoadedLog {
  readonly state: 'loading' | 'ready' | 'failed'
  /** Grows in place; `version` says that it did. */
  readonly log: TraceLog
  readonly version: number
  readonly problem: string | null
}

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
    return followRun(run, 0, {
      onEvents: (events) => {
        for (const event of events) appendEvent(log, event)
        set({ version: log.events.length })
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
  }, [run])
  return loaded !== null && loaded.run === run ? loaded : null
}
