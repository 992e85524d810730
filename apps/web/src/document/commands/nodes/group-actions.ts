import { groupOf, groupsNow, membersToGroup, selectedGroup } from '../group-targets.ts'
import { writeGroups } from '../../layout/layout-edits.ts'
import { groupsAround, holdersOf, isGroupId, nodesOf, type Group, type Groups } from '../../layout/group-tree.ts'
import { freeGroupId } from '../../layout/layout-file.ts'
import { groups } from '../../../platform/i18n/en/groups.ts'
import { createTexts } from '../../../platform/i18n/index.ts'
import { canvasView } from '../../graph/canvas-view.ts'
import type { StepLabel } from '../../texts/history.ts'
import { applyEdits, documentStore } from '../../open/document-store.ts'
import { editInPlace } from '../../graph/in-place.ts'
import { announce, NOTHING, selectNode, sessionStore } from '../../../platform/session/session.ts'

const t = createTexts({ groups })

const write = (label: StepLabel, id: string, group: Group | null): void =>
  applyEdits(label, [writeGroups(documentStore.getState().files, new Map([[id, group]]))])

export function foldGroup(id: string): void {
  const group = groupsNow().get(id)
  if (group !== undefined) write(group.folded ? 'unfoldGroup' : 'foldGroup', id, { ...group, folded: !group.folded })
}

export function removeGroup(id: string): void {
  const group = groupsNow().get(id)
  write('ungroup', id, null)
  sessionStore.setState({ selection: { ...NOTHING, nodes: group?.nodes ?? [] } })
}

export function groupSelected(): void {
  const groups = groupsNow()
  const members = membersToGroup()
  const [joined, ...others] = members.filter(isGroupId)
  const before = groups.get(joined ?? '')
  if (joined !== undefined && before !== undefined && others.length === 0 && members.length > 1) {
    const nodes = members.filter((id) => id !== joined)
    write('group', joined, { ...before, nodes: [...before.nodes, ...nodes] })
    return
  }
  const id = freeGroupId(groups)
  const { files } = documentStore.getState()
  const title = t('newGroup', { number: id.replace(/^\D+/u, '') })
  applyEdits('group', [writeGroups(files, withGroupAround(members, groups, id, title))])
  selectNode(id)
  editInPlace(id)
}

/** A new group of `members`, inside the innermost group that holds all of them. */
function withGroupAround(
  members: readonly string[],
  groups: Groups,
  id: string,
  title: string,
): ReadonlyMap<string, Group> {
  const holders = holdersOf(groups)
  const [first = [], ...around] = members.map((member) => groupsAround(member, holders))
  const outer = first.find((holder) => around.every((others) => others.includes(holder)))
  const changed = new Map<string, Group>([[id, { title, nodes: members, folded: false }]])
  const holder = groups.get(outer ?? '')
  if (outer !== undefined && holder !== undefined)
    changed.set(outer, { ...holder, nodes: [...holder.nodes.filter((each) => !members.includes(each)), id] })
  return changed
}

export function ungroupSelected(): void {
  const selected = selectedGroup()
  if (selected !== undefined) {
    removeGroup(selected)
    return
  }
  applyEdits('ungroup', [writeGroups(documentStore.getState().files, oneLevelUp(membersToGroup(), groupsNow()))])
}

/** The groups after each of `members` has left the group that holds it for the one around that. */
function oneLevelUp(members: readonly string[], groups: Groups): ReadonlyMap<string, Group> {
  const holders = holdersOf(groups)
  const changed = new Map<string, Group>()
  for (const member of members) {
    const [holder = '', outer = ''] = groupsAround(member, holders)
    for (const [id, change] of [
      [holder, (nodes: readonly string[]) => nodes.filter((each) => each !== member)],
      [outer, (nodes: readonly string[]) => [...nodes, member]],
    ] as const) {
      const before = changed.get(id) ?? groups.get(id)
      if (before !== undefined) changed.set(id, { ...before, nodes: change(before.nodes) })
    }
  }
  return changed
}

export function selectNextGroup(focus: string | null): void {
  const known = groupsNow()
  const ids = [...known.keys()]
  const id =
    (focus !== null && !isGroupId(focus) ? groupOf(focus) : undefined) ??
    ids[(ids.indexOf(focus ?? '') + 1) % ids.length]
  if (id === undefined) return
  selectNode(id)
  const nodes = nodesOf(id, known)
  if (nodes.length > 0) canvasView()?.reveal(nodes)
  announce(t('chosen', { title: known.get(id)?.title ?? '' }))
}
