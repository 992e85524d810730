import { useStoreApi, type Node, type NodeChange } from '@xyflow/react'
import { useCallback, useRef, useState } from 'react'
import type { Point, Positions } from '../../document/layout/layout-file.ts'
import { sessionStore } from '../../platform/session/session.ts'
import type { Guide } from './snap.ts'

const NOTHING_MOVES: Positions = new Map()
const NO_GUIDES: readonly Guide[] = []

const isPlaced = (change: NodeChange): change is NodeChange & { type: 'position'; id: string; position: Point } =>
  change.type === 'position' && change.position !== undefined

/** Loaded with the first drag. */
let moves: typeof import('./drag-moves.ts') | null = null
async function loadMoves() {
  moves ??= await import('./drag-moves.ts')
  return moves
}

/** Dragging and selecting by the pointer: nodes follow it, and one drag is one edit of the layout file. */
export function useMoves() {
  const [moving, setMoving] = useState(NOTHING_MOVES)
  const [guides, setGuides] = useState(NO_GUIDES)
  /** Where the dragged nodes are now: snapped, which React Flow doesn't know. */
  const dragged = useRef(NOTHING_MOVES)
  const flow = useStoreApi()

  const onDragStart = useCallback(() => {
    void loadMoves().then(({ watchModifier }) => watchModifier())
  }, [])

  const onNodesChange = useCallback(
    (changes: NodeChange[]) => {
      const placed = changes.filter(isPlaced)
      if (placed.length > 0) {
        const to = new Map(placed.map(({ id, position }) => [id, position]))
        const known = moves?.dragMoves(to, flow.getState())
        dragged.current = known?.moved ?? to
        setGuides(known?.guides ?? NO_GUIDES)
        setMoving((before) => new Map([...before, ...dragged.current]))
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

  const onDragStop = useCallback((event: { readonly altKey?: boolean }, nodes: readonly Node[]) => {
    setGuides(NO_GUIDES)
    const to = new Map(nodes.map(({ id, position }) => [id, dragged.current.get(id) ?? position]))
    void loadMoves().then(({ drop }) => {
      drop(to, event.altKey === true)
      setMoving(NOTHING_MOVES)
    })
  }, [])

  return { moving, guides, onNodesChange, onDragStart, onDragStop }
}
