import { framesOf, withMembers } from '../../document/layout/group-frames.ts'
import { foldedHolders, isGroupId, membersOf } from '../../document/layout/group-tree.ts'
import { boundsOf, overlaps, sizeOf, type Rect } from '../../document/layout/geometry.ts'
import type { Positions } from '../../document/layout/layout-file.ts'
import { copyNodesBy } from '../../document/commands/nodes/copy-nodes.ts'
import { graphStore, type Picture } from '../../document/graph/graph-store.ts'
import { placeNodes } from '../../document/layout/layout-edits.ts'
import { applyEdits, documentStore } from '../../document/open/document-store.ts'
import { snap, type Guide } from './snap.ts'

/** In pixels of the screen. */
const REACH = 6

/** Ctrl or Cmd turns snapping off. React Flow doesn't pass the event along with new places. */
let isFree = false
const noteModifier = ({ ctrlKey, metaKey }: MouseEvent): void => {
  isFree = ctrlKey || metaKey
}
export const watchModifier = (): void => window.addEventListener('pointermove', noteModifier, { capture: true })
function forgetModifier(): void {
  window.removeEventListener('pointermove', noteModifier, { capture: true })
  isFree = false
}

interface View {
  readonly width: number
  readonly height: number
  readonly transform: readonly [number, number, number]
}

/** Where everything is while `dragged` are dragged: they snap to what else is in view, and groups take their nodes along. */
export function dragMoves(
  dragged: Positions,
  view: View,
): { readonly moved: Positions; readonly guides: readonly Guide[] } {
  const picture = graphStore.getState()
  const { moved, guides } = snapMoves(dragged, picture, view)
  return { moved: withMembers(moved, picture), guides }
}

/** Writes where nodes were dropped as one step of undo; with Alt they stay, and their copies go there. */
export function drop(dragged: Positions, isCopied: boolean): void {
  forgetModifier()
  const picture = graphStore.getState()
  const { places, notes } = picture
  const to = withMembers(dragged, picture)
  const moved = [...to].filter(([id, { x, y }]) => {
    const was = places.get(id) ?? notes.get(id)
    return !isGroupId(id) && (was === undefined || was.x !== x || was.y !== y)
  })
  const [[first, at] = []] = moved
  const was = first === undefined ? undefined : (places.get(first) ?? notes.get(first))
  if (isCopied && at !== undefined && was !== undefined) {
    const groups = [...dragged.keys()].filter(isGroupId)
    copyNodesBy([...moved.map(([id]) => id), ...groups], { x: Math.round(at.x - was.x), y: Math.round(at.y - was.y) })
  } else if (moved.length > 0) {
    const about = { nodes: moved.map(([id]) => id) }
    applyEdits('move', [placeNodes(documentStore.getState().files, new Map(moved), places)], { about })
  }
}

/** Snaps the nodes, notes and groups that are dragged to what else is in view. */
function snapMoves(
  moved: Positions,
  picture: Picture,
  { width, height, transform: [x, y, zoom] }: View,
): { readonly moved: Positions; readonly guides: readonly Guide[] } {
  if (isFree) return { moved, guides: [] }
  const view = { x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom }
  const { shown, places, notes, groups } = picture
  const standing = new Map<string, Rect>([...notes, ...framesOf(shown, groups, places)])
  for (const node of shown.nodes) {
    const at = places.get(node.id)
    if (at !== undefined) standing.set(node.id, { ...at, ...sizeOf(node) })
  }
  const along = new Set([...moved.keys()].flatMap((id) => [id, ...membersOf(id, groups)]))
  const around = framesAround(along, groups)
  const dragged = [...moved].flatMap(([id, at]) => {
    const rect = standing.get(id)
    return rect === undefined ? [] : [{ ...rect, ...at }]
  })
  if (dragged.length === 0) return { moved, guides: [] }
  const hidden = foldedHolders(groups)
  const others = [...standing].flatMap(([id, rect]) =>
    along.has(id) || around.has(id) || hidden.has(id) || !overlaps(rect, view) ? [] : [rect],
  )
  const { by, guides } = snap(boundsOf(dragged), others, REACH / zoom)
  return { moved: new Map([...moved].map(([id, at]) => [id, { x: at.x + by.x, y: at.y + by.y }])), guides }
}

/** The groups whose frames change with what is dragged. */
const framesAround = (along: ReadonlySet<string>, groups: Picture['groups']): ReadonlySet<string> =>
  new Set([...groups.keys()].filter((id) => membersOf(id, groups).some((member) => along.has(member))))
