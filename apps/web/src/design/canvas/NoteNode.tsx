import type { NodeProps } from '@xyflow/react'
import { Suspense, lazy } from 'react'
import { useStore } from 'zustand'
import { graphStore } from '../../document/graph/graph-store.ts'

const NoteCard = lazy(() => import('./notes/NoteCard.tsx').then((module) => ({ default: module.NoteCard })))

/** A note on the canvas; a workspace without notes does not load what draws them. */
export function NoteNode({ id, selected }: NodeProps) {
  const note = useStore(graphStore, ({ notes }) => notes.get(id))
  if (note === undefined) return null
  return (
    <Suspense fallback={null}>
      <NoteCard id={id} note={note} isSelected={selected} />
    </Suspense>
  )
}
