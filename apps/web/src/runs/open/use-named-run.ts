import type { Run } from '@ensemble/core'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { readRun } from '../../platform/api/run-client.ts'
import { runListStore } from './run-list.ts'

/** A Run by its id, read from the server where it is older than those that are listed; undefined until it is known. */
export function useNamedRun(id: string): Run | undefined {
  const listed = useStore(runListStore, ({ runs }) => runs.find((run) => run.id === id))
  const [read, setRead] = useState<Run | undefined>(undefined)
  const isListed = listed !== undefined
  useEffect(() => {
    if (isListed) return
    let current = true
    readRun(id).then(
      (run) => current && setRead(run),
      // It is shown without its name.
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [id, isListed])
  return listed ?? (read?.id === id ? read : undefined)
}
