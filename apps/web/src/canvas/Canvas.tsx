import type { Graph } from '@ensemble/core'
import {
  Background,
  BackgroundVariant,
  ConnectionLineType,
  MiniMap,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore as useFlowStore,
  type Edge,
  type FinalConnectionState,
  type Node,
  type NodeChange,
  type ReactFlowInstance,
  type ReactFlowState,
} from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import { Suspense, lazy, useCallback, useEffect, useMemo, useState } from 'react'
import { useStore } from 'zustand'
import { LAYOUT_FILE } from '../document/files.ts'
import { placeNodes, type Point } from '../document/layout-file.ts'
import { t } from '../i18n/index.ts'
import { registerCanvasView } from '../stores/canvas-view.ts'
import { applyEdits, documentStore } from '../stores/document.ts'
import { graphStore, type Picture } from '../stores/graph.ts'
import { NOTHING, openDialog, selectNode, selectTool, sessionStore, type Session } from '../stores/session.ts'
import { classes } from '../ui/classes.ts'
import { CanvasControls } from './CanvasControls.tsx'
import { CanvasList } from './CanvasList.tsx'
import './canvas.css'
import { connect, reconnect, refusal, type Port } from './connect.ts'
import { DelegationEdge, type DelegationEdgeType } from './DelegationEdge.tsx'
import { EmptyCanvas } from './EmptyCanvas.tsx'
import { edgeRoutes } from './edge-geometry.ts'
import { flowEdges, flowNodes } from './flow-elements.ts'
import { sizeOf } from './geometry.ts'
import { ModuleNode } from './ModuleNode.tsx'
import { isLarge, nearbyPart, rectOf, windowOf } from './nearby.ts'
import type { Mounted } from './paint.ts'
import { RefusalHint, type Refusal } from './RefusalHint.tsx'
import { sceneOf } from './scene.ts'
import { SmallNode } from './SmallNode.tsx'
import { useGradually } from './use-gradually.ts'

const Overview = lazy(() => import('./Overview.tsx').then((module) => ({ default: module.Overview })))

const NODE_TYPES = { module: ModuleNode, small: SmallNode }
const EDGE_TYPES = { delegation: DelegationEdge }
const FIT = { padding: 0.07, maxZoom: 1 }
const FLIGHT = { duration: 180 }

const NO_GRAPH: Graph = { nodes: [], edges: [], problems: [] }
const mountedOf = ({ nodes, edges }: Graph): Mounted => ({
  nodes: new Set(nodes.map(({ id }) => id)),
  edges: new Set(edges.map(({ id }) => id)),
})
const nowhere = (): string => ''
const canLook = ({ panZoom, width }: ReactFlowState): boolean => panZoom !== null && width > 0
const shownPicture = (picture: Picture): Picture => picture
const selectionOf = (session: Session) => session.selection
const isMinimapShown = (session: Session): boolean => session.panels.minimap

const isPlaced = (change: NodeChange): change is NodeChange & { type: 'position'; id: string; position: Point } =>
  change.type === 'position' && change.position !== undefined

/** The node under the pointer, wherever on it the pointer is: a connection need not hit the port. */
const nodeUnder = (event: MouseEvent | TouchEvent): string | null => {
  const at = 'changedTouches' in event ? event.changedTouches[0] : event
  if (at === undefined) return null
  const element = document.elementFromPoint(at.clientX, at.clientY)
  return element?.closest<HTMLElement>('.react-flow__node')?.dataset.id ?? null
}

const pointerOf = (event: MouseEvent | TouchEvent): Point => {
  const at = 'changedTouches' in event ? event.changedTouches[0] : event
  return { x: at?.clientX ?? 0, y: at?.clientY ?? 0 }
}

const paneRect = (): DOMRect => document.querySelector('.react-flow')?.getBoundingClientRect() ?? new DOMRect()

/** Moves the view to a node; with `ifHidden` only where some of it is outside the view. */
function fly(flow: ReactFlowInstance, id: string, ifHidden: boolean): void {
  const { graph, places } = graphStore.getState()
  const node = graph.nodes.find((each) => each.id === id)
  const place = places.get(id)
  if (node === undefined || place === undefined) return
  const { width, height } = sizeOf(node)
  const pane = paneRect()
  const start = flow.flowToScreenPosition(place)
  const end = flow.flowToScreenPosition({ x: place.x + width, y: place.y + height })
  const isSeen = start.x >= pane.left && start.y >= pane.top && end.x <= pane.right && end.y <= pane.bottom
  if (ifHidden && isSeen) return
  const zoom = Math.max(flow.getZoom(), 0.8)
  void flow.setCenter(place.x + width / 2, place.y + height / 2, { zoom, ...FLIGHT })
}

function Flow() {
  const { shown, places, isSettling } = useStore(graphStore, shownPicture)
  const selection = useStore(sessionStore, selectionOf)
  const minimap = useStore(sessionStore, isMinimapShown)
  const flow = useReactFlow()
  const [moving, setMoving] = useState<ReadonlyMap<string, Point>>(new Map())
  const [refused, setRefused] = useState<Refusal | null>(null)
  const [connecting, setConnecting] = useState(false)
  const forgetRefusal = useCallback(() => setRefused(null), [])

  const large = useMemo(() => isLarge(shown), [shown])
  const scene = useMemo(() => (large ? sceneOf(shown, places) : null), [large, shown, places])
  const routes = useMemo(() => edgeRoutes(shown, places), [shown, places])
  const seen = useFlowStore(large ? windowOf : nowhere)
  const isReady = useFlowStore(canLook)
  const [isFitted, setFitted] = useState(false)
  const near = useMemo(
    () => (scene === null ? shown : isFitted ? nearbyPart(shown, scene, rectOf(seen)) : null),
    [scene, shown, seen, isFitted],
  )
  const part = useGradually(near, large)
  // A drag copies only the places of what is mounted, not of thousands.
  const current = useMemo(() => {
    const near = new Map<string, Point>()
    for (const { id } of part?.nodes ?? []) {
      const at = moving.get(id) ?? places.get(id)
      if (at !== undefined) near.set(id, at)
    }
    return near
  }, [part, places, moving])
  const nodes = useMemo(() => flowNodes(part ?? NO_GRAPH, current, selection), [part, current, selection])
  const edges = useMemo(
    () => flowEdges(part ?? NO_GRAPH, routes.moved(moving), selection),
    [part, routes, moving, selection],
  )
  const mounted = useMemo(() => part && mountedOf(part), [part])
  const fit = useCallback(
    (duration: number) => {
      if (scene === null) void flow.fitView({ ...FIT, duration })
      else void flow.fitBounds(scene.bounds, { padding: FIT.padding, duration })
    },
    [flow, scene],
  )

  // React Flow fits what is mounted; of a large graph that is nothing yet.
  useEffect(() => {
    if (isFitted || !isReady || shown.nodes.length === 0 || (scene !== null && scene.nodes.size === 0)) return undefined
    const frame = requestAnimationFrame(() => {
      if (scene !== null) fit(0)
      setFitted(true)
    })
    return () => cancelAnimationFrame(frame)
  }, [isFitted, isReady, shown, scene, fit])

  useEffect(
    () =>
      registerCanvasView({
        fit: () => fit(FLIGHT.duration),
        zoomIn: () => void flow.zoomIn(FLIGHT),
        zoomOut: () => void flow.zoomOut(FLIGHT),
        flyTo: (id) => fly(flow, id, false),
        reveal: (id) => fly(flow, id, true),
        centre() {
          const { left, top, width, height } = paneRect()
          return flow.screenToFlowPosition({ x: left + width / 2, y: top + height / 2 })
        },
      }),
    [flow, fit],
  )

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
    const { places: before } = graphStore.getState()
    const moved = dragged.filter(({ id, position }) => {
      const was = before.get(id)
      return was === undefined || was.x !== position.x || was.y !== position.y
    })
    // The whole picture is written the first time, so that later edits do not shift what lies beside a placed node.
    const all = files.get(LAYOUT_FILE)?.text ? new Map<string, Point>() : new Map(before)
    for (const { id, position } of moved) all.set(id, position)
    if (moved.length > 0) applyEdits('move', [placeNodes(files, all)])
    setMoving(new Map())
  }, [])

  const onConnectEnd = useCallback(
    (event: MouseEvent | TouchEvent, state: FinalConnectionState) => {
      setConnecting(false)
      if (state.fromNode === null || state.fromHandle === null || state.fromHandle.type !== 'source') return
      const from: Port = { node: state.fromNode.id, handle: state.fromHandle.id ?? null }
      const target = nodeUnder(event) ?? state.toNode?.id ?? null
      if (target === null) {
        const at = flow.screenToFlowPosition(pointerOf(event))
        openDialog({ type: 'newIdea', at, from: from.node })
        return
      }
      const moved = Math.hypot(pointerOf(event).x - pressedAt.x, pointerOf(event).y - pressedAt.y) > 4
      const why = refusal(from, target)
      if (why === null) connect(from, target)
      else if (moved) setRefused({ at: pointerOf(event), text: why })
    },
    [flow],
  )

  const onReconnect = useCallback((edge: Edge, to: { target: string | null }) => {
    const data = edge.data as DelegationEdgeType['data'] // every edge here is a delegation
    if (data === undefined || to.target === null) return
    const why = refusal({ node: edge.source, handle: null }, to.target)
    if (why === null) reconnect(edge.source, data.tool, edge.target, to.target)
  }, [])

  return (
    <ReactFlow
      className={classes(connecting && 'connecting', isSettling && 'settling')}
      aria-label={t('canvas.label')}
      nodes={nodes}
      edges={edges}
      nodeTypes={NODE_TYPES}
      edgeTypes={EDGE_TYPES}
      onNodesChange={onNodesChange}
      onNodeDragStop={onNodeDragStop}
      onNodeClick={(event, node) => {
        if (!event.shiftKey && !event.metaKey && !event.ctrlKey) selectNode(node.id)
      }}
      onNodeDoubleClick={(_, node) => {
        selectNode(node.id)
        sessionStore.setState(({ panels }) => ({ panels: { ...panels, inspector: true } }))
      }}
      onEdgeClick={(_, edge) => selectTool(edge.source, String(edge.data?.tool), edge.target)}
      onPaneClick={(event) => {
        const at = flow.screenToFlowPosition(pointerOf(event.nativeEvent))
        const hit = part === null ? scene?.space.blocker({ ...at, width: 1, height: 1 }) : undefined
        if (hit === undefined) sessionStore.setState({ selection: NOTHING })
        else selectNode(hit.id)
      }}
      onConnectStart={(event) => {
        pressedAt = pointerOf(event)
        setConnecting(true)
      }}
      onConnectEnd={onConnectEnd}
      onReconnect={onReconnect}
      connectionLineType={ConnectionLineType.Bezier}
      connectionRadius={28}
      connectOnClick={false}
      deleteKeyCode={null}
      // React Flow would take Space from Monaco, whose input is no input element to it.
      panActivationKeyCode={null}
      disableKeyboardA11y
      multiSelectionKeyCode={['Meta', 'Control', 'Shift']}
      nodesFocusable={false}
      edgesFocusable={false}
      onlyRenderVisibleElements
      fitView={!large}
      fitViewOptions={FIT}
      minZoom={large ? 0.002 : 0.1}
      maxZoom={2}
      nodeDragThreshold={3}
      proOptions={{ hideAttribution: true }}
    >
      {(!large || seen !== 'far') && <Background variant={BackgroundVariant.Dots} gap={22} size={1.6} />}
      <CanvasControls />
      {minimap && !large && nodes.length > 0 && (
        <MiniMap position="bottom-right" pannable zoomable nodeBorderRadius={6} aria-label={t('command.minimap')} />
      )}
      <CanvasList />
      {scene !== null && (
        <Suspense fallback={null}>
          <Overview scene={scene} mounted={mounted} routes={routes} />
        </Suspense>
      )}
      {shown.nodes.length === 0 && <EmptyCanvas />}
      {refused !== null && <RefusalHint refusal={refused} onGone={forgetRefusal} />}
    </ReactFlow>
  )
}

/** Where the connection that is being drawn was begun: a click on a port is no connection. */
let pressedAt: Point = { x: 0, y: 0 }

/** The drawing of the module graph. */
export function Canvas() {
  return (
    <ReactFlowProvider>
      <Flow />
    </ReactFlowProvider>
  )
}
