import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { IS_SAVED } from '../../platform/api/client.ts'

/** Runs that were deleted elsewhere while this page may still show them: they can be read, and nothing else. */
export const goneRuns = createStore<{ readonly ids: ReadonlySet<string> }>(() => ({ ids: new Set() }))

export const isGone = (run: string | null): boolean => run !== null && goneRuns.getState().ids.has(run)

export const runIsGone = (run: string): void => goneRuns.setState(({ ids }) => ({ ids: new Set(ids).add(run) }))

/** It was imported again. */
export function runIsBack(run: string): void {
  if (isGone(run)) goneRuns.setState(({ ids }) => ({ ids: new Set([...ids].filter((id) => id !== run)) }))
}

/** Whether a server has this Run: what is deleted, or a page that was saved, can be read and nothing else. */
export const useIsKept = (run: string): boolean => !useStore(goneRuns, ({ ids }) => ids.has(run)) && !IS_SAVED
