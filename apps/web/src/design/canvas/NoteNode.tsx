import type { NodeProps } from '@xyflow/react'
import { useStore } from 'zustand'
import { graphStore } from '../../document/graph/graph-store.ts'
import { part } from '../../platform/ui/part.tsx'

const NoteCard = part(() => import('./notes/NoteCard.tsx').then((module) => module.NoteCard), { isQuiet: true })

/** A note on the canvas; a workspace without notes does not load what draws them. */
export function NoteNode({ id, selected }: NodeProps) {
  const note = useStore(graphStore, ({ notes }) => notes.get(id))
  if (note === undefined) return null
  return <NoteCard id={id} note={note} isSelected={selected} />
}
