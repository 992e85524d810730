import type { GraphNode } from '@ensemble/core'
import type { Point, Positions } from './layout-file.ts'
import { NODE_WIDTH, sizeOf } from './geometry.ts'

const COLUMN_GAP = 150
const INNER_GAP = 56
const ROW_GAP = 40
/** The picture's aspect ratio, about a screen's. */
const ASPECT = 1.7

interface Shelf {
  readonly ids: readonly string[]
  readonly height: number
}

/** The ids in rows of `width`, in order: neighbours stay neighbours. */
function shelvesOf(ids: readonly string[], width: number, heightOf: (id: string) => number): Shelf[] {
  const shelves: Shelf[] = []
  for (let index = 0; index < ids.length; index += width) {
    const row = ids.slice(index, index + width)
    shelves.push({ ids: row, height: Math.max(...row.map(heightOf)) + ROW_GAP })
  }
  return shelves
}

/**
 * Places for a large graph's columns, wrapped into rows to fit a screen's shape. Without lanes. Linear in the nodes.
 */
export function wrapColumns(columns: readonly (readonly string[])[], nodes: ReadonlyMap<string, GraphNode>): Positions {
  const heightOf = (id: string): number => {
    const node = nodes.get(id)
    return node === undefined ? 0 : sizeOf(node).height
  }
  const real = columns.map((column) => column.filter((id) => nodes.has(id)))
  const pitch = NODE_WIDTH + INNER_GAP
  const area = real.flat().reduce((sum, id) => sum + pitch * (heightOf(id) + ROW_GAP), 0)
  const target = Math.sqrt(area / ASPECT)
  const places = new Map<string, Point>()
  let x = 0
  for (const column of real) {
    const height = column.reduce((sum, id) => sum + heightOf(id) + ROW_GAP, 0)
    const width = Math.max(1, Math.round(height / target))
    const shelves = shelvesOf(column, width, heightOf)
    let y = -shelves.reduce((sum, shelf) => sum + shelf.height, 0) / 2
    for (const shelf of shelves) {
      shelf.ids.forEach((id, index) => places.set(id, { x: x + index * pitch, y: Math.round(y) }))
      y += shelf.height
    }
    if (column.length > 0) x += width * pitch + COLUMN_GAP - INNER_GAP
  }
  return places
}
