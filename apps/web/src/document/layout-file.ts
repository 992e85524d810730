import { isObject } from '@ensemble/core'
import { LAYOUT_FILE } from './files.ts'
import type { FileEdit, FileRecord } from './document.ts'
import { parseObject } from './idea-view.ts'

/** Upper left corner of a node on the canvas, in canvas units. */
export interface Point {
  readonly x: number
  readonly y: number
}
export type Positions = ReadonlyMap<string, Point>

/** The places that a person gave nodes by hand. */
export function positionsOf(text: string | null | undefined): Positions {
  const { nodes } = parseObject(text)
  const places = new Map<string, Point>()
  if (!isObject(nodes)) return places
  for (const [id, place] of Object.entries(nodes))
    if (isObject(place) && typeof place.x === 'number' && typeof place.y === 'number')
      places.set(id, { x: place.x, y: place.y })
  return places
}

/** The layout file that places nodes so: one line a node, sorted, so that a move is one changed line in a diff. */
export function layoutText(places: Positions): string {
  const lines = [...places]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([id, { x, y }]) => `    ${JSON.stringify(id)}: { "x": ${Math.round(x)}, "y": ${Math.round(y)} }`)
  return `{\n  "version": 1,\n  "nodes": {${lines.length > 0 ? `\n${lines.join(',\n')}\n  ` : ''}}\n}\n`
}

const currentPlaces = (files: ReadonlyMap<string, FileRecord>): Positions => positionsOf(files.get(LAYOUT_FILE)?.text)

/** The edit that moves nodes to `moved`. */
export const placeNodes = (files: ReadonlyMap<string, FileRecord>, moved: Positions): FileEdit => ({
  file: LAYOUT_FILE,
  text: layoutText(new Map([...currentPlaces(files), ...moved])),
})

/** The edit that forgets where nodes were placed, so that they are laid out again. */
export const forgetNodes = (files: ReadonlyMap<string, FileRecord>, ids: ReadonlySet<string> | 'all'): FileEdit => ({
  file: LAYOUT_FILE,
  text: layoutText(ids === 'all' ? new Map() : new Map([...currentPlaces(files)].filter(([id]) => !ids.has(id)))),
})

/** The edit that gives a renamed node the place of the old one. */
export function renameNode(files: ReadonlyMap<string, FileRecord>, from: string, to: string): FileEdit | null {
  const places = currentPlaces(files)
  const place = places.get(from)
  if (place === undefined) return null
  const next = new Map(places)
  next.delete(from)
  return { file: LAYOUT_FILE, text: layoutText(next.set(to, place)) }
}
