import { canvasView } from '../graph/canvas-view.ts'
import { canvasPart, focusOn, toggleFold } from '../graph/canvas-part.ts'
import { graphStore } from '../graph/graph-store.ts'
import { focusedNode, sessionStore } from '../../platform/session/session.ts'
import type { Command } from './command.ts'
import { selectedGroup } from './group-targets.ts'
import { foldGroup } from './groups.ts'

const selected = (): string | null => focusedNode(sessionStore.getState())

const callsAnything = (id: string | null): boolean => graphStore.getState().graph.edges.some(({ from }) => from === id)

/** Hides what the selected node calls, or the nodes of the selected group; or shows them again. */
export const fold: Command = {
  id: 'fold',
  label: 'command.fold',
  group: 'view',
  keys: ['Shift+C'],
  isEnabled: () => selectedGroup() !== undefined || callsAnything(selected()),
  run() {
    const id = selected()
    const group = selectedGroup()
    if (group !== undefined) foldGroup(group)
    else if (id !== null) toggleFold(id)
  },
}

/** Shows only who leads to the selected node and what it leads to; again, the whole graph. */
export const focusPath: Command = {
  id: 'focusPath',
  label: 'command.focusPath',
  group: 'view',
  keys: ['Shift+P'],
  isEnabled: () => selected() !== null || canvasPart.getState().focus !== null,
  run() {
    focusOn(canvasPart.getState().focus === null ? selected() : null)
    requestAnimationFrame(() => canvasView()?.fit())
  },
}
