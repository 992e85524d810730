import { cursorAt, type Cursor, type TraceLog } from '@ensemble/core/trace'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { runStore, type RunView } from '../stores/run.ts'

export const useRun = <T>(selector: (state: RunView) => T): T => useStore(runStore, selector)

const pickLog = (state: RunView): TraceLog | null => state.log
const pickCursor = (state: RunView): number | null => state.cursor
const pickVersion = (state: RunView): number => state.version

/** The open Run's log and the cursor shown; a new cursor whenever events arrive or the instant moves to another one. */
export function useShown(): { readonly log: TraceLog; readonly cursor: Cursor; readonly version: number } | null {
  const log = useRun(pickLog)
  const at = useRun(pickCursor)
  const version = useRun(pickVersion)
  return useMemo(
    () => (log === null ? null : { log, cursor: cursorAt(log, at ?? undefined), version }),
    [log, at, version],
  )
}
