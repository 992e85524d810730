/** Groups that hold groups: who holds whom, and what is in a group at any depth. */

/** Nodes and groups that a person keeps together in a frame with a name. Each is in one group at most. */
export interface Group {
  readonly title: string
  /** Ids of nodes and of other groups; a missing one doesn't count. */
  readonly nodes: readonly string[]
  /** Shown as one node. */
  readonly folded: boolean
}
export type Groups = ReadonlyMap<string, Group>

export const GROUP = 'group:'
export const isGroupId = (id: string): boolean => id.startsWith(GROUP)

/** The ids of nodes that stay together; a group inside is a list within the list. */
export type Together = readonly (string | Together)[]

/** The group that directly holds each node and group. */
export function holdersOf(groups: Groups): ReadonlyMap<string, string> {
  return new Map([...groups].flatMap(([id, { nodes }]) => nodes.map((member) => [member, id] as const)))
}

/** The groups around a node or group, the innermost first. */
export function groupsAround(id: string, holders: ReadonlyMap<string, string>): readonly string[] {
  const around: string[] = []
  for (let holder = holders.get(id); holder !== undefined; holder = holders.get(holder)) around.push(holder)
  return around
}

/** Those of `ids` that no group of `ids` holds. */
export function outermost(ids: readonly string[], groups: Groups): readonly string[] {
  const holders = holdersOf(groups)
  const among = new Set(ids)
  return [...among].filter((id) => !groupsAround(id, holders).some((holder) => among.has(holder)))
}

/** Everything in a group at any depth: nodes, and the groups inside it. */
export function membersOf(id: string, groups: Groups): readonly string[] {
  const members = groups.get(id)?.nodes ?? []
  return members.flatMap((member) => [member, ...membersOf(member, groups)])
}

/** The nodes in a group at any depth. */
export const nodesOf = (id: string, groups: Groups): readonly string[] =>
  membersOf(id, groups).filter((member) => !isGroupId(member))

/** The folded group that is drawn in place of each hidden node and group: the outermost one. */
export function foldedHolders(groups: Groups): ReadonlyMap<string, string> {
  const holders = holdersOf(groups)
  return new Map(
    [...holders.keys()].flatMap((member) => {
      const outermost = groupsAround(member, holders).findLast((id) => groups.get(id)?.folded)
      return outermost === undefined ? [] : [[member, outermost] as const]
    }),
  )
}

/** The groups that are drawn as frames, for the layout to keep together. */
export function togetherIn(groups: Groups): readonly Together[] {
  const holders = holdersOf(groups)
  const listOf = ({ nodes }: Group): Together =>
    nodes.map((member) => {
      const inner = groups.get(member)
      return inner === undefined || inner.folded ? member : listOf(inner)
    })
  return [...groups].flatMap(([id, group]) => (group.folded || holders.has(id) ? [] : [listOf(group)]))
}

/** Groups without members that don't exist, that others hold already, or that hold the group itself. */
export function asTree(groups: Groups): Groups {
  const holders = new Map<string, string>()
  const tree = new Map<string, Group>()
  for (const [id, group] of groups) {
    const nodes = group.nodes.filter((member) => {
      const isUnknown = isGroupId(member) && !groups.has(member)
      if (isUnknown || holders.has(member) || member === id || groupsAround(id, holders).includes(member)) return false
      holders.set(member, id)
      return true
    })
    tree.set(id, { ...group, nodes })
  }
  return tree
}

/** Groups without those that hold nothing any more. */
export function withoutEmpty(groups: Groups): Groups {
  const tree = asTree(groups)
  const kept = new Map([...tree].filter(([, { nodes }]) => nodes.length > 0))
  return kept.size === tree.size ? tree : withoutEmpty(kept)
}
