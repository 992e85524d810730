import { isObject } from '@ensemble/core'
import { LAYOUT_FILE } from '../texts/files.ts'
import type { FileEdit, FileRecord } from '../texts/document.ts'
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

/** Nodes that a person keeps together in a frame with a name. A node is in one group at most. */
export interface Group {
  readonly title: string
  /** Ids of its nodes; one that is not there (any more) counts for nothing. */
  readonly nodes: readonly string[]
  /** Shown as one node. */
  readonly folded: boolean
}
export type Groups = ReadonlyMap<string, Group>

/** What `.ensemble/layout.json` holds: places of nodes, notes and groups, by their ids. */
export interface Layout {
  readonly nodes: Places
  readonly notes: Notes
  readonly groups: Groups
}
type Files = ReadonlyMap<string, FileRecord>

const NOTE = 'note:'
const GROUP = 'group:'
export const isNoteId = (id: string): boolean => id.startsWith(NOTE)
export const isGroupId = (id: string): boolean => id.startsWith(GROUP)

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

/** Of the places that are written down, those that a person chose. */
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
  const taken = new Set<string>()
  for (const [id, group] of Object.entries(groups)) {
    if (!isObject(group) || !isGroupId(id) || !Array.isArray(group.nodes)) continue
    const nodes = group.nodes.filter((node) => typeof node === 'string').filter((node) => !taken.has(node))
    for (const node of nodes) taken.add(node)
    found.set(id, { title: typeof group.title === 'string' ? group.title : '', nodes, folded: group.folded === true })
  }
  return found
}

const byId = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number => (a < b ? -1 : 1)
const block = (lines: readonly string[]): string => (lines.length > 0 ? `\n${lines.join(',\n')}\n  ` : '')

/** The layout file: one line for each node, note and group, sorted, so that a move is one changed line in a diff. */
export function layoutText({ nodes, notes, groups }: Pick<Layout, 'nodes'> & Partial<Layout>): string {
  const places = [...nodes].sort(byId).map(([id, { x, y, isAuto }]) => {
    const auto = isAuto === true ? ', "auto": true' : ''
    return `    ${JSON.stringify(id)}: { "x": ${Math.round(x)}, "y": ${Math.round(y)}${auto} }`
  })
  const written = [...(notes ?? [])].sort(byId).map(([id, { x, y, width, height, text }]) => {
    const [left, top, wide, high] = [x, y, width, height].map(Math.round)
    return `    ${JSON.stringify(id)}: { "x": ${left}, "y": ${top}, "width": ${wide}, "height": ${high}, "text": ${JSON.stringify(text)} }`
  })
  const together = [...(groups ?? [])].sort(byId).map(([id, { title, nodes: members, folded }]) => {
    const ids = members.map((member) => JSON.stringify(member)).join(', ')
    return `    ${JSON.stringify(id)}: { "title": ${JSON.stringify(title)}, "nodes": [${ids}]${folded ? ', "folded": true' : ''} }`
  })
  const part = (name: string, lines: readonly string[]): string =>
    lines.length > 0 ? `,\n  "${name}": {${block(lines)}}` : ''
  return `{\n  "version": 1,\n  "nodes": {${block(places)}}${part('notes', written)}${part('groups', together)}\n}\n`
}

export const layoutOf = (files: Files): Layout => {
  const text = files.get(LAYOUT_FILE)?.text
  return { nodes: positionsOf(text), notes: notesOf(text), groups: groupsOf(text) }
}

const write = (layout: Layout): FileEdit => ({ file: LAYOUT_FILE, text: layoutText(layout) })

/**
 * The edit that moves nodes to `moved`, notes among them. `standing` is where all nodes stand now: what is not written
 * down yet is, as the layout's own choice, so that later edits do not shift what lies beside.
 */
export function placeNodes(files: Files, moved: Places, standing: Positions = new Map()): FileEdit {
  const { nodes, notes, groups } = layoutOf(files)
  const places = new Map<string, Place>([...autoPlaces(standing), ...nodes])
  const moving = new Map(notes)
  for (const [id, at] of moved) {
    const note = notes.get(id)
    if (note !== undefined) moving.set(id, { ...note, x: at.x, y: at.y })
    else if (!isNoteId(id) && !isGroupId(id)) places.set(id, at)
  }
  return write({ nodes: places, notes: moving, groups })
}

/** Places as the layout's own choice. */
export const autoPlaces = (places: Positions): Places =>
  new Map([...places].filter(([id]) => !isGroupId(id)).map(([id, { x, y }]) => [id, { x, y, isAuto: true }]))

/** The edit that writes notes as they are in `changed`; null takes one away. */
export function writeNotes(files: Files, changed: ReadonlyMap<string, Note | null>): FileEdit {
  const { nodes, notes, groups } = layoutOf(files)
  return write({ nodes, notes: withChanges(notes, changed), groups })
}

/** The edit that writes groups as they are in `changed`; null takes one away, and their nodes leave other groups. */
export function writeGroups(files: Files, changed: ReadonlyMap<string, Group | null>): FileEdit {
  const { nodes, notes, groups } = layoutOf(files)
  const taken = new Set([...changed.values()].flatMap((group) => group?.nodes ?? []))
  const left = [...groups].flatMap(([id, group]): [string, Group][] =>
    changed.has(id) ? [] : [[id, without(group, taken)]],
  )
  return write({ nodes, notes, groups: notEmpty(withChanges(new Map(left), changed)) })
}

function withChanges<T>(
  before: ReadonlyMap<string, T>,
  changed: ReadonlyMap<string, T | null>,
): ReadonlyMap<string, T> {
  const next = new Map(before)
  for (const [id, value] of changed)
    if (value === null) next.delete(id)
    else next.set(id, value)
  return next
}

const without = (group: Group, ids: ReadonlySet<string>): Group => ({
  ...group,
  nodes: group.nodes.filter((id) => !ids.has(id)),
})
const notEmpty = (groups: Groups): Groups => new Map([...groups].filter(([, { nodes }]) => nodes.length > 0))

/** The edit after which the layout chooses the places again: all, or all but those that a person chose. */
export function forgetPlaces(files: Files, which: 'all' | 'auto'): FileEdit {
  const layout = layoutOf(files)
  return write({ ...layout, nodes: which === 'all' ? new Map() : handPlaced(layout.nodes) })
}

/** The edit that forgets nodes and notes that are gone, in their groups, too. */
export function forgetNodes(files: Files, ids: ReadonlySet<string>): FileEdit {
  const { nodes, notes, groups } = layoutOf(files)
  const isKept = ([id]: readonly [string, unknown]): boolean => !ids.has(id)
  const kept = [...groups].filter(isKept).map(([id, group]): [string, Group] => [id, without(group, ids)])
  return write({
    nodes: new Map([...nodes].filter(isKept)),
    notes: new Map([...notes].filter(isKept)),
    groups: notEmpty(new Map(kept)),
  })
}

/** The edit that gives a renamed node the place of the old one, and its group. */
export function renameNode(files: Files, from: string, to: string): FileEdit | null {
  const { nodes, notes, groups } = layoutOf(files)
  const place = nodes.get(from)
  const holds = ({ nodes: members }: Group): boolean => members.includes(from)
  if (place === undefined && ![...groups.values()].some(holds)) return null
  const next = new Map(nodes)
  next.delete(from)
  if (place !== undefined) next.set(to, place)
  const renamed = [...groups].map(([id, group]): [string, Group] => [
    id,
    { ...group, nodes: group.nodes.map((member) => (member === from ? to : member)) },
  ])
  return write({ nodes: next, notes, groups: new Map(renamed) })
}
