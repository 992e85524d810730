import { holdersOf, isGroupId, outermost, type Groups } from '../layout/group-tree.ts'
import { isNoteId, layoutOf } from '../layout/layout-file.ts'
import { documentStore } from '../open/document-store.ts'
import { sessionStore } from '../../platform/session/session.ts'

/** The selected nodes, groups and notes; the node of a selected Tool. */
const chosen = (): readonly string[] => {
  const { selection } = sessionStore.getState()
  return selection.tool === null ? selection.nodes : [selection.tool.node]
}

export const groupsNow = (): Groups => layoutOf(documentStore.getState().files).groups
/** The frame that is selected. */
export const selectedGroup = (): string | undefined => chosen().find((id) => isGroupId(id) && groupsNow().has(id))
/** The selected nodes and groups that a frame can hold; what is in a selected group comes with it. */
export function membersToGroup(): readonly string[] {
  const groups = groupsNow()
  return outermost(
    chosen().filter((id) => (isGroupId(id) ? groups.has(id) : !isNoteId(id))),
    groups,
  )
}
/** The group that directly holds a node or a group. */
export const groupOf = (member: string | null | undefined): string | undefined =>
  member == null ? undefined : holdersOf(groupsNow()).get(member)
