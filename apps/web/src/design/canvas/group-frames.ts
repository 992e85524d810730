import type { Graph, GraphNode } from '@ensemble/core'
import { isGroupId, type Group, type Groups, type Point, type Positions } from '../../document/layout/layout-file.ts'
import { boundsOf, frameAround, sizeOf, type Rect } from '../../document/layout/geometry.ts'

function around(members: readonly GraphNode[], places: Positions): Rect | null {
  const rects = members.flatMap((node) => {
    const at = places.get(node.id)
    return at === undefined ? [] : [{ ...at, ...sizeOf(node) }]
  })
  if (rects.length === 0) return null
  return frameAround(boundsOf(rects))
}

/** The frames of the groups that are not folded: each around those of its nodes that are shown. */
export function framesOf(shown: Graph, groups: Groups, places: Positions): ReadonlyMap<string, Rect> {
  const frames = new Map<string, Rect>()
  if (groups.size === 0) return frames
  const members = new Map<string, GraphNode[]>()
  for (const { nodes, folded } of groups.values()) if (!folded) for (const id of nodes) members.set(id, [])
  for (const node of shown.nodes) members.get(node.id)?.push(node)
  for (const [id, { nodes, folded }] of groups) {
    const inside = nodes.flatMap((node) => members.get(node) ?? [])
    const frame = folded ? null : around(inside, places)
    if (frame !== null) frames.set(id, frame)
  }
  return frames
}

/** Where the nodes of a group are when the group itself was moved by so much. */
const moveMembers = ({ nodes }: Group, places: Positions, { x, y }: Point): (readonly [string, Point])[] =>
  nodes.flatMap((id) => {
    const at = places.get(id)
    return at === undefined ? [] : [[id, { x: at.x + x, y: at.y + y }] as const]
  })

interface Standing {
  readonly shown: Graph
  readonly groups: Groups
  readonly places: Positions
}

/** Where everything moves when `moved` do: a group takes its nodes along. */
export function withMembers(moved: Positions, { shown, groups, places }: Standing): Positions {
  if (![...moved.keys()].some(isGroupId)) return moved
  const frames = framesOf(shown, groups, places)
  const all = new Map(moved)
  for (const [id, to] of moved) {
    const group = groups.get(id)
    const from = frames.get(id) ?? places.get(id)
    if (group === undefined || from === undefined) continue
    for (const [member, at] of moveMembers(group, places, { x: to.x - from.x, y: to.y - from.y })) all.set(member, at)
  }
  return all
}
