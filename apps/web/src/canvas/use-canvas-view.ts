import type { Graph } from '@ensemble/core'
import { useReactFlow, useStore, type ReactFlowInstance, type ReactFlowState } from '@xyflow/react'
import { useCallback, useEffect, useState } from 'react'
import { canvasPart, showWhole } from '../stores/canvas-part.ts'
import { registerCanvasView } from '../stores/canvas-view.ts'
import { graphStore } from '../stores/graph.ts'
import { sizeOf, type Rect } from './geometry.ts'
import type { Scene } from './scene.ts'

export const FIT = { padding: 0.07, maxZoom: 1 }
const FLIGHT = { duration: 180 }
const NEAR = 1

const paneRect = (): DOMRect => document.querySelector('.react-flow')?.getBoundingClientRect() ?? new DOMRect()
const canLook = ({ panZoom, width }: ReactFlowState): boolean => panZoom !== null && width > 0

function rectOf(id: string): Rect | undefined {
  const { graph, places, notes } = graphStore.getState()
  const node = graph.nodes.find((each) => each.id === id)
  const place = places.get(id)
  return node === undefined || place === undefined ? notes.get(id) : { ...place, ...sizeOf(node) }
}

/** Whether a node of the graph is left out of what is shown. */
function isHidden(id: string): boolean {
  const { focus, folded } = canvasPart.getState()
  if (focus === null && folded.size === 0) return false
  const { graph, shown } = graphStore.getState()
  const has = (nodes: Graph['nodes']): boolean => nodes.some((node) => node.id === id)
  return has(graph.nodes) && !has(shown.nodes)
}

/** Moves the view to a node; with `ifHidden` only where some of it is outside the view. */
function fly(flow: ReactFlowInstance, id: string, ifHidden: boolean): void {
  if (isHidden(id)) showWhole()
  const rect = rectOf(id)
  if (rect === undefined) return
  const { x, y, width, height } = rect
  const pane = paneRect()
  const start = flow.flowToScreenPosition({ x, y })
  const end = flow.flowToScreenPosition({ x: x + width, y: y + height })
  const isSeen = start.x >= pane.left && start.y >= pane.top && end.x <= pane.right && end.y <= pane.bottom
  if (ifHidden && isSeen) return
  void flow.setCenter(x + width / 2, y + height / 2, { zoom: Math.max(flow.getZoom(), NEAR), ...FLIGHT })
}

/** Lets commands move the view, and fits it at first. `scene` is that of a large graph. Says whether it is fitted. */
export function useCanvasView(scene: Scene | null): boolean {
  const flow = useReactFlow()
  const isReady = useStore(canLook)
  const [isFitted, setFitted] = useState(false)
  const fit = useCallback(
    (duration: number) => {
      if (scene === null) void flow.fitView({ ...FIT, duration })
      else void flow.fitBounds(scene.bounds, { padding: FIT.padding, duration })
    },
    [flow, scene],
  )

  // React Flow fits what is mounted; of a large graph that is nothing yet.
  useEffect(() => {
    if (isFitted || !isReady || scene?.nodes.size === 0) return undefined
    const frame = requestAnimationFrame(() => {
      if (scene !== null) fit(0)
      setFitted(true)
    })
    return () => cancelAnimationFrame(frame)
  }, [isFitted, isReady, scene, fit])

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
  return isFitted
}
