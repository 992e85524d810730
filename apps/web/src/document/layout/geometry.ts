import type { GraphNode } from '@ensemble/core'
import type { Point } from './layout-file.ts'

/** Sizes of a node in canvas units; node.module.css draws the same. Declared, so that nothing has to be measured. */
export const NODE_WIDTH = 244
export const SMALL_WIDTH = 168
export const HEADER_HEIGHT = 38
export const SUBTITLE_HEIGHT = 27
/** A little more than a target must have, so that it still has it in a graph that was scaled to fit. */
export const ROW_HEIGHT = 28
export const BORDER = 1
/** From the top of a node to the middle of its input port. */
export const INPUT_Y = 20

export interface Rect {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}
export interface Size {
  readonly width: number
  readonly height: number
}

export const isSmall = (node: GraphNode): boolean => node.kind !== 'idea'

/** The size of an Idea with that many Tools. */
export const ideaSize = (tools: number): Size => ({
  width: NODE_WIDTH,
  height: HEADER_HEIGHT + SUBTITLE_HEIGHT + (tools + 1) * ROW_HEIGHT + 2 * BORDER,
})

export function sizeOf(node: GraphNode): Size {
  if (isSmall(node)) return { width: SMALL_WIDTH, height: HEADER_HEIGHT + 2 * BORDER }
  return ideaSize(node.tools.length)
}

/** From the top of a node to the middle of row `index`; the row after the last Tool is "+ tool". */
export const rowY = (index: number): number =>
  BORDER + HEADER_HEIGHT + SUBTITLE_HEIGHT + index * ROW_HEIGHT + ROW_HEIGHT / 2

export const ADD_HANDLE = '+'
export const INPUT_HANDLE = 'in'
export const toolHandle = (tool: string): string => `tool:${tool}`

/** The start of `tool`'s edge on a node at `at`. */
export function outputPort(node: GraphNode, at: Point, tool: string): Point {
  const index = Math.max(
    0,
    node.tools.findIndex(({ name }) => name === tool),
  )
  return { x: at.x + sizeOf(node).width, y: at.y + rowY(index) }
}
export const inputPort = (at: Point): Point => ({ x: at.x, y: at.y + INPUT_Y })

export const inflate = ({ x, y, width, height }: Rect, by: number): Rect => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
})

export const contains = (rect: Rect, { x, y }: Point): boolean =>
  x > rect.x && x < rect.x + rect.width && y > rect.y && y < rect.y + rect.height

export const overlaps = (a: Rect, b: Rect): boolean =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

/** Whether a horizontal or vertical segment goes through `rect`. */
export const crosses = (a: Point, b: Point, rect: Rect): boolean =>
  Math.min(a.x, b.x) < rect.x + rect.width &&
  Math.max(a.x, b.x) > rect.x &&
  Math.min(a.y, b.y) < rect.y + rect.height &&
  Math.max(a.y, b.y) > rect.y

/** An edge's chip: the allow-list of its Tool. */
export const importsLabel = (imports: readonly string[]): string => imports.join(' ')

export const LABEL_HEIGHT = 20
const LABEL_CHARACTER = 6.7
const LABEL_PADDING = 40
export const labelWidth = (text: string): number => text.length * LABEL_CHARACTER + LABEL_PADDING

/** Room between the frame of a group and its nodes; `FRAME_TITLE` is the bar above them. */
const FRAME_PADDING = 22
export const FRAME_TITLE = 32

/** The frame around nodes that take `rect`. */
export const frameAround = ({ x, y, width, height }: Rect): Rect => ({
  x: x - FRAME_PADDING,
  y: y - FRAME_PADDING - FRAME_TITLE,
  width: width + 2 * FRAME_PADDING,
  height: height + 2 * FRAME_PADDING + FRAME_TITLE,
})

/** The smallest rectangle around all of them; empty at the origin if there are none. */
export function boundsOf(rects: Iterable<Rect>): Rect {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y, width, height } of rects) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x + width)
    bottom = Math.max(bottom, y + height)
  }
  return left === Infinity
    ? { x: 0, y: 0, width: 0, height: 0 }
    : { x: left, y: top, width: right - left, height: bottom - top }
}
