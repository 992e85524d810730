import { isGroupId, isNoteId, layoutOf, type Groups } from '../layout/layout-file.ts'
import { documentStore } from '../open/document-store.ts'
import { sessionStore } from '../../platform/session/session.ts'

const chosen = (): readonly string[] => {
  const { selection } = sessionStore.getState()
  return selection.tool === null ? selection.nodes : [selection.tool.node]
}

export const groupsNow = (): Groups => layoutOf(documentStore.getState().files).groups
/** The frame that is selected. */
export const selectedGroup = (): string | undefined => chosen().find((id) => isGroupId(id) && groupsNow().has(id))
/** The selected nodes that a frame can hold. */
export const nodesToGroup = (): readonly string[] => chosen().filter((id) => !isGroupId(id) && !isNoteId(id))
/** The group that holds a node. */
export const groupOf = (node: string | null | undefined): string | undefined =>
  node == null ? undefined : [...groupsNow()].find(([, { nodes }]) => nodes.includes(node))?.[0]
