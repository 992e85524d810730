import type { Run } from '@ensemble/core'
import { isTrial } from '@ensemble/core/trace'
import { createStore } from 'zustand/vanilla'
import { ApiError } from '../../platform/api/client.ts'
import { deleteRun, listRuns } from '../../platform/api/run-client.ts'
import { serverEvents } from '../../platform/api/server-events.ts'
import { goTo } from '../../platform/session/location.ts'
import { runIsBack, runIsGone } from './gone-runs.ts'
import { isEnded, runStore } from './run-view.ts'
import { closeRun } from './run.ts'

/** The workspace's Runs, newest first, as far as they are listed. */
export interface RunList {
  readonly phase: 'loading' | 'ready' | 'failed'
  readonly runs: readonly Run[]
  /** Older ones are left out. */
  readonly hasMore: boolean
  readonly problem: string | null
}

export const runListStore = createStore<RunList>(() => ({
  phase: 'loading',
  runs: [],
  hasMore: false,
  problem: null,
}))

const LISTED = 100
const LIVE_MS = 5000

let watching = 0
let timer: ReturnType<typeof setTimeout> | undefined
let reading = false

/** Reads the list again; the old one stays shown meanwhile. */
export async function refreshRuns(): Promise<void> {
  if (reading) return
  reading = true
  try {
    const { items, next } = await listRuns(LISTED)
    runListStore.setState({ phase: 'ready', runs: items, hasMore: next !== null, problem: null })
  } catch (error) {
    const problem = error instanceof ApiError ? error.message : String(error)
    runListStore.setState(({ phase }) => ({ phase: phase === 'ready' ? 'ready' : 'failed', problem }))
  } finally {
    reading = false
  }
  clearTimeout(timer)
  // The page's stream tells of changes; while Runs are live the list is also read again now and then, should it be away.
  if (runListStore.getState().runs.some((run) => !isEnded(run.status)))
    timer = setTimeout(() => void refreshRuns(), LIVE_MS)
}

/** Puts a Run that changed in its place: newest first. One older than all that are listed stays away. */
export function receiveRun(run: Run): void {
  runListStore.setState(({ runs, hasMore }) => ({ runs: withRun(runs, run, !hasMore) }))
}

/** `hasAll`: nothing older is left out of `runs`. */
export function withRun(runs: readonly Run[], run: Run, hasAll: boolean): readonly Run[] {
  if (runs.some(({ id }) => id === run.id)) return runs.map((each) => (each.id === run.id ? run : each))
  const older = runs.findIndex(({ startedAt }) => startedAt <= run.startedAt)
  if (older >= 0) return runs.toSpliced(older, 0, run)
  return hasAll ? [...runs, run] : runs
}

const isRun = (value: unknown): value is Run =>
  typeof value === 'object' && value !== null && 'id' in value && 'status' in value && 'startedAt' in value

/** Removes a deleted Run from the list; an open one stays for its reader. */
const forgetRun = (id: unknown): void =>
  runListStore.setState(({ runs }) => ({ runs: runs.filter((run) => run.id !== id) }))

/** Keeps the list current while someone shows it. Returns how to stop. */
export function watchRuns(): () => void {
  watching += 1
  void refreshRuns()
  const stopEvents = serverEvents.onEvent((event) => {
    if (event.type === 'run.changed' && isRun(event.run)) {
      if (!isTrial(event.run)) receiveRun(event.run)
      runIsBack(event.run.id)
    }
    if (event.type === 'run.removed') {
      forgetRun(event.run)
      runIsGone(String(event.run))
    }
  })
  const stopRun = runStore.subscribe((state, before) => {
    // A Run that turns out to be damaged is marked as such in the list.
    const turned = state.connection === 'failed' && before.connection !== 'failed'
    if (state.status !== before.status || turned) void refreshRuns()
  })
  const onFocus = (): void => void refreshRuns()
  window.addEventListener('focus', onFocus)
  return () => {
    watching -= 1
    if (watching === 0) clearTimeout(timer)
    stopEvents()
    stopRun()
    window.removeEventListener('focus', onFocus)
  }
}

/** Deletes a Run for good; it closes where it is open. Throws ApiError. */
export async function removeRun(id: string): Promise<void> {
  await deleteRun(id)
  closeRun(id)
  forgetRun(id)
}

/** Shows a Run next to its source, or next to the one started before it. */
export function compareWithBefore(run: string): void {
  const { runs } = runListStore.getState()
  const at = runs.findIndex(({ id }) => id === run)
  const a = runs[at]?.parent?.run ?? runs[at + 1]?.id
  goTo('compare', { ...(a !== undefined && { a }), b: run })
}
