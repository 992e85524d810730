import type { Node, NodeChange } from '@xyflow/react'
import { useCallback, useState } from 'react'
import { layoutOf, placeNodes, type Point, type Positions } from '../document/layout-file.ts'
import { applyEdits, documentStore } from '../stores/document.ts'
import { graphStore } from '../stores/graph.ts'
import { sessionStore } from '../stores/session.ts'

const NOTHING_MOVES: Positions = new Map()

const isPlaced = (change: NodeChange): change is NodeChange & { type: 'position'; id: string; position: Point } =>
  change.type === 'position' && change.position !== undefined

/** Dragging and selecting by the pointer: nodes follow it, and one drag is one edit of the layout file. */
export function useMoves() {
  const [moving, setMoving] = useState(NOTHING_MOVES)

  const onNodesChange = useCallback((changes: NodeChange[]) => {
    const moves = changes.filter(isPlaced)
    if (moves.length > 0) setMoving((before) => new Map([...before, ...moves.map((m) => [m.id, m.position] as const)]))
    const selects = changes.filter((change) => change.type === 'select')
    if (selects.length === 0) return
    const { nodes: before } = sessionStore.getState().selection
    const next = new Set(before)
    for (const change of selects) {
      if (change.selected) next.add(change.id)
      else next.delete(change.id)
    }
    if (next.size > 0 || before.length > 0) sessionStore.setState({ selection: { nodes: [...next], tool: null } })
  }, [])

  const onNodeDragStop = useCallback((_: unknown, __: Node, dragged: Node[]) => {
    const { files } = documentStore.getState()
    const { places, notes } = graphStore.getState()
    const moved = dragged.filter(({ id, position }) => {
      const was = places.get(id) ?? notes.get(id)
      return was === undefined || was.x !== position.x || was.y !== position.y
    })
    // The whole picture is written the first time, so that later edits do not shift what lies beside a placed node.
    const all = new Map<string, Point>(layoutOf(files).nodes.size > 0 ? [] : places)
    for (const { id, position } of moved) all.set(id, position)
    if (moved.length > 0) applyEdits('move', [placeNodes(files, all)])
    setMoving(NOTHING_MOVES)
  }, [])

  return { moving, onNodesChange, onNodeDragStop }
}
