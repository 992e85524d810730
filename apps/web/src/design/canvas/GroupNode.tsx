import type { NodeProps } from '@xyflow/react'
import { useStore } from 'zustand'
import { graphStore } from '../../document/graph/graph-store.ts'
import { part } from '../../platform/ui/part.tsx'

const GroupFrame = part(() => import('./groups/GroupFrame.tsx').then((module) => module.GroupFrame), { isQuiet: true })
const FoldedGroup = part(() => import('./groups/FoldedGroup.tsx').then((module) => module.FoldedGroup), {
  isQuiet: true,
})

/** A group on the canvas, as a frame or as one node; a workspace without groups does not load what draws them. */
export function GroupNode({ id, selected }: NodeProps) {
  const group = useStore(graphStore, ({ groups }) => groups.get(id))
  if (group === undefined) return null
  const Shape = group.folded ? FoldedGroup : GroupFrame
  return <Shape id={id} group={group} isSelected={selected} />
}
