import type { NodeProps } from '@xyflow/react'
import { Suspense, lazy } from 'react'
import { useStore } from 'zustand'
import { graphStore } from '../../document/graph/graph-store.ts'

const GroupFrame = lazy(() => import('./groups/GroupFrame.tsx').then((module) => ({ default: module.GroupFrame })))
const FoldedGroup = lazy(() => import('./groups/FoldedGroup.tsx').then((module) => ({ default: module.FoldedGroup })))

/** A group on the canvas, as a frame or as one node; a workspace without groups does not load what draws them. */
export function GroupNode({ id, selected }: NodeProps) {
  const group = useStore(graphStore, ({ groups }) => groups.get(id))
  if (group === undefined) return null
  const Shape = group.folded ? FoldedGroup : GroupFrame
  return (
    <Suspense fallback={null}>
      <Shape id={id} group={group} isSelected={selected} />
    </Suspense>
  )
}
