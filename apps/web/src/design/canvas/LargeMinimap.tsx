import { Panel, useReactFlow, useStoreApi } from '@xyflow/react'
import { useEffect, useRef, type PointerEvent } from 'react'
import { t } from '../../platform/i18n/index.ts'
import type { Point } from '../../document/layout/layout-file.ts'
import { watchTheme } from '../../platform/styles/theme.ts'
import type { Rect } from '../../document/layout/geometry.ts'
import styles from './overview.module.css'
import type { Scene } from './scene.ts'

const SIZE = { width: 132, height: 84 }
const MARGIN = 5

/** How a minimap shows `bounds`: canvas units times `scale`, from `x`, `y` on, in pixels. */
function placeOf(bounds: Rect) {
  const scale = Math.min(
    (SIZE.width - 2 * MARGIN) / Math.max(1, bounds.width),
    (SIZE.height - 2 * MARGIN) / Math.max(1, bounds.height),
  )
  return {
    scale,
    x: (SIZE.width - bounds.width * scale) / 2 - bounds.x * scale,
    y: (SIZE.height - bounds.height * scale) / 2 - bounds.y * scale,
  }
}

function paintMap(canvas: HTMLCanvasElement, scene: Scene): void {
  const context = canvas.getContext('2d')
  if (context === null) return
  canvas.width = SIZE.width * devicePixelRatio
  canvas.height = SIZE.height * devicePixelRatio
  const { scale, x, y } = placeOf(scene.bounds)
  context.scale(devicePixelRatio, devicePixelRatio)
  context.translate(x, y)
  context.scale(scale, scale)
  context.fillStyle = getComputedStyle(canvas).color
  for (const { ideas, small } of scene.tiles) {
    context.fill(ideas)
    context.fill(small)
  }
}

/** The minimap of a graph that is painted: painted once, and a frame over it that says what is in sight. */
export function LargeMinimap({ scene }: { readonly scene: Scene }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const sight = useRef<HTMLSpanElement>(null)
  const store = useStoreApi()
  const flow = useReactFlow()

  useEffect(() => {
    const map = canvas.current
    if (map === null) return undefined
    const repaint = (): void => paintMap(map, scene)
    repaint()
    return watchTheme(repaint)
  }, [scene])

  useEffect(() => {
    const map = placeOf(scene.bounds)
    const follow = (): void => {
      const { transform, width, height } = store.getState()
      const [x, y, zoom] = transform
      const left = Math.max(0, (-x / zoom) * map.scale + map.x)
      const top = Math.max(0, (-y / zoom) * map.scale + map.y)
      const right = Math.min(SIZE.width, ((width - x) / zoom) * map.scale + map.x)
      const bottom = Math.min(SIZE.height, ((height - y) / zoom) * map.scale + map.y)
      if (sight.current === null) return
      sight.current.style.translate = `${left}px ${top}px`
      sight.current.style.width = `${Math.max(4, right - left)}px`
      sight.current.style.height = `${Math.max(4, bottom - top)}px`
    }
    follow()
    return store.subscribe(follow)
  }, [scene, store])

  const placeAt = (event: PointerEvent<HTMLElement>): Point => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    const { scale, x, y } = placeOf(scene.bounds)
    return { x: (event.clientX - left - x) / scale, y: (event.clientY - top - y) / scale }
  }
  const look = (event: PointerEvent<HTMLElement>): void => {
    const { x, y } = placeAt(event)
    void flow.setCenter(x, y, { zoom: flow.getZoom() })
  }
  return (
    <Panel position="bottom-right" className="react-flow__minimap">
      <div
        role="img"
        aria-label={t('command.minimap')}
        className={styles.map}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          look(event)
        }}
        onPointerMove={(event) => {
          if (event.buttons === 1) look(event)
        }}
      >
        <canvas ref={canvas} className={styles.mapPicture} aria-hidden />
        <span ref={sight} className={styles.sight} />
      </div>
    </Panel>
  )
}
