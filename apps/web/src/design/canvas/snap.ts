import { boundsOf, type Rect } from '../../document/layout/geometry.ts'
import type { Point } from '../../document/layout/layout-file.ts'

/** A line that a dragged node shares with others, from the first of them to the last, in canvas units. */
export interface Guide {
  /** `x`: an upright line at that x. */
  readonly axis: 'x' | 'y'
  readonly at: number
  readonly from: number
  readonly to: number
}
export interface Snapped {
  /** How far the dragged rectangle moves to the nearest lines; at most the reach on each axis. */
  readonly by: Point
  readonly guides: readonly Guide[]
}

type Axis = Guide['axis']
const LENGTH = { x: 'width', y: 'height' } as const
const ACROSS = { x: 'y', y: 'x' } as const

interface Lines {
  readonly edges: readonly [number, number]
  readonly centre: number
}
function linesOf(rect: Rect, axis: Axis): Lines {
  const [start, length] = [rect[axis], rect[LENGTH[axis]]]
  return { edges: [start, start + length], centre: start + length / 2 }
}

/** How far the lines of one must move to those of the other: edges to edges, the centre to the centre. */
function distances(moving: Lines, other: Lines): readonly number[] {
  return [...moving.edges.flatMap((edge) => other.edges.map((line) => line - edge)), other.centre - moving.centre]
}

function nearest(moving: Rect, others: readonly Rect[], axis: Axis, reach: number): number {
  const lines = linesOf(moving, axis)
  let best = Infinity
  for (const other of others)
    for (const distance of distances(lines, linesOf(other, axis)))
      if (Math.abs(distance) < Math.abs(best)) best = distance
  return Math.abs(best) <= reach ? best : 0
}

/** Rounding errors of sums. */
const NOTHING = 1e-6
const isSame = (a: number, b: number): boolean => Math.abs(a - b) < NOTHING

/** The shared lines of a rectangle at its place: its edges, and its centre where no edge is shared. */
function guidesOf(moved: Rect, others: readonly Rect[], axis: Axis): readonly Guide[] {
  const { edges, centre } = linesOf(moved, axis)
  const across = ACROSS[axis]
  const guide = (at: number, isOnIt: (lines: Lines) => boolean): Guide[] => {
    const on = others.filter((other) => isOnIt(linesOf(other, axis)))
    if (on.length === 0) return []
    const bounds = boundsOf([moved, ...on])
    return [{ axis, at, from: bounds[across], to: bounds[across] + bounds[LENGTH[across]] }]
  }
  const shared = edges.flatMap((at) => guide(at, (lines) => lines.edges.some((line) => isSame(line, at))))
  return shared.length > 0 ? shared : guide(centre, (lines) => isSame(lines.centre, centre))
}

/** Moves a dragged rectangle to the lines of `others` that are within `reach`, on each axis by itself. */
export function snap(moving: Rect, others: readonly Rect[], reach: number): Snapped {
  const by = { x: nearest(moving, others, 'x', reach), y: nearest(moving, others, 'y', reach) }
  const moved = { ...moving, x: moving.x + by.x, y: moving.y + by.y }
  return { by, guides: [...guidesOf(moved, others, 'x'), ...guidesOf(moved, others, 'y')] }
}
