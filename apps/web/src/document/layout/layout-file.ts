import { isObject } from '@ensemble/core'
import { asTree, GROUP, isGroupId, type Group, type Groups } from './group-tree.ts'
import { LAYOUT_FILE } from '../texts/files.ts'
import type { FileRecord } from '../texts/document.ts'
import { parseObject } from '../texts/idea-view.ts'

/** Upper left corner of a node on the canvas, in canvas units. */
export interface Point {
  readonly x: number
  readonly y: number
}
export type Positions = ReadonlyMap<string, Point>

/** A place that is written down; `isAuto` where the layout chose it, so that tidying may choose another. */
export interface Place extends Point {
  readonly isAuto?: true
}
export type Places = ReadonlyMap<string, Place>

/** A text that a person stuck on the canvas. Nothing of a Run reads it. */
export interface Note extends Point {
  readonly width: number
  readonly height: number
  readonly text: string
}
export type Notes = ReadonlyMap<string, Note>

/** The content of `.ensemble/layout.json`: places of nodes, notes and groups, by their ids. */
export interface Layout {
  readonly nodes: Places
  readonly notes: Notes
  readonly groups: Groups
}
type Files = ReadonlyMap<string, FileRecord>

const NOTE = 'note:'
export const isNoteId = (id: string): boolean => id.startsWith(NOTE)

function freeId(prefix: string, taken: ReadonlyMap<string, unknown>): string {
  for (let number = taken.size + 1; ; number += 1) if (!taken.has(prefix + number)) return prefix + number
}
/** An id that no note of `notes` has. */
export const freeNoteId = (notes: Notes): string => freeId(NOTE, notes)
/** An id that no group of `groups` has. */
export const freeGroupId = (groups: Groups): string => freeId(GROUP, groups)

/** The places that are written down. */
export function positionsOf(text: string | null | undefined): Places {
  const { nodes } = parseObject(text)
  const places = new Map<string, Place>()
  if (!isObject(nodes)) return places
  for (const [id, place] of Object.entries(nodes))
    if (isObject(place) && typeof place.x === 'number' && typeof place.y === 'number')
      places.set(id, { x: place.x, y: place.y, ...(place.auto === true && { isAuto: true }) })
  return places
}

/** The saved places that a person chose. */
export const handPlaced = (places: Places): Places => new Map([...places].filter(([, { isAuto }]) => isAuto !== true))

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

export function groupsOf(text: string | null | undefined): Groups {
  const { groups } = parseObject(text)
  const found = new Map<string, Group>()
  if (!isObject(groups)) return found
  for (const [id, group] of Object.entries(groups)) {
    if (!isObject(group) || !isGroupId(id) || !Array.isArray(group.nodes)) continue
    const nodes = group.nodes.filter((node) => typeof node === 'string')
    found.set(id, { title: typeof group.title === 'string' ? group.title : '', nodes, folded: group.folded === true })
  }
  return asTree(found)
}

export const layoutOf = (files: Files): Layout => {
  const text = files.get(LAYOUT_FILE)?.text
  return { nodes: positionsOf(text), notes: notesOf(text), groups: groupsOf(text) }
}
