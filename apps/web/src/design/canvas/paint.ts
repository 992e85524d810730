import type { GraphNode } from '@ensemble/core'
import { isSmall, overlaps, rowY, type Rect } from '../../document/layout/geometry.ts'
import { edgesWithin, traceEdge, type Scene, type SceneEdge, type SceneNode } from './scene.ts'

const TOKENS = {
  canvas: '--canvas',
  node: '--raised',
  small: '--surface',
  border: '--line-strong',
  edge: '--ink-3',
  text: '--ink',
  quiet: '--ink-2',
  selected: '--accent',
  running: '--run',
  waiting: '--wait',
  done: '--ok',
  failed: '--bad',
  latent: '--latent',
  explicit: '--explicit',
  module: '--module',
} as const

/** Colours of the tokens as a 2D canvas understands them, and its typefaces. */
export type Ink = Readonly<Record<keyof typeof TOKENS | 'font' | 'mono', string>>
export type Mark = 'selected' | 'running' | 'waiting' | 'done' | 'failed'
/** The place of canvas unit 0,0 in pixels, and the pixels per unit. */
export interface View {
  readonly x: number
  readonly y: number
  readonly zoom: number
}
/** Nodes that React Flow has mounted, which are not painted. */
export interface Mounted {
  readonly nodes: ReadonlySet<string>
  readonly edges: ReadonlySet<string>
}
export interface Picture {
  readonly scene: Scene
  readonly mounted: Mounted | null
  /** Nodes that stand out. */
  readonly marks: ReadonlyMap<string, Mark>
  readonly ink: Ink
  /** The way of an edge as it is drawn when mounted; undefined while it is not known. */
  readonly wayOf: (edge: SceneEdge) => Path2D | undefined
}

/** The current tokens at `element`: only a computed colour resolves `light-dark(…)`. */
export function inkOf(element: HTMLElement): Ink {
  const before = element.style.color
  const colours = Object.entries(TOKENS).map(([name, token]) => {
    element.style.color = `var(${token})`
    return [name, getComputedStyle(element).color]
  })
  element.style.color = before
  const fonts = getComputedStyle(document.documentElement)
  const [font, mono] = [fonts.getPropertyValue('--font'), fonts.getPropertyValue('--mono')]
  return { ...Object.fromEntries(colours), font, mono } as Ink // one entry for each token
}

/** From so many pixels a unit on, titles are written: below they would be dust. */
const TITLES_FROM = 0.16
/** From here on a node is painted as it is drawn when mounted. */
const WHOLE_FROM = 0.45
const TITLE_PX = 10.5
const PADDING = 12
const EDGE_OPACITY = 0.55
const TITLES_A_STEP = 60

function fitted(context: CanvasRenderingContext2D, text: string, room: number, character: number): string {
  const most = Math.max(2, Math.floor(room / character))
  if (text.length <= most) return text
  return `${text.slice(0, most - 1).trimEnd()}…`
}

const titleOf = ({ title, name }: GraphNode): string => title ?? name

/** A node from afar: its title as large as the node allows, and a dot for each Tool's mode. */
function paintTitle(
  context: CanvasRenderingContext2D,
  { node, x, y, width, height }: SceneNode,
  zoom: number,
  ink: Ink,
): void {
  const size = Math.min(height / 2, Math.max(13.5, TITLE_PX / zoom))
  context.font = `600 ${size}px ${ink.font}`
  context.fillStyle = ink.text
  context.fillText(
    fitted(context, titleOf(node), width - 2 * PADDING, size * 0.6),
    x + PADDING,
    y + Math.min(height / 2, size),
  )
}

/** A node from near, as it is when mounted. */
function paintWhole(context: CanvasRenderingContext2D, at: SceneNode, ink: Ink): void {
  const { node, x, y, width } = at
  if (isSmall(node)) {
    context.font = `500 12px ${ink.mono}`
    context.fillStyle = ink.text
    context.fillText(fitted(context, node.name, width - 46, 7.2), x + 34, y + 20)
    return
  }
  context.font = `600 13.5px ${ink.font}`
  context.fillStyle = ink.text
  context.fillText(fitted(context, titleOf(node), width - 2 * PADDING, 7.4), x + PADDING, y + 21)
  context.font = `12px ${ink.font}`
  context.fillStyle = ink.edge
  context.fillText(fitted(context, node.description || node.name, width - 2 * PADDING, 6.2), x + PADDING, y + 48)
  context.font = `12px ${ink.mono}`
  node.tools.forEach(({ name, mode }, index) => {
    const middle = y + rowY(index)
    context.fillStyle = ink[mode]
    context.fillRect(x + PADDING + 3, middle - 4, 8, 8)
    context.fillStyle = ink.text
    context.fillText(fitted(context, name, width - 50, 7.2), x + PADDING + 21, middle)
  })
}

function paintNodes(context: CanvasRenderingContext2D, nodes: readonly SceneNode[], zoom: number, ink: Ink): void {
  context.textBaseline = 'middle'
  for (const at of nodes)
    if (zoom >= WHOLE_FROM) paintWhole(context, at, ink)
    else paintTitle(context, at, zoom, ink)
}

/** A whole picture in steps, each a part that costs little: lines below, nodes over them, titles on top. */
function* paintAll(
  context: CanvasRenderingContext2D,
  { scene, ink }: Picture,
  { zoom }: View,
  seen: Rect,
): Generator<undefined> {
  const tiles = scene.tiles.filter(({ box }) => overlaps(box, seen))
  for (const { edges } of tiles) {
    context.strokeStyle = ink.edge
    context.globalAlpha = EDGE_OPACITY
    context.stroke(edges)
    context.globalAlpha = 1
    yield
  }
  context.strokeStyle = ink.border
  for (const { ideas, small } of tiles) {
    context.fillStyle = ink.node
    context.fill(ideas)
    context.stroke(ideas)
    context.fillStyle = ink.small
    context.fill(small)
    context.stroke(small)
    yield
  }
  if (zoom < TITLES_FROM) return
  const nodes = nodesWithin(scene, seen)
  for (let index = 0; index < nodes.length; index += TITLES_A_STEP) {
    paintNodes(context, nodes.slice(index, index + TITLES_A_STEP), zoom, ink)
    yield
  }
}

/** Edges behind the mounted nodes, and nodes not mounted yet. */
function paintRest(
  context: CanvasRenderingContext2D,
  { scene, ink, wayOf }: Picture,
  mounted: Mounted,
  seen: Rect,
): SceneNode[] {
  context.strokeStyle = ink.edge
  context.globalAlpha = EDGE_OPACITY
  context.beginPath()
  for (const edge of edgesWithin(scene, seen)) {
    if (mounted.edges.has(edge.edge.id)) continue
    const way = wayOf(edge)
    if (way === undefined) traceEdge(context, edge)
    else context.stroke(way)
  }
  context.stroke()
  context.globalAlpha = 1
  const rest = nodesWithin(scene, seen).filter(({ id }) => !mounted.nodes.has(id))
  context.strokeStyle = ink.border
  for (const { node, x, y, width, height } of rest) {
    context.fillStyle = isSmall(node) ? ink.small : ink.node
    context.beginPath()
    context.roundRect(x, y, width, height, 10)
    context.fill()
    context.stroke()
  }
  return rest
}

const nodesWithin = ({ space, nodes }: Scene, seen: Rect): SceneNode[] =>
  space.within(seen).flatMap(({ id }) => nodes.get(id) ?? [])

/** Paints the visible picture in steps. Lines keep a width in pixels, so that they stay visible. */
export function* paintSteps(
  context: CanvasRenderingContext2D,
  picture: Picture,
  view: View,
  seen: Rect,
): Generator<undefined> {
  const { scene, mounted, marks, ink } = picture
  const { x, y, zoom } = view
  context.save()
  context.transform(zoom, 0, 0, zoom, x, y)
  context.lineWidth = Math.max(1.6, 1 / zoom)
  if (mounted === null) yield* paintAll(context, picture, view, seen)
  else paintNodes(context, paintRest(context, picture, mounted, seen), zoom, ink)
  context.lineWidth = 2.5 / zoom
  for (const [id, mark] of marks) {
    const at = scene.nodes.get(id)
    if (at === undefined || mounted?.nodes.has(id) || !overlaps(at, seen)) continue
    context.strokeStyle = ink[mark]
    context.strokeRect(at.x, at.y, at.width, at.height)
  }
  context.restore()
}

/** Paints what is seen of the picture at once. */
export function paint(context: CanvasRenderingContext2D, picture: Picture, view: View, seen: Rect): void {
  for (const _step of paintSteps(context, picture, view, seen));
}
