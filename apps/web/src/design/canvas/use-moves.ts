import { useStoreApi, type Node, type NodeChange } from '@xyflow/react'
import { useCallback, useRef, useState } from 'react'
import { isGroupId } from '../../document/layout/group-tree.ts'
import type { Point, Positions } from '../../document/layout/layout-file.ts'
import { applyEdits, documentStore } from '../../document/open/document-store.ts'
import { graphStore } from '../../document/graph/graph-store.ts'
import { sessionStore } from '../../platform/session/session.ts'
import type { Guide } from './snap.ts'
import { withMembers } from '../../document/layout/group-frames.ts'

const NOTHING_MOVES: Positions = new Map()

const isPlaced = (change: NodeChange): change is NodeChange & { type: 'position'; id: string; position: Point } =>
  change.type === 'position' && change.position !== undefined

const NO_GUIDES: readonly Guide[] = []

/** Loaded with the first drag. */
let snapping: typeof import('./snap-moves.ts') | null = null
async function startSnapping(): Promise<void> {
  snapping ??= await import('./snap-moves.ts')
  snapping.watchModifier()
}

/** Dragging and selecting by the pointer: nodes follow it, and one drag is one edit of the layout file. */
export function useMoves() {
  const [moving, setMoving] = useState(NOTHING_MOVES)
  const [guides, setGuides] = useState(NO_GUIDES)
  const placed = useRef(NOTHING_MOVES)
  const flow = useStoreApi()

  const onDragStart = useCallback(() => {
    placed.current = NOTHING_MOVES
    void startSnapping()
  }, [])

  const onNodesChange = useCallback(
    (changes: NodeChange[]) => {
      const moves = changes.filter(isPlaced)
      if (moves.length > 0) {
        const picture = graphStore.getState()
        const to = new Map(moves.map((move) => [move.id, move.position]))
        const snapped = snapping?.snapMoves(to, picture, flow.getState())
        placed.current = withMembers(snapped?.moved ?? to, picture)
        setGuides(snapped?.guides ?? NO_GUIDES)
        setMoving((before) => new Map([...before, ...placed.current]))
      }
      const selects = changes.filter((change) => change.type === 'select')
      if (selects.length === 0) return
      const { nodes: before } = sessionStore.getState().selection
      const next = new Set(before)
      for (const change of selects) {
        if (change.selected) next.add(change.id)
        else next.delete(change.id)
      }
      if (next.size > 0 || before.length > 0) sessionStore.setState({ selection: { nodes: [...next], tool: null } })
    },
    [flow],
  )

  const onDragStop = useCallback((event: { readonly altKey?: boolean }, dragged: readonly Node[]) => {
    const standing = graphStore.getState()
    const { places, notes } = standing
    snapping?.forgetModifier()
    setGuides(NO_GUIDES)
    const moved = [...placed.current].filter(([id, { x, y }]) => {
      const was = places.get(id) ?? notes.get(id)
      return !isGroupId(id) && (was === undefined || was.x !== x || was.y !== y)
    })
    const [first] = moved
    const was = first === undefined ? undefined : (places.get(first[0]) ?? notes.get(first[0]))
    // With Alt, the nodes stay and their copies go where the drag ended.
    if (event.altKey === true && first !== undefined && was !== undefined) {
      const by = { x: Math.round(first[1].x - was.x), y: Math.round(first[1].y - was.y) }
      const ids = [...moved.map(([id]) => id), ...dragged.map(({ id }) => id).filter(isGroupId)]
      void import('../../document/commands/nodes/copy-nodes.ts').then(({ copyNodesBy }) => {
        copyNodesBy(ids, by)
        setMoving(NOTHING_MOVES)
      })
    } else if (moved.length === 0) setMoving(NOTHING_MOVES)
    else
      void import('../../document/layout/layout-edits.ts').then(({ placeNodes }) => {
        const about = { nodes: moved.map(([id]) => id) }
        applyEdits('move', [placeNodes(documentStore.getState().files, new Map(moved), places)], { about })
        setMoving(NOTHING_MOVES)
      })
  }, [])

  return { moving, guides, onNodesChange, onDragStart, onDragStop }
}
