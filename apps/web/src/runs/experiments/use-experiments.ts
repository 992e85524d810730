import { useCallback, useEffect, useState } from 'react'
import {
  listExperiments,
  readExperiment,
  type ListedExperiment,
  type ShownExperiment,
} from '../../platform/api/experiment-client.ts'
import { serverEvents } from '../../platform/api/server-events.ts'

interface Loaded<T> {
  readonly state: 'loading' | 'ready' | 'failed'
  readonly problem: string | null
  readonly value: T | null
  readonly reload: () => void
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** Every experiment, newest first. */
export function useExperiments(): Loaded<readonly ListedExperiment[]> {
  const [loaded, setLoaded] = useState<Omit<Loaded<readonly ListedExperiment[]>, 'reload'>>(NOTHING)
  const reload = useCallback((): void => {
    listExperiments().then(
      (value) => setLoaded({ state: 'ready', problem: null, value }),
      (error: unknown) => setLoaded({ state: 'failed', problem: reasonOf(error), value: null }),
    )
  }, [])
  useEffect(reload, [reload])
  return { ...loaded, reload }
}

/** Runs change many times a second; a table is read again at most this often. */
const PAUSE_MS = 400

/** One experiment with its table, read again while its Runs continue. */
export function useExperiment(id: string): Loaded<ShownExperiment> {
  const [loaded, setLoaded] = useState<Omit<Loaded<ShownExperiment>, 'reload'>>(NOTHING)
  const reload = useCallback((): void => {
    readExperiment(id).then(
      (value) => setLoaded({ state: 'ready', problem: null, value }),
      (error: unknown) => setLoaded({ state: 'failed', problem: reasonOf(error), value: null }),
    )
  }, [id])
  const isOver = loaded.value?.endedAt !== undefined && loaded.value.id === id
  useEffect(() => {
    reload()
    if (isOver) return undefined
    let timer: ReturnType<typeof setTimeout> | undefined
    const soon = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined
        reload()
      }, PAUSE_MS)
    }
    const stop = serverEvents.onEvent((event) => {
      if (event.type === 'run.changed') soon()
    })
    // Its end isn't an event of a Run.
    const slow = setInterval(soon, 5 * PAUSE_MS)
    return () => {
      stop()
      clearTimeout(timer)
      clearInterval(slow)
    }
  }, [reload, isOver])
  return { ...(loaded.value !== null && loaded.value.id !== id ? NOTHING : loaded), reload }
}

const NOTHING = { state: 'loading', problem: null, value: null } as const
