import type { Graph } from '@ensemble/core'
import { layoutGraph } from '../../document/layout/layout.ts'
import { positionsOf } from '../../document/layout/layout-file.ts'
import { drawGraph, type Paint } from './draw-graph.ts'

/** The light theme of styles/tokens.css: a picture has no style sheet to ask. */
const LIGHT: Paint = {
  canvas: '#fdfdfb',
  surface: '#ffffff',
  line: '#c6c6bd',
  ink: '#1d1e20',
  faint: '#6e7076',
  edge: '#6e7076',
  latent: '#6b45c6',
  explicit: '#08736f',
  module: '#9a5b05',
}

/**
 * The canvas as one SVG without a window, by `.ensemble/layout.json` or the page's own layout; built for the command
 * line.
 */
export const pictureOf = (graph: Graph, layout: string | null): string => {
  const nodes = graph.nodes.filter(({ kind }) => kind !== 'activity' && kind !== 'mcp')
  const shown = new Set(nodes.map(({ id }) => id))
  const edges = graph.edges.filter(({ from, to }) => shown.has(from) && shown.has(to))
  const drawn = { ...graph, nodes, edges }
  return drawGraph(drawn, layoutGraph(drawn, positionsOf(layout)), LIGHT)
}
