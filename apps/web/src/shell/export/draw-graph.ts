import type { Graph, GraphNode } from '@ensemble/core'
import type { GraphTool } from '@ensemble/core/idea'
import { edgeRoutes, rectsOf, rowStanding } from '../../design/canvas/edge-geometry.ts'
import {
  LABEL_HEIGHT,
  boundsOf,
  importsLabel,
  inflate,
  isSmall,
  labelWidth,
  rowY,
  sizeOf,
} from '../../document/layout/geometry.ts'
import type { Point, Positions } from '../../document/layout/layout-file.ts'

/** The current theme's colours, as values: a picture leaves the page's style sheets behind. */
export interface Paint {
  readonly canvas: string
  readonly surface: string
  readonly line: string
  readonly ink: string
  readonly faint: string
  readonly edge: string
  readonly latent: string
  readonly explicit: string
  readonly module: string
}

const MARGIN = 32
const FONT = 'Inter, system-ui, sans-serif'
const MONO = 'JetBrains Mono, ui-monospace, monospace'

const escape = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    // Characters that XML forbids.
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')

const cut = (text: string, width: number, perCharacter: number): string => {
  const most = Math.max(1, Math.floor(width / perCharacter))
  return text.length <= most ? text : `${text.slice(0, most - 1)}…`
}

interface Style {
  readonly size: number
  readonly colour: string
  readonly mono?: boolean
  readonly bold?: boolean
  readonly anchor?: 'middle'
}

const writeText = (x: number, y: number, content: string, { size, colour, mono, bold, anchor }: Style): string =>
  `<text x="${x}" y="${y}" font-family="${mono === true ? MONO : FONT}" font-size="${size}" fill="${colour}"` +
  `${bold === true ? ' font-weight="600"' : ''}${anchor === undefined ? '' : ` text-anchor="${anchor}"`}>${escape(content)}</text>`

const drawTool = (tool: GraphTool, at: Point, y: number, width: number, paint: Paint): string => {
  const colour = paint[tool.mode]
  const middle = at.y + y
  const words = writeText(at.x + 30, middle + 4, cut(tool.name, width - 96, 7.3), {
    size: 12,
    colour: paint.ink,
    mono: true,
  })
  // The mode is in words as well, for people who can't see colours.
  const mode = writeText(at.x + width - 62, middle + 4, tool.mode, { size: 10.5, colour })
  return `<circle cx="${at.x + 18}" cy="${middle}" r="4" fill="${colour}"/>${words}${mode}`
}

const drawNode = (node: GraphNode, at: Point, paint: Paint): string => {
  const { width, height } = sizeOf(node)
  const { x, y } = at
  const box = `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="8" fill="${paint.surface}" stroke="${paint.line}"/>`
  const title = writeText(x + 14, y + 24, cut(node.title ?? node.name, width - 28, 7.6), {
    size: 13.5,
    colour: paint.ink,
    bold: true,
  })
  if (isSmall(node)) return box + title
  const subtitle = writeText(x + 14, y + 52, cut(node.description || node.name, width - 28, 6.3), {
    size: 11.5,
    colour: paint.faint,
  })
  const rows = node.tools.map((tool, index) => drawTool(tool, at, rowY(index), width, paint))
  return `<g>${box}${title}${subtitle}${rows.join('')}</g>`
}

/** The whole graph as one SVG that needs nothing else, in canvas units. */
export const drawGraph = (graph: Graph, places: Positions, paint: Paint): string => {
  const routes = edgeRoutes(graph.edges, rowStanding(graph, rectsOf(graph, places)))
  const placed = graph.nodes.flatMap((node) => {
    const at = places.get(node.id)
    return at === undefined ? [] : [{ node, at }]
  })
  const { x, y, width, height } = inflate(boundsOf(placed.map(({ node, at }) => ({ ...at, ...sizeOf(node) }))), MARGIN)
  const edges = graph.edges.flatMap((edge) => {
    const way = routes.of(edge)
    return way === undefined ? [] : [{ edge, way }]
  })
  const lines = edges.map(
    ({ edge, way }) =>
      `<path d="${way.d}" fill="none" stroke="${paint.edge}" stroke-width="1.5"${edge.importsMode === 'requested' ? ' stroke-dasharray="5 4"' : ''} marker-end="url(#arrow)"/>`,
  )
  const chips = edges.flatMap(({ edge, way }) => {
    const text = importsLabel(edge.imports)
    if (way.label === null || text === '') return []
    const chip = { width: labelWidth(text), height: LABEL_HEIGHT }
    const corner = { x: way.label.x - chip.width / 2, y: way.label.y - chip.height / 2 }
    return [
      `<rect x="${corner.x}" y="${corner.y}" width="${chip.width}" height="${chip.height}" rx="10" fill="${paint.canvas}" stroke="${paint.line}"/>` +
        writeText(way.label.x, way.label.y + 4, text, { size: 11, colour: paint.faint, anchor: 'middle' }),
    ]
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${x} ${y} ${width} ${height}" width="${width}" height="${height}">
<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M0 0 8 4 0 8z" fill="${paint.edge}"/></marker></defs>
<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="${paint.canvas}"/>
${lines.join('\n')}
${chips.join('\n')}
${placed.map(({ node, at }) => drawNode(node, at, paint)).join('\n')}
</svg>
`
}
