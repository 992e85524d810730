import {
  Background,
  BackgroundVariant,
  ConnectionLineType,
  Panel,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore as useStep,
  type NodeProps,
  type ReactFlowState,
} from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import { useEffect, type CSSProperties, type MouseEvent as ReactMouseEvent } from 'react'
import { useStore } from 'zustand'
import { t } from '../../platform/i18n/index.ts'
import { carryOut } from '../../document/commands/command.ts'
import { canvasPart, type CanvasPart } from '../../document/graph/canvas-part.ts'
import { graphStore, type Picture } from '../../document/graph/graph-store.ts'
import {
  NOTHING,
  openDialog,
  selectNode,
  selectTool,
  sessionStore,
  type Session,
} from '../../platform/session/session.ts'
import { classes } from '../../platform/ui/classes.ts'
import { part } from '../../platform/ui/part.tsx'
import { useSettled } from '../../platform/ui/use-settled.ts'
import { ArrowShape } from './ArrowShape.tsx'
import './canvas.css'
import { firstLook, type FirstLooks } from '../first-look/first-look-store.ts'
import { DelegationEdge } from './DelegationEdge.tsx'
import { hoverNode, startLight, useIsAnythingLit } from './light.ts'
import { ModuleNode } from './ModuleNode.tsx'
import { LEAST_ZOOM, LEAST_ZOOM_OF_FEW } from './nearby.ts'
import { SmallNode } from './SmallNode.tsx'
import { pointerOf } from './pointer-of.ts'
import { useConnecting } from './use-connecting.ts'
import { useDrawing } from './use-drawing.ts'
import { BunchNode, FarNode } from './use-far-view.ts'
import { useMoves } from './use-moves.ts'
import { usePointing } from './use-pointing.ts'

// These load when a graph first needs them.
const RefusalHint = part(() => import('./RefusalHint.tsx').then((module) => module.RefusalHint), { isQuiet: true })
const EmptyCanvas = part(() => import('./EmptyCanvas.tsx').then((module) => module.EmptyCanvas), { isQuiet: true })
const PartNotice = part(() => import('./PartNotice.tsx').then((module) => module.PartNotice), { isQuiet: true })
/** Hold the places of the controls and of the first look, which the fitted graph leaves free. */
const ControlsPlace = ({ isCrowded }: { readonly isCrowded: boolean }) => (
  <Panel position="bottom-left" className={classes('controls-place', isCrowded && 'crowded')} />
)
const FirstLookGap = () => <Panel position="bottom-left" className="first-look-place" />
const CanvasControls = part(() => import('./CanvasControls.tsx').then((module) => module.CanvasControls), {
  isQuiet: true,
  Waiting: ControlsPlace,
})
const FirstLook = part(() => import('../first-look/FirstLook.tsx').then((module) => module.FirstLook), {
  isQuiet: true,
  Waiting: FirstLookGap,
})
const CanvasList = part(() => import('./CanvasList.tsx').then((module) => module.CanvasList), { isQuiet: true })
const RecordedNotice = part(() => import('./RecordedNotice.tsx').then((module) => module.RecordedNotice), {
  isQuiet: true,
})
const GroupNode = part<NodeProps>(() => import('./GroupNode.tsx').then((module) => module.GroupNode), { isQuiet: true })
const NoteNode = part<NodeProps>(() => import('./NoteNode.tsx').then((module) => module.NoteNode), { isQuiet: true })
const SnapGuides = part(() => import('./SnapGuides.tsx').then((module) => module.SnapGuides), { isQuiet: true })
const Minimap = part(() => import('./Minimap.tsx').then((module) => module.Minimap), { isQuiet: true })

const NODE_TYPES = {
  module: ModuleNode,
  small: SmallNode,
  far: FarNode,
  bunch: BunchNode,
  note: NoteNode,
  frame: GroupNode,
  folded: GroupNode,
}
/** More nodes need the room of the legend and of the sentence, which does not explain so many. */
const MOST_AT_FIRST = 12
const EDGE_TYPES = { delegation: DelegationEdge }

const shownPicture = (picture: Picture): Picture => picture
const selectionOf = (session: Session) => session.selection
const isBare = ({ shown }: Picture): boolean => shown.nodes.every(({ tools }) => tools.length === 0)
const isStepsOver = ({ steps }: FirstLooks): boolean => steps
const isSentenceOver = ({ sentence }: FirstLooks): boolean => sentence
const isLookOverOf = ({ sentence, steps }: FirstLooks): boolean => sentence && steps
const hasFocus = ({ focus }: CanvasPart): boolean => focus !== null
const isMinimapShown = (session: Session): boolean => session.panels.minimap

/** The zoom rounded down to a step, so that labels render again only when the step changes. */
const STEPS = 16
const steppedZoom = ({ transform: [, , zoom] }: ReactFlowState): number =>
  Math.min(1, 2 ** (Math.floor(Math.log2(zoom) * STEPS) / STEPS))
const draggingOf = (session: Session) => session.dragging

function openNode(id: string): void {
  selectNode(id)
  void import('../commands/edit-schema.ts').then(({ open }) => carryOut(open))
}

function Flow() {
  const picture = useStore(graphStore, shownPicture)
  const selection = useStore(sessionStore, selectionOf)
  const minimap = useStore(sessionStore, isMinimapShown)
  const { moving, guides, onNodesChange, onDragStart, onDragStop } = useMoves()
  const { connecting, refused, forgetRefusal, onConnectStart, onConnectEnd, onReconnectEnd } = useConnecting()
  const { rects, isLarge, isFar, nodes, edges, onMoveStart } = useDrawing(picture, moving, selection)
  const scale = useStep(steppedZoom)
  const isLit = useIsAnythingLit()
  const isPathShown = useStore(canvasPart, hasFocus)
  useEffect(startLight, [])

  const isCrowded = picture.shown.nodes.length > MOST_AT_FIRST
  // The notice is where the legend would be.
  const isPart = picture.hidden.size > 0 || isLarge || isPathShown
  const isSettled = useSettled(true)
  const isLookOver = useStore(firstLook, isLookOverOf)
  const isGapOver = useStore(firstLook, isBare(picture) ? isStepsOver : isSentenceOver)
  const flow = useReactFlow()
  const { panOnScroll, isSpaceHeld } = usePointing()
  const dragging = useStore(sessionStore, draggingOf)

  const onDoubleClick = ({ target, nativeEvent }: ReactMouseEvent): void => {
    if (!(target instanceof Element) || !target.matches('.react-flow__pane')) return
    const at = pointerOf(nativeEvent)
    openDialog({ type: 'add', at, place: flow.screenToFlowPosition(at) })
  }

  return (
    <ReactFlow
      className={classes(connecting && 'connecting', picture.isSettling && 'settling', isFar && 'far', isLit && 'lit')}
      style={{ '--scale': scale, '--px': `${1 / scale}px` } as CSSProperties} // React's type names no custom properties
      aria-label={t('canvas.label')}
      nodes={nodes}
      edges={edges}
      nodeTypes={NODE_TYPES}
      edgeTypes={EDGE_TYPES}
      onNodesChange={onNodesChange}
      onNodeDragStart={onDragStart}
      onNodeDragStop={(event, _, dragged) => onDragStop(event, dragged)}
      // The same for the box around what was selected by a drag.
      onSelectionDragStart={onDragStart}
      onSelectionDragStop={onDragStop}
      onNodeClick={(event, node) => {
        if (!event.shiftKey && !event.metaKey && !event.ctrlKey) selectNode(node.id)
      }}
      onNodeDoubleClick={(_, node) => openNode(node.id)}
      onEdgeClick={(_, edge) => selectTool(edge.source, String(edge.data?.tool), edge.target)}
      onPaneClick={() => sessionStore.setState({ selection: NOTHING })}
      onNodeMouseEnter={(_, node) => hoverNode(node.id)}
      onNodeMouseLeave={() => hoverNode(null)}
      onDoubleClick={onDoubleClick}
      zoomOnDoubleClick={false}
      onConnectStart={onConnectStart}
      onConnectEnd={onConnectEnd}
      // Without it React Flow offers no end to take hold of.
      onReconnect={forgetRefusal}
      onReconnectEnd={onReconnectEnd}
      connectionLineType={ConnectionLineType.Bezier}
      connectionRadius={28}
      reconnectRadius={14}
      connectOnClick={false}
      deleteKeyCode={null}
      // React Flow would take Space from Monaco, whose input isn't an input element to it.
      panActivationKeyCode={null}
      disableKeyboardA11y
      multiSelectionKeyCode={['Meta', 'Control', 'Shift']}
      nodesFocusable={false}
      edgesFocusable={false}
      onlyRenderVisibleElements
      onMoveStart={onMoveStart}
      minZoom={isLarge ? LEAST_ZOOM : LEAST_ZOOM_OF_FEW}
      maxZoom={2}
      nodeDragThreshold={3}
      panOnScroll={panOnScroll}
      panOnDrag={isSpaceHeld || dragging === 'pan' ? [0, 1] : [1]}
      selectionOnDrag={dragging === 'select' && !isSpaceHeld}
      nodesDraggable={!isSpaceHeld}
      proOptions={{ hideAttribution: true }}
    >
      <ArrowShape />
      <Background variant={BackgroundVariant.Dots} gap={isFar ? 44 : 22} size={isFar ? 2.4 : 1.6} />
      {isSettled ? (
        <CanvasControls isCrowded={isCrowded || isPart} />
      ) : (
        <ControlsPlace isCrowded={isCrowded || isPart} />
      )}
      {!isLookOver && !isCrowded && (isSettled ? <FirstLook /> : !isGapOver && <FirstLookGap />)}
      {isPart && <PartNotice />}
      {isSettled && <RecordedNotice />}
      {minimap && rects.size > 0 && <Minimap rects={rects} />}
      {isSettled && <CanvasList />}
      {guides.length > 0 && <SnapGuides guides={guides} />}
      {picture.shown.nodes.length === 0 && <EmptyCanvas />}
      {refused !== null && <RefusalHint refusal={refused} onGone={forgetRefusal} />}
    </ReactFlow>
  )
}

/** The drawing of the module graph. */
export function Canvas() {
  return (
    <ReactFlowProvider>
      <Flow />
    </ReactFlowProvider>
  )
}
