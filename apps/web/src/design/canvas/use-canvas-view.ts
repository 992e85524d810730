import { useReactFlow, useStore, useStoreApi, type ReactFlowState } from '@xyflow/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useStore as useGraphStore } from 'zustand'
import { registerCanvasView } from '../../document/graph/canvas-view.ts'
import { graphStore } from '../../document/graph/graph-store.ts'
import { recordedStore } from '../../document/open/recorded-files.ts'
import { sessionStore } from '../../platform/session/session.ts'
import { createCamera, type Camera } from './camera.ts'

const canLook = ({ panZoom, width }: ReactFlowState): boolean => panZoom !== null && width > 0
const sizeOfPane = ({ width, height }: ReactFlowState): string => `${width} ${height}`

type GraphState = ReturnType<typeof graphStore.getState>

/** The hidden nodes as a string, which changes when something is folded or unfolded. */
const hiddenOf = ({ hidden }: GraphState): string => [...hidden.keys()].join(' ')

/** Whether everything has its place: the layout of a large graph comes a moment after its nodes. */
const isPlaced = ({ shown, places }: GraphState): boolean => shown.nodes.every(({ id }) => places.has(id))
const hasPlace = ({ shown, places }: GraphState): boolean => shown.nodes.some(({ id }) => places.has(id))

/** Calls `look` once the page has drawn what it holds now. Answers with a function that calls it off. */
function onceDrawn(look: () => void): () => void {
  const frame = requestAnimationFrame(look)
  return () => cancelAnimationFrame(frame)
}

function useCamera(): Camera {
  const flow = useReactFlow()
  const store = useStoreApi()
  const [camera] = useState(() => createCamera(flow, () => store.getState().minZoom))
  useEffect(() => registerCanvasView(camera.view), [camera])
  return camera
}

/** Fits the view once there is something to fit. Says whether it did. */
function useOpening(camera: Camera): boolean {
  const isReady = useStore(canLook)
  const hasNodes = useGraphStore(graphStore, hasPlace)
  const [isFitted, setFitted] = useState(false)
  useEffect(() => {
    if (isFitted || !isReady || !hasNodes) return undefined
    return onceDrawn(() => {
      camera.fit(0, true)
      setFitted(true)
      // Without its code, the view stays where it is.
      camera.prepare().catch(() => undefined)
    })
  }, [camera, isFitted, isReady, hasNodes])
  return isFitted
}

/** Shows nodes as they are unfolded, and a large graph once its layout is there. */
function useUnfolding(camera: Camera): void {
  const placed = useGraphStore(graphStore, isPlaced)
  const hidden = useGraphStore(graphStore, hiddenOf)
  const wasPlaced = useRef(false)
  const isUnfolding = useRef(false)
  const lastHidden = useRef(hidden)

  useEffect(() => {
    // A node that is added later has no place for a moment either; the view must not move for it.
    if (!placed || (wasPlaced.current && !isUnfolding.current)) return undefined
    return onceDrawn(() => {
      if (wasPlaced.current) camera.widen()
      else camera.hold()
      camera.noteKnown()
      wasPlaced.current = true
      isUnfolding.current = false
    })
  }, [camera, placed])

  useEffect(() => {
    if (lastHidden.current === hidden) return undefined
    lastHidden.current = hidden
    // Unfolded nodes of a large graph get their places a moment later.
    isUnfolding.current = true
    return onceDrawn(() => {
      camera.widen()
      if (isPlaced(graphStore.getState())) camera.noteKnown()
    })
  }, [camera, hidden])
}

/**
 * Lets commands move the view, and fits it at first. A view that is fitted stays so when its pane changes its size,
 * another graph is drawn, or Activities are shown or hidden; one that a person moved is theirs, and shows what it showed
 * when its pane changes its size.
 */
export function useCanvasView(isLarge: boolean) {
  const camera = useCamera()
  const isFitted = useOpening(camera)
  const recorded = useGraphStore(recordedStore, ({ texts, isShown }) => (isShown ? texts : null))
  const withActivities = useGraphStore(sessionStore, ({ panels }) => panels.activities)
  useEffect(() => onceDrawn(camera.hold), [camera, recorded, withActivities])
  useUnfolding(camera)
  const size = useStore(sizeOfPane)
  useEffect(() => onceDrawn(camera.takePane), [camera, size])

  /** For React Flow: an event means that a person moves the view. */
  const onMoveStart = useCallback(
    (event: unknown) => {
      if (event !== null) camera.release()
    },
    [camera],
  )
  return { isFitted: isFitted || !isLarge, onMoveStart }
}
