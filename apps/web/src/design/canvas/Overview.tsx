import { useStoreApi } from '@xyflow/react'
import { useEffect, useRef } from 'react'
import { useStore } from 'zustand'
import { runStore, shownCursor } from '../../runs/open/run-view.ts'
import { sessionStore, type Session } from '../../platform/session/session.ts'
import { watchTheme } from '../../platform/styles/theme.ts'
import type { EdgeRoutes } from './edge-geometry.ts'
import { LargeMinimap } from './LargeMinimap.tsx'
import { OverviewPainter } from './overview-painter.ts'
import type { Mark, Mounted } from './paint.ts'
import type { Scene } from './scene.ts'
import styles from './overview.module.css'

/** The nodes that stand out: those of the run that is shown, and what is selected. */
function marksOf(scene: Scene): ReadonlyMap<string, Mark> {
  const marks = new Map<string, Mark>()
  const cursor = shownCursor(runStore.getState())
  if (cursor)
    for (const id of scene.nodes.keys()) {
      const counts = cursor.node(id)
      if (counts === undefined) continue
      if (counts.waiting > 0) marks.set(id, 'waiting')
      else if (counts.running > 0) marks.set(id, 'running')
      else if (counts.failed > 0) marks.set(id, 'failed')
      else if (counts.done > 0) marks.set(id, 'done')
    }
  for (const id of sessionStore.getState().selection.nodes) marks.set(id, 'selected')
  return marks
}

const isMinimapShown = (session: Session): boolean => session.panels.minimap

export interface OverviewProps {
  readonly scene: Scene
  readonly mounted: Mounted | null
  readonly routes: EdgeRoutes
}

/** A large graph, painted where it is not mounted: one element, drawn at most once a frame, outside React. */
export function Overview({ scene, mounted, routes }: OverviewProps) {
  const hasMinimap = useStore(sessionStore, isMinimapShown)
  const ref = useRef<HTMLCanvasElement>(null)
  const overview = useRef<OverviewPainter>(null)
  const flow = useStoreApi()
  useEffect(() => {
    const canvas = ref.current
    if (canvas === null) return undefined
    const painter = (overview.current = new OverviewPainter(canvas, flow.getState))
    const remark = (): void => painter.change('marks')
    const reselect = (now: Session, before: Session): void => {
      if (now.selection !== before.selection) remark()
    }
    const leave = [
      flow.subscribe(() => painter.redraw()),
      runStore.subscribe(remark),
      sessionStore.subscribe(reselect),
      watchTheme(() => painter.change('ink')),
    ]
    return () => {
      painter.stop()
      for (const each of leave) each()
    }
  }, [flow])
  useEffect(
    () => overview.current?.show({ scene, mounted, routes, marksOf: () => marksOf(scene) }),
    [scene, mounted, routes],
  )
  return (
    <>
      <canvas ref={ref} className={styles.overview} aria-hidden />
      {hasMinimap && <LargeMinimap scene={scene} />}
    </>
  )
}
