import { useEffect, useState } from 'react'
import { placeStore } from '../../platform/session/location.ts'
import { whenServerIsBack } from '../../platform/session/server-back.ts'
import { useSettled } from '../../platform/ui/use-settled.ts'
import { keepFirstKeys } from './first-keys.ts'

/** Loads what the window does besides drawing the graph, and tries again while the server is away. */
function load(signal: AbortSignal): void {
  const start = (): void =>
    void import('./rest.ts').then(
      ({ startRest }) => {
        if (signal.aborted) return
        void startRest()
        void import('./prefetch.ts').then(({ prefetch }) => prefetch())
      },
      () => whenServerIsBack(start, signal),
    )
  start()
}

/** Whether an address asks for more than the graph. */
const isAskedFor = (): boolean => placeStore.getState().params['run'] !== undefined

/** True once the graph shows: then the rest of the window loads. A key or an address that needs it brings it sooner. */
export function useRest(isOpen: boolean): boolean {
  const isSettled = useSettled(isOpen)
  const [isWanted, setWanted] = useState(false)
  useEffect(() => keepFirstKeys(() => setWanted(true)), [])
  const isDue = isOpen && (isSettled || isWanted || isAskedFor())
  useEffect(() => {
    if (!isDue) return
    const left = new AbortController()
    load(left.signal)
    return () => left.abort()
  }, [isDue])
  return isDue
}
