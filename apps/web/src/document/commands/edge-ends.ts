import { canvasView } from '../graph/canvas-view.ts'
import { graphStore } from '../graph/graph-store.ts'
import { selectNode, sessionStore } from '../../platform/session/session.ts'
import type { Command } from './command.ts'

/** Where the delegation of the selected Tool leads; the first one where there are several and none is meant. */
function leadsTo(): string | undefined {
  const { tool } = sessionStore.getState().selection
  if (tool === null) return undefined
  const { shown } = graphStore.getState()
  return tool.to ?? shown.edges.find((edge) => edge.from === tool.node && edge.tool === tool.name)?.to
}

function goTo(id: string): void {
  selectNode(id)
  canvasView()?.reveal(id)
}

export const goToTarget: Command = {
  id: 'goToTarget',
  label: 'command.goToTarget',
  group: 'go',
  isEnabled: () => leadsTo() !== undefined,
  run() {
    const id = leadsTo()
    if (id !== undefined) goTo(id)
  },
}

export const goToCaller: Command = {
  id: 'goToCaller',
  label: 'command.goToCaller',
  group: 'go',
  isEnabled: () => sessionStore.getState().selection.tool?.to !== undefined,
  run() {
    const { tool } = sessionStore.getState().selection
    if (tool !== null) goTo(tool.node)
  },
}
