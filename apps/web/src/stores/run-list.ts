import type { Run } from '@ensemble/core'
import { createStore } from 'zustand/vanilla'
import { ApiError } from '../api/client.ts'
import { deleteRun, listRuns } from '../api/run-client.ts'
import { serverEvents } from '../api/server-events.ts'
import { closeRun, isEnded, runStore } from './run.ts'

/** The workspace's Runs, newest first, as far as they are listed. */
export interface RunList {
  readonly phase: 'loading' | 'ready' | 'failed'
  readonly runs: readonly Run[]
  readonly problem: string | null
}

export const runListStore = createStore<RunList>(() => ({ phase: 'loading', runs: [], problem: null }))

const LISTED = 100
const LIVE_MS = 5000

let timer: ReturnType<typeof setTimeout> | undefined
let reading = false

/** Reads the list again; what is shown stays while that goes on. */
export async function refreshRuns(): Promise<void> {
  if (reading) return
  reading = true
  try {
    const { items } = await listRuns(LISTED)
    runListStore.setState({ phase: 'ready', runs: items, problem: null })
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

/** Puts a Run that changed in its place: newest first, so a new one comes on top. */
function receive(run: Run): void {
  runListStore.setState(({ runs }) =>
    runs.some(({ id }) => id === run.id)
      ? { runs: runs.map((each) => (each.id === run.id ? run : each)) }
      : { runs: [run, ...runs] },
  )
}

const isRun = (value: unknown): value is Run =>
  typeof value === 'object' && value !== null && 'id' in value && 'status' in value && 'startedAt' in value

/** Keeps the list current for as long as someone shows it. Returns how to stop. */
export function watchRuns(): () => void {
  void refreshRuns()
  const stopEvents = serverEvents.onEvent((event) => {
    if (event.type === 'run.changed' && isRun(event.run)) receive(event.run)
  })
  const stopRun = runStore.subscribe((state, before) => {
    if (state.status !== before.status) void refreshRuns()
  })
  const onFocus = (): void => void refreshRuns()
  window.addEventListener('focus', onFocus)
  return () => {
    clearTimeout(timer)
    stopEvents()
    stopRun()
    window.removeEventListener('focus', onFocus)
  }
}

/** Deletes a Run for good; it closes where it is open. Throws ApiError. */
export async function removeRun(id: string): Promise<void> {
  await deleteRun(id)
  if (runStore.getState().runId === id) closeRun()
  runListStore.setState(({ runs }) => ({ runs: runs.filter((run) => run.id !== id) }))
}
