import type { Point } from '../../src/document/layout/layout-file.ts'
import { inputPort, outputPort, overlaps, sizeOf, type Rect } from '../../src/document/layout/geometry.ts'
import { NEAR, PADDING, boundsOfGraph, painted, type Stage, type Subject } from './stage.ts'

interface Card extends Rect {
  readonly id: string
  readonly title: string
}

/** The same graph on a hand-written 2D canvas that redraws everything in view each frame: the cost of drawing alone. */
export function mountRaw({ host, graph, places }: Stage): Subject {
  const canvas = document.createElement('canvas')
  canvas.style.cssText = 'width: 100%; height: 100%; display: block; background: #ecece8'
  host.append(canvas)
  const [width, height] = [host.clientWidth, host.clientHeight]
  ;[canvas.width, canvas.height] = [width * devicePixelRatio, height * devicePixelRatio]
  const context = canvas.getContext('2d')
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]))
  const at = new Map<string, Point>(places)
  const cards = new Map<string, Card>()
  for (const node of graph.nodes)
    cards.set(node.id, {
      id: node.id,
      title: node.title ?? node.name,
      ...(at.get(node.id) ?? { x: 0, y: 0 }),
      ...sizeOf(node),
    })

  const bounds = boundsOfGraph(graph, places)
  let zoom = Math.min(1, (width * (1 - 2 * PADDING)) / bounds.width, (height * (1 - 2 * PADDING)) / bounds.height)
  let x = width / 2 - (bounds.x + bounds.width / 2) * zoom
  let y = height / 2 - (bounds.y + bounds.height / 2) * zoom

  function draw(): void {
    if (context === null) return
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0)
    context.clearRect(0, 0, width, height)
    context.transform(zoom, 0, 0, zoom, x, y)
    const seen = { x: -x / zoom, y: -y / zoom, width: width / zoom, height: height / zoom }
    context.lineWidth = Math.max(1.6, 1 / zoom)
    context.strokeStyle = '#6e7076'
    context.globalAlpha = 0.55
    context.beginPath()
    for (const { from, to, tool } of graph.edges) {
      const source = nodes.get(from)
      const start = cards.get(from)
      const end = cards.get(to)
      if (source === undefined || start === undefined || end === undefined) continue
      const a = outputPort(source, start, tool)
      const b = inputPort(end)
      if (Math.max(a.x, b.x) < seen.x || Math.min(a.x, b.x) > seen.x + seen.width) continue
      if (Math.max(a.y, b.y) < seen.y || Math.min(a.y, b.y) > seen.y + seen.height) continue
      const reach = Math.min(180, Math.max(40, Math.abs(b.x - a.x) / 2))
      context.moveTo(a.x, a.y)
      context.bezierCurveTo(a.x + reach, a.y, b.x - reach, b.y, b.x, b.y)
    }
    context.stroke()
    context.globalAlpha = 1
    context.strokeStyle = '#c6c6bd'
    context.fillStyle = '#ffffff'
    context.beginPath()
    const shown = [...cards.values()].filter((card) => overlaps(card, seen))
    for (const card of shown) context.roundRect(card.x, card.y, card.width, card.height, 8)
    context.fill()
    context.stroke()
    if (zoom < 0.16) return
    context.fillStyle = '#1d1e20'
    context.font = '600 13.5px sans-serif'
    for (const card of shown) context.fillText(card.title, card.x + 12, card.y + 24)
  }

  let frame = 0
  const redraw = (): void => {
    if (frame !== 0) return
    frame = requestAnimationFrame(() => {
      frame = 0
      draw()
    })
  }
  let held: { readonly card: Card | undefined; x: number; y: number } | null = null
  canvas.addEventListener('pointerdown', (event) => {
    const point = { x: (event.clientX - x) / zoom, y: (event.clientY - y) / zoom, width: 0.1, height: 0.1 }
    const card = zoom < 0.3 ? undefined : [...cards.values()].find((each) => overlaps(each, point))
    held = { card, x: event.clientX, y: event.clientY }
  })
  canvas.addEventListener('pointermove', (event) => {
    if (held === null) return
    const by = { x: event.clientX - held.x, y: event.clientY - held.y }
    ;[held.x, held.y] = [event.clientX, event.clientY]
    if (held.card === undefined) {
      x += by.x
      y += by.y
    } else {
      const before = cards.get(held.card.id)
      if (before) cards.set(before.id, { ...before, x: before.x + by.x / zoom, y: before.y + by.y / zoom })
    }
    redraw()
  })
  canvas.addEventListener('pointerup', () => (held = null))
  draw()
  return {
    shown: painted(),
    flyTo(id) {
      const card = cards.get(id)
      if (card === undefined) return
      zoom = NEAR
      x = width / 2 - (card.x + card.width / 2) * zoom
      y = height / 2 - (card.y + card.height / 2) * zoom
      redraw()
    },
  }
}
