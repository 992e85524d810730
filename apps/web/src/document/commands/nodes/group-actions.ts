import { groupOf, groupsNow, nodesToGroup, selectedGroup } from '../group-targets.ts'
import { writeGroups } from '../../layout/layout-edits.ts'
import { freeGroupId, type Group } from '../../layout/layout-file.ts'
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
  const nodes = nodesToGroup()
  const joined = selectedGroup()
  const before = joined === undefined ? undefined : groupsNow().get(joined)
  if (joined !== undefined && before !== undefined) {
    write('group', joined, { ...before, nodes: [...new Set([...before.nodes, ...nodes])] })
    return
  }
  const id = freeGroupId(groupsNow())
  write('group', id, { title: t('newGroup', { number: id.replace(/^\D+/u, '') }), nodes, folded: false })
  selectNode(id)
  editInPlace(id)
}

export function ungroupSelected(): void {
  const selected = selectedGroup()
  if (selected !== undefined) {
    removeGroup(selected)
    return
  }
  const nodes = new Set(nodesToGroup())
  const changed = [...groupsNow()].flatMap(([id, each]): [string, Group][] => {
    const left = each.nodes.filter((node) => !nodes.has(node))
    return left.length === each.nodes.length ? [] : [[id, { ...each, nodes: left }]]
  })
  applyEdits('ungroup', [writeGroups(documentStore.getState().files, new Map(changed))])
}

export function selectNextGroup(focus: string | null): void {
  const known = groupsNow()
  const ids = [...known.keys()]
  const id = groupOf(focus) ?? ids[(ids.indexOf(focus ?? '') + 1) % ids.length]
  if (id === undefined) return
  selectNode(id)
  const { title, nodes } = known.get(id) ?? { title: '', nodes: [] }
  const [first] = nodes
  if (first !== undefined) canvasView()?.reveal(first)
  announce(t('chosen', { title }))
}
