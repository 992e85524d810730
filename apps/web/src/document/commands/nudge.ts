import { placeNodes } from '../layout/layout-edits.ts'
import { isGroupId, nodesOf } from '../layout/group-tree.ts'
import type { Point } from '../layout/layout-file.ts'
import { applyEdits, documentStore } from '../open/document-store.ts'
import { graphStore } from '../graph/graph-store.ts'
import { sessionStore } from '../../platform/session/session.ts'
import type { Command } from './command.ts'
import { groupsNow } from './group-targets.ts'

/** In canvas units: half of what the dots of the background are apart. */
const STEP = 11

/** The selected nodes and notes, and those of the selected groups. */
function movedBySelection(): readonly string[] {
  const { nodes, tool } = sessionStore.getState().selection
  const chosen = tool === null ? nodes : [tool.node]
  const groups = groupsNow()
  return [...new Set(chosen.flatMap((id) => (isGroupId(id) ? nodesOf(id, groups) : [id])))]
}

/** Moves the selection by so much; a burst of them is one step of undo. */
function nudgeBy({ x, y }: Point): void {
  const { places, notes } = graphStore.getState()
  const ids = movedBySelection()
  const moved = new Map(
    ids.flatMap((id) => {
      const at = places.get(id) ?? notes.get(id)
      return at === undefined ? [] : [[id, { x: at.x + x, y: at.y + y }] as const]
    }),
  )
  const about = { nodes: [...moved.keys()] }
  const edit = placeNodes(documentStore.getState().files, moved, places)
  if (moved.size > 0) applyEdits('move', [edit], { mark: ids.join(' '), about })
}

const nudge = (
  id: 'nudgeLeft' | 'nudgeRight' | 'nudgeUp' | 'nudgeDown',
  key: string,
  x: number,
  y: number,
): Command => ({
  id,
  label: `command.${id}`,
  group: 'edit',
  keys: [key],
  isOfCanvas: true,
  isEnabled: () => movedBySelection().length > 0,
  run: () => nudgeBy({ x: x * STEP, y: y * STEP }),
})

export const nudges: readonly Command[] = [
  nudge('nudgeLeft', 'Shift+ArrowLeft', -1, 0),
  nudge('nudgeRight', 'Shift+ArrowRight', 1, 0),
  nudge('nudgeUp', 'Shift+ArrowUp', 0, -1),
  nudge('nudgeDown', 'Shift+ArrowDown', 0, 1),
]
