import {
  Background,
  BackgroundVariant,
  ConnectionLineType,
  MiniMap,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  useStore as useStep,
  type Node,
  type ReactFlowState,
} from '@xyflow/react'
import '@xyflow/react/dist/base.css'
import type { MouseEvent } from 'react'
import { useStore } from 'zustand'
import { t } from '../../platform/i18n/index.ts'
import { carryOut } from '../../document/commands/command.ts'
import { graphStore, type Picture } from '../../document/graph/graph-store.ts'
import { NOTHING, selectNode, selectTool, sessionStore, type Session } from '../../platform/session/session.ts'
import { classes } from '../../platform/ui/classes.ts'
import { CanvasControls } from './CanvasControls.tsx'
import { CanvasList } from './CanvasList.tsx'
import './canvas.css'
import { DelegationEdge } from './DelegationEdge.tsx'
import { EmptyCanvas } from './EmptyCanvas.tsx'
import { GroupNode } from './GroupNode.tsx'
import { LoadedOverview } from './LoadedOverview.tsx'
import { ModuleNode } from './ModuleNode.tsx'
import { NoteNode } from './NoteNode.tsx'
import { PartNotice } from './PartNotice.tsx'
import { RecordedNotice } from './RecordedNotice.tsx'
import { RefusalHint } from './RefusalHint.tsx'
import { SmallNode } from './SmallNode.tsx'
import { pointerOf, useConnecting } from './use-connecting.ts'
import { useDrawing } from './use-drawing.ts'
import { useMoves } from './use-moves.ts'

const NODE_TYPES = { module: ModuleNode, small: SmallNode, note: NoteNode, frame: GroupNode, folded: GroupNode }
const EDGE_TYPES = { delegation: DelegationEdge }

const shownPicture = (picture: Picture): Picture => picture
const selectionOf = (session: Session) => session.selection
const isMinimapShown = (session: Session): boolean => session.panels.minimap

/** Seen from afar only titles are written, larger. */
const distanceOf = ({ transform: [, , zoom] }: ReactFlowState): string =>
  zoom >= 0.45 ? '' : zoom >= 0.3 ? 'distant' : 'distant remote'

/** Frames and notes are drawn apart from nodes on the minimap. */
const kindOf = ({ type }: Node): string => type ?? ''

function openNode(id: string): void {
  selectNode(id)
  void import('../commands/edit-schema.ts').then(({ open }) => carryOut(open))
}

function Flow() {
  const picture = useStore(graphStore, shownPicture)
  const selection = useStore(sessionStore, selectionOf)
  const minimap = useStore(sessionStore, isMinimapShown)
  const flow = useReactFlow()
  const { moving, onNodesChange, onNodeDragStop } = useMoves()
  const { connecting, refused, forgetRefusal, onConnectStart, onConnectEnd, onReconnectEnd } = useConnecting()
  const { scene, routes, mounted, nodes, edges, isFar, onMoveStart } = useDrawing(picture, moving, selection)
  const isLarge = scene !== null

  const onPaneClick = (event: MouseEvent): void => {
    const at = flow.screenToFlowPosition(pointerOf(event.nativeEvent))
    const hit = mounted === null ? scene?.space.blocker({ ...at, width: 1, height: 1 }) : undefined
    if (hit === undefined) sessionStore.setState({ selection: NOTHING })
    else selectNode(hit.id)
  }

  return (
    <ReactFlow
      className={classes(connecting && 'connecting', picture.isSettling && 'settling', useStep(distanceOf))}
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
      onNodeDoubleClick={(_, node) => openNode(node.id)}
      onEdgeClick={(_, edge) => selectTool(edge.source, String(edge.data?.tool), edge.target)}
      onPaneClick={onPaneClick}
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
      minZoom={isLarge ? 0.002 : 0.1}
      maxZoom={2}
      nodeDragThreshold={3}
      proOptions={{ hideAttribution: true }}
    >
      {!isFar && <Background variant={BackgroundVariant.Dots} gap={22} size={1.6} />}
      <CanvasControls />
      <PartNotice />
      <RecordedNotice />
      {minimap && !isLarge && nodes.length > 0 && (
        <MiniMap
          position="bottom-right"
          pannable
          zoomable
          nodeBorderRadius={6}
          aria-label={t('command.minimap')}
          nodeClassName={kindOf}
        />
      )}
      <CanvasList />
      {isLarge && <LoadedOverview scene={scene} mounted={mounted} routes={routes} />}
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
