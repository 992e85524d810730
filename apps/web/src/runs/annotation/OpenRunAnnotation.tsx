import type { Run } from '@ensemble/core'
import { useEffect, useState } from 'react'
import { useStore } from 'zustand'
import { readRun } from '../../platform/api/run-client.ts'
import { runListStore } from '../open/run-list.ts'
import { AnnotationMenu } from './AnnotationMenu.tsx'
import { StarButton } from './StarButton.tsx'

/** Star, labels and note of the open Run, which may be older than all that are listed. */
export function OpenRunAnnotation({ run }: { readonly run: string }) {
  const listed = useStore(runListStore, ({ runs }) => runs.find(({ id }) => id === run))
  const [read, setRead] = useState<Run | null>(null)
  const isListed = listed !== undefined
  useEffect(() => {
    if (isListed) return
    let current = true
    readRun(run).then(
      (found) => current && setRead(found),
      // The dock says already why a Run cannot be read.
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [run, isListed])
  const shown = listed ?? (read?.id === run ? read : undefined)
  if (shown === undefined) return null
  return (
    <>
      <StarButton run={shown} onChange={setRead} />
      <AnnotationMenu run={shown} onChange={setRead} />
    </>
  )
}
