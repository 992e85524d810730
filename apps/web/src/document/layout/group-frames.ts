import type { Graph } from '@ensemble/core'
import { boundsOf, frameAround, sizeOf, type Rect } from './geometry.ts'
import { foldedHolders, isGroupId, membersOf, type Groups } from './group-tree.ts'
import type { Point, Positions } from './layout-file.ts'

/**
 * The frames of the groups that are not folded, outer ones first: each around those of its nodes that are shown and the
 * frames of the groups in it.
 */
export function framesOf(shown: Graph, groups: Groups, places: Positions): ReadonlyMap<string, Rect> {
  if (groups.size === 0) return new Map()
  const hidden = foldedHolders(groups)
  const wanted = new Set([...groups.values()].flatMap(({ nodes }) => nodes))
  const rects = new Map<string, Rect>()
  for (const node of shown.nodes) {
    const at = wanted.has(node.id) ? places.get(node.id) : undefined
    if (at !== undefined) rects.set(node.id, { ...at, ...sizeOf(node) })
  }
  const frames = new Map<string, Rect | null>()
  const frameOf = (id: string): Rect | null => {
    const known = frames.get(id)
    if (known !== undefined) return known
    const group = groups.get(id)
    const inside = (group?.nodes ?? []).flatMap((member) => rects.get(member) ?? frameOf(member) ?? [])
    const isFrame = group !== undefined && !group.folded && !hidden.has(id) && inside.length > 0
    const frame = isFrame ? frameAround(boundsOf(inside)) : null
    frames.set(id, frame)
    return frame
  }
  for (const id of groups.keys()) frameOf(id)
  // An inner frame is known before the one around it.
  return new Map([...frames].flatMap(([id, frame]) => (frame === null ? [] : [[id, frame] as const])).toReversed())
}

interface Standing {
  readonly shown: Graph
  readonly groups: Groups
  readonly places: Positions
}

/** Where the members of group `id` are when the group itself was moved by so much. */
const moveMembers = (id: string, { groups, places }: Standing, { x, y }: Point): (readonly [string, Point])[] =>
  membersOf(id, groups).flatMap((member) => {
    const at = places.get(member)
    return at === undefined ? [] : [[member, { x: at.x + x, y: at.y + y }] as const]
  })

/** Where everything moves when `moved` do: a group takes its nodes along, and those of the groups in it. */
export function withMembers(moved: Positions, standing: Standing): Positions {
  if (![...moved.keys()].some(isGroupId)) return moved
  const frames = framesOf(standing.shown, standing.groups, standing.places)
  const all = new Map(moved)
  for (const [id, to] of moved) {
    const from = frames.get(id) ?? standing.places.get(id)
    if (!standing.groups.has(id) || from === undefined) continue
    for (const [member, at] of moveMembers(id, standing, { x: to.x - from.x, y: to.y - from.y })) all.set(member, at)
  }
  return all
}
