import { Panel, useReactFlow, useStoreApi } from '@xyflow/react'
import { useEffect, useMemo, useRef, useState, type PointerEvent } from 'react'
import { t } from '../../platform/i18n/index.ts'
import type { Point } from '../../document/layout/layout-file.ts'
import { watchTheme } from '../../platform/styles/theme.ts'
import { boundsOf, type Rect } from '../../document/layout/geometry.ts'
import styles from './minimap.module.css'

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

const encloses = (outer: Rect, inner: Rect): boolean =>
  outer.x <= inner.x &&
  outer.y <= inner.y &&
  outer.x + outer.width >= inner.x + inner.width &&
  outer.y + outer.height >= inner.y + inner.height

/** Smaller than this a node is not seen. */
const LEAST_SIDE = 1.5

function paintMap(canvas: HTMLCanvasElement, rects: Iterable<Rect>, bounds: Rect): void {
  const context = canvas.getContext('2d')
  if (context === null) return
  canvas.width = SIZE.width * devicePixelRatio
  canvas.height = SIZE.height * devicePixelRatio
  const { scale, x, y } = placeOf(bounds)
  context.scale(devicePixelRatio, devicePixelRatio)
  context.fillStyle = getComputedStyle(canvas).color
  for (const rect of rects) {
    const [width, height] = [rect.width * scale, rect.height * scale].map((side) => Math.max(LEAST_SIDE, side))
    context.fillRect(rect.x * scale + x, rect.y * scale + y, width ?? 0, height ?? 0)
  }
}

/** The minimap: painted when nodes come, go or move, and a frame over it that says what is in sight. */
export function Minimap({ rects }: { readonly rects: ReadonlyMap<string, Rect> }) {
  const bounds = useMemo(() => boundsOf(rects.values()), [rects])
  const canvas = useRef<HTMLCanvasElement>(null)
  const sight = useRef<HTMLSpanElement>(null)
  const store = useStoreApi()
  const [isShown, setShown] = useState(false)
  const flow = useReactFlow()

  useEffect(() => {
    const map = canvas.current
    if (map === null) return undefined
    const repaint = (): void => paintMap(map, rects.values(), bounds)
    repaint()
    return watchTheme(repaint)
  }, [rects, bounds])

  useEffect(() => {
    const map = placeOf(bounds)
    const follow = (): void => {
      const { transform, width, height } = store.getState()
      const [x, y, zoom] = transform
      const seen = { x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom }
      // Where all of the graph is in sight the map would only cover it.
      setShown(!encloses(seen, bounds))
      const left = Math.max(0, seen.x * map.scale + map.x)
      const top = Math.max(0, seen.y * map.scale + map.y)
      const right = Math.min(SIZE.width, (seen.x + seen.width) * map.scale + map.x)
      const bottom = Math.min(SIZE.height, (seen.y + seen.height) * map.scale + map.y)
      if (sight.current === null) return
      sight.current.style.translate = `${left}px ${top}px`
      sight.current.style.width = `${Math.max(4, right - left)}px`
      sight.current.style.height = `${Math.max(4, bottom - top)}px`
    }
    follow()
    return store.subscribe(follow)
  }, [bounds, store])

  const placeAt = (event: PointerEvent<HTMLElement>): Point => {
    const { left, top } = event.currentTarget.getBoundingClientRect()
    const { scale, x, y } = placeOf(bounds)
    return { x: (event.clientX - left - x) / scale, y: (event.clientY - top - y) / scale }
  }
  const look = (event: PointerEvent<HTMLElement>): void => {
    const { x, y } = placeAt(event)
    void flow.setCenter(x, y, { zoom: flow.getZoom() })
  }
  return (
    <Panel position="bottom-right" className="react-flow__minimap" hidden={!isShown}>
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
        onWheel={(event) => void (event.deltaY < 0 ? flow.zoomIn() : flow.zoomOut())}
      >
        <canvas ref={canvas} className={styles.picture} aria-hidden />
        <span ref={sight} className={styles.sight} />
      </div>
    </Panel>
  )
}
