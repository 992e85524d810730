import type { Graph } from '@ensemble/core'
import { boundsOf, sizeOf, type Rect } from '../../src/document/layout/geometry.ts'
import type { Positions } from '../../src/document/layout/layout-file.ts'

/** The input of each canvas: a graph, its places, and a target to draw on. */
export interface Stage {
  readonly host: HTMLElement
  readonly graph: Graph
  readonly places: Positions
}

/** A canvas under measurement. */
export interface Subject {
  /** Resolves once the first picture of the whole graph is on screen. */
  readonly shown: Promise<void>
  /** Brings a node into the middle, large enough to be read. */
  readonly flyTo: (id: string) => void
}

/** The zoom at which a node is looked at, and the room around a graph that is seen whole. */
export const NEAR = 1
export const PADDING = 0.07

/** Resolves after the next frame was painted. */
export const painted = (): Promise<void> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve()
      port2.postMessage(null)
    })
  })

export const frameUntil = async (isDone: () => boolean): Promise<void> => {
  while (!isDone()) await new Promise(requestAnimationFrame)
}

export const boundsOfGraph = (graph: Graph, places: Positions): Rect =>
  boundsOf(graph.nodes.flatMap((node) => ({ ...(places.get(node.id) ?? { x: 0, y: 0 }), ...sizeOf(node) })))
