import { createRoot } from 'react-dom/client'
import { Canvas } from '../../src/design/canvas/Canvas.tsx'
import { ModeShapes } from '../../src/platform/ui/ModeIcon.tsx'
import { foldTo } from '../../src/document/graph/canvas-part.ts'
import { foldedToRead } from '../../src/document/graph/read-folded.ts'
import { visiblePart } from '../../src/document/graph/visible-part.ts'
import { layoutGraph } from '../../src/document/layout/layout.ts'
import { canvasView } from '../../src/document/graph/canvas-view.ts'
import { graphStore } from '../../src/document/graph/graph-store.ts'
import { frameUntil, painted, type Stage, type Subject } from './stage.ts'

/** The product's own canvas as in the window: with nothing folded, or folded the way a large graph opens. */
export function mountOurs({ host, graph, places }: Stage, isFolded = false): Subject {
  if (isFolded) {
    const frame = { pane: { width: host.clientWidth, height: host.clientHeight }, groups: [] }
    const folded = foldedToRead(graph, new Map(), frame)
    const { shown, hidden } = visiblePart(graph, { activities: true, folded, focus: null })
    foldTo(folded)
    graphStore.setState({ graph, shown, hidden, places: layoutGraph(shown, new Map(), frame) })
  } else graphStore.setState({ graph, shown: graph, places })
  createRoot(host).render(
    <>
      <ModeShapes />
      <Canvas />
    </>,
  )
  const isShown = (): boolean => host.querySelectorAll('.react-flow__node').length > 0
  return { shown: frameUntil(isShown).then(painted), flyTo: (id) => canvasView()?.flyTo(id) }
}
