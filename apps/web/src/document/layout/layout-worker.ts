import type { GraphEdge, GraphNode } from '@ensemble/core'
import type { Point } from './layout-file.ts'
import { layoutGraph, updateLayout, type Frame } from './layout.ts'

/** A question to the worker. Without `before` it lays out everything but `placed`. */
export interface LayoutQuestion {
  readonly id: number
  readonly nodes: readonly GraphNode[]
  readonly edges: readonly GraphEdge[]
  readonly before: readonly (readonly [string, Point])[] | null
  readonly placed: readonly (readonly [string, Point])[]
  readonly frame: Frame
}
export interface LayoutAnswer {
  readonly id: number
  readonly places: readonly (readonly [string, Point])[]
}

addEventListener('message', ({ data }: MessageEvent<LayoutQuestion>) => {
  const { id, nodes, edges, before, placed, frame } = data
  const hand = new Map(placed)
  const places =
    before === null
      ? layoutGraph({ nodes, edges }, hand, frame)
      : updateLayout({ nodes, edges }, new Map(before), hand, frame)
  const answer: LayoutAnswer = { id, places: [...places] }
  postMessage(answer)
})
