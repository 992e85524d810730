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

/** A text that a person stuck on the canvas. Nothing of a Run reads it. */
export interface Note extends Point {
  readonly width: number
  readonly height: number
  readonly text: string
}
export type Notes = ReadonlyMap<string, Note>

/** What `.ensemble/layout.json` holds: places that a person gave nodes, and notes, by the ids of their nodes. */
export interface Layout {
  readonly nodes: Positions
  readonly notes: Notes
}
type Files = ReadonlyMap<string, FileRecord>

const NOTE = 'note:'
export const isNoteId = (id: string): boolean => id.startsWith(NOTE)

/** An id that no note of `notes` has. */
export function freeNoteId(notes: Notes): string {
  for (let number = notes.size + 1; ; number += 1) if (!notes.has(NOTE + number)) return NOTE + number
}

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

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

export function notesOf(text: string | null | undefined): Notes {
  const { notes } = parseObject(text)
  const found = new Map<string, Note>()
  if (!isObject(notes)) return found
  for (const [id, note] of Object.entries(notes)) {
    if (!isObject(note) || !isNoteId(id)) continue
    const { x, y, width, height } = note
    if (isNumber(x) && isNumber(y) && isNumber(width) && isNumber(height))
      found.set(id, { x, y, width, height, text: typeof note.text === 'string' ? note.text : '' })
  }
  return found
}

const byId = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1)
const block = (lines: readonly string[]): string => (lines.length > 0 ? `\n${lines.join(',\n')}\n  ` : '')

/** The layout file: one line a node and a note, sorted, so that a move is one changed line in a diff. */
export function layoutText({ nodes, notes }: Layout): string {
  const places = [...nodes]
    .sort(byId)
    .map(([id, { x, y }]) => `    ${JSON.stringify(id)}: { "x": ${Math.round(x)}, "y": ${Math.round(y)} }`)
  const written = [...notes].sort(byId).map(([id, { x, y, width, height, text }]) => {
    const [left, top, wide, high] = [x, y, width, height].map(Math.round)
    return `    ${JSON.stringify(id)}: { "x": ${left}, "y": ${top}, "width": ${wide}, "height": ${high}, "text": ${JSON.stringify(text)} }`
  })
  const more = written.length > 0 ? `,\n  "notes": {${block(written)}}` : ''
  return `{\n  "version": 1,\n  "nodes": {${block(places)}}${more}\n}\n`
}

export const layoutOf = (files: Files): Layout => {
  const text = files.get(LAYOUT_FILE)?.text
  return { nodes: positionsOf(text), notes: notesOf(text) }
}

const write = (layout: Layout): FileEdit => ({ file: LAYOUT_FILE, text: layoutText(layout) })

/** The edit that moves nodes to `moved`, notes among them. */
export function placeNodes(files: Files, moved: Positions): FileEdit {
  const { nodes, notes } = layoutOf(files)
  const places = new Map(nodes)
  const moving = new Map(notes)
  for (const [id, at] of moved) {
    const note = notes.get(id)
    if (note !== undefined) moving.set(id, { ...note, x: at.x, y: at.y })
    else if (!isNoteId(id)) places.set(id, at)
  }
  return write({ nodes: places, notes: moving })
}

/** The edit that writes notes as they are in `changed`; null takes one away. */
export function writeNotes(files: Files, changed: ReadonlyMap<string, Note | null>): FileEdit {
  const { nodes, notes } = layoutOf(files)
  const next = new Map(notes)
  for (const [id, note] of changed)
    if (note === null) next.delete(id)
    else next.set(id, note)
  return write({ nodes, notes: next })
}

/** The edit that forgets where nodes were placed, so that they are laid out again; notes of `ids` are gone. */
export function forgetNodes(files: Files, ids: ReadonlySet<string> | 'all'): FileEdit {
  const { nodes, notes } = layoutOf(files)
  if (ids === 'all') return write({ nodes: new Map(), notes })
  const isKept = ([id]: readonly [string, unknown]): boolean => !ids.has(id)
  return write({ nodes: new Map([...nodes].filter(isKept)), notes: new Map([...notes].filter(isKept)) })
}

/** The edit that gives a renamed node the place of the old one. */
export function renameNode(files: Files, from: string, to: string): FileEdit | null {
  const { nodes, notes } = layoutOf(files)
  const place = nodes.get(from)
  if (place === undefined) return null
  const next = new Map(nodes)
  next.delete(from)
  return write({ nodes: next.set(to, place), notes })
}
