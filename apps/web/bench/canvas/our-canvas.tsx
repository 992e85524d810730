import { createRoot } from 'react-dom/client'
import { Canvas } from '../../src/design/canvas/Canvas.tsx'
import { ModeShapes } from '../../src/platform/ui/ModeIcon.tsx'
import { isLarge } from '../../src/design/canvas/nearby.ts'
import { canvasView } from '../../src/document/graph/canvas-view.ts'
import { graphStore } from '../../src/document/graph/graph-store.ts'
import { frameUntil, painted, type Stage, type Subject } from './stage.ts'

/** The product's own canvas, as in the window. */
export function mountOurs({ host, graph, places }: Stage): Subject {
  graphStore.setState({ graph, shown: graph, places })
  createRoot(host).render(
    <>
      <ModeShapes />
      <Canvas />
    </>,
  )
  // It fits the view once it knows its size; the painted picture follows in the next frame.
  const isFitted = (): boolean => {
    const view = host.querySelector<HTMLElement>('.react-flow__viewport')?.style.transform ?? ''
    if (!isLarge(graph)) return host.querySelectorAll('.react-flow__node').length > 0
    const overview = host.querySelector<HTMLCanvasElement>('canvas[aria-hidden]')
    return overview !== null && overview.width > 300 && !view.includes('scale(1)')
  }
  return { shown: frameUntil(isFitted).then(painted), flyTo: (id) => canvasView()?.flyTo(id) }
}
