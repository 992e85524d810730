import { freeGroupId, isGroupId, isNoteId, layoutOf, writeGroups, type Group } from '../document/layout-file.ts'
import { t } from '../i18n/index.ts'
import { canvasView } from '../stores/canvas-view.ts'
import { applyEdits, documentStore } from '../stores/document.ts'
import { graphStore } from '../stores/graph.ts'
import { editNote } from '../stores/note-editing.ts'
import { announce, focusedNode, NOTHING, selectNode, sessionStore } from '../stores/session.ts'
import type { Command } from './command.ts'

const chosen = (): readonly string[] => {
  const { selection } = sessionStore.getState()
  return selection.tool === null ? selection.nodes : [selection.tool.node]
}
const groups = () => layoutOf(documentStore.getState().files).groups
export const selectedGroup = (): string | undefined => chosen().find((id) => isGroupId(id) && groups().has(id))
const nodesToGroup = (): readonly string[] => chosen().filter((id) => !isGroupId(id) && !isNoteId(id))
const groupOf = (node: string | undefined): string | undefined =>
  node === undefined ? undefined : [...groups()].find(([, { nodes }]) => nodes.includes(node))?.[0]

const write = (label: string, id: string, group: Group | null): void =>
  applyEdits(label, [writeGroups(documentStore.getState().files, new Map([[id, group]]))])

/** Folds a group into one node, or shows its nodes again. */
export function foldGroup(id: string): void {
  const group = groups().get(id)
  if (group !== undefined) write(group.folded ? 'unfold group' : 'fold group', id, { ...group, folded: !group.folded })
}

/** Takes the frame away; what was in it stays where it is. */
export function removeGroup(id: string): void {
  const group = groups().get(id)
  write('ungroup', id, null)
  sessionStore.setState({ selection: { ...NOTHING, nodes: group?.nodes ?? [] } })
}

/** Puts the selected nodes into a group: the selected one, else a new one that waits for its name. */
export const group: Command = {
  id: 'group',
  label: 'command.group',
  group: 'edit',
  keys: ['Mod+G'],
  isEnabled: () => nodesToGroup().length > 0,
  run() {
    const nodes = nodesToGroup()
    const joined = selectedGroup()
    const before = joined === undefined ? undefined : groups().get(joined)
    if (joined !== undefined && before !== undefined) {
      write('group', joined, { ...before, nodes: [...new Set([...before.nodes, ...nodes])] })
      return
    }
    const id = freeGroupId(groups())
    write('group', id, { title: t('canvas.newGroup', { number: id.replace(/^\D+/u, '') }), nodes, folded: false })
    selectNode(id)
    editNote(id)
  },
}

/** Takes the selected group away, or the selected node out of its group. */
export const ungroup: Command = {
  id: 'ungroup',
  label: 'command.ungroup',
  group: 'edit',
  keys: ['Mod+Shift+G'],
  isEnabled: () => selectedGroup() !== undefined || groupOf(nodesToGroup()[0]) !== undefined,
  run() {
    const selected = selectedGroup()
    if (selected !== undefined) {
      removeGroup(selected)
      return
    }
    const nodes = new Set(nodesToGroup())
    const changed = [...groups()].flatMap(([id, each]): [string, Group][] => {
      const left = each.nodes.filter((node) => !nodes.has(node))
      return left.length === each.nodes.length ? [] : [[id, { ...each, nodes: left }]]
    })
    applyEdits('ungroup', [writeGroups(documentStore.getState().files, new Map(changed))])
  },
}

/** Chooses the group of the selected node, else the next group: so that keys reach every one. */
export const selectGroup: Command = {
  id: 'selectGroup',
  label: 'command.selectGroup',
  group: 'go',
  keys: ['Shift+G'],
  isEnabled: () => groups().size > 0,
  run() {
    const ids = [...groups().keys()]
    const focus = focusedNode(sessionStore.getState()) ?? undefined
    const own = groupOf(focus)
    const id = own ?? ids[(ids.indexOf(focus ?? '') + 1) % ids.length]
    if (id === undefined) return
    selectNode(id)
    const [first] = graphStore.getState().groups.get(id)?.nodes ?? []
    if (first !== undefined) canvasView()?.reveal(first)
    announce(t('canvas.nodeAt', { name: groups().get(id)?.title ?? '' }))
  },
}
