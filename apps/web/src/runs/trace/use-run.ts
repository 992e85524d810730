import { cursorAt, type Cursor, type TraceLog } from '@ensemble/core/trace'
import { useMemo } from 'react'
import { useStore } from 'zustand'
import { runStore, type OpenRuns, type RunView } from '../open/run-view.ts'

export const useRun = <T>(selector: (state: OpenRuns) => T): T => useStore(runStore, selector)

const pickLog = (state: RunView): TraceLog | null => state.log
const pickCursor = (state: RunView): number | null => state.cursor

/** The open Run's log and the cursor shown; a new one whenever events arrive or the instant moves to another. */
export function useShown(): { readonly log: TraceLog; readonly cursor: Cursor } | null {
  const log = useRun(pickLog)
  const at = useRun(pickCursor)
  return useMemo(() => (log === null ? null : { log, cursor: cursorAt(log, at ?? undefined) }), [log, at])
}
