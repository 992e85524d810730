import type { FileEdit, FileRecord } from '../texts/document.ts'
import { LAYOUT_FILE } from '../texts/files.ts'
import { isGroupId, withoutEmpty, type Group } from './group-tree.ts'
import {
  handPlaced,
  isNoteId,
  layoutOf,
  type Layout,
  type Note,
  type Place,
  type Places,
  type Positions,
} from './layout-file.ts'

/** Changes of `.ensemble/layout.json` as edits of its text. */

type Files = ReadonlyMap<string, FileRecord>

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

const write = (layout: Layout): FileEdit => ({ file: LAYOUT_FILE, text: layoutText(layout) })

/**
 * The edit that moves nodes and notes to `moved`. Saves all `standing` places too, so that later edits don't shift
 * neighbours.
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

/**
 * The edit that writes groups as they are in `changed`; null takes one away and leaves its members to the group around
 * it. What a changed group holds leaves other groups.
 */
export function writeGroups(files: Files, changed: ReadonlyMap<string, Group | null>): FileEdit {
  const { nodes, notes, groups } = layoutOf(files)
  const taken = new Set([...changed.values()].flatMap((group) => group?.nodes ?? []))
  const left = [...groups].map(([id, group]): [string, Group] => [id, changed.has(id) ? group : without(group, taken)])
  const dissolved = new Map(
    [...changed].flatMap(([id, to]) => (to === null ? [[id, groups.get(id)?.nodes ?? []]] : [])),
  )
  const next = [...withChanges(new Map(left), changed)].map(([id, group]): [string, Group] => [
    id,
    { ...group, nodes: group.nodes.flatMap((member) => dissolved.get(member) ?? member) },
  ])
  return write({ nodes, notes, groups: withoutEmpty(new Map(next)) })
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
    groups: withoutEmpty(new Map(kept)),
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
