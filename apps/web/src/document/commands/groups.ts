import { focusedNode, sessionStore } from '../../platform/session/session.ts'
import type { Command } from './command.ts'
import { groupOf, groupsNow, membersToGroup, selectedGroup } from './group-targets.ts'

/** Their code loads on first use. */
const doing = async () => import('./nodes/group-actions.ts')

/** Folds a group into one node, or shows its nodes again. */
export const foldGroup = (id: string): void => void doing().then(({ foldGroup: fold }) => fold(id))
/** Takes the frame away; what was in it stays where it is, in the group around it. */
export const removeGroup = (id: string): void => void doing().then(({ removeGroup: remove }) => remove(id))

/**
 * Puts the selected nodes into the selected group; without one, or with groups alone, into a new one, inside the group
 * that holds them all. It waits for its name.
 */
export const group: Command = {
  id: 'group',
  label: 'command.group',
  group: 'edit',
  keys: ['Mod+G'],
  isOfCanvas: true,
  isEnabled: () => membersToGroup().length > 0,
  run: () => void doing().then(({ groupSelected }) => groupSelected()),
}

/** Takes the selected group away, or the selected nodes out of their group into the one around it. */
export const ungroup: Command = {
  id: 'ungroup',
  label: 'command.ungroup',
  group: 'edit',
  keys: ['Mod+Shift+G'],
  isOfCanvas: true,
  isEnabled: () => selectedGroup() !== undefined || groupOf(membersToGroup()[0]) !== undefined,
  run: () => void doing().then(({ ungroupSelected }) => ungroupSelected()),
}

/** Chooses the group of the selected node, else the next group: so that keys reach every one. */
export const selectGroup: Command = {
  id: 'selectGroup',
  label: 'command.selectGroup',
  group: 'go',
  keys: ['Shift+G'],
  isEnabled: () => groupsNow().size > 0,
  run: () => void doing().then(({ selectNextGroup }) => selectNextGroup(focusedNode(sessionStore.getState()))),
}
