import { canvasView } from '../../document/graph/canvas-view.ts'
import { graphStore } from '../../document/graph/graph-store.ts'
import { ideaId } from '../../document/texts/files.ts'
import { selectNode, selectTool } from '../../platform/session/session.ts'
import type { Command } from '../../document/commands/command.ts'
import { runStore } from '../open/run-view.ts'

/** The node of the selected span, and its Tool where it is a Call. */
function nodeOfSpan(): { readonly node: string; readonly tool: string | undefined } | null {
  const { log, selectedSpan } = runStore.getState()
  const span = selectedSpan === null ? undefined : log?.spans.byId.get(selectedSpan)?.latest
  const node =
    span === undefined ? undefined : graphStore.getState().graph.nodes.find(({ id }) => id === ideaId(span.idea))
  if (node === undefined) return null
  return { node: node.id, tool: node.tools.find(({ name }) => name === span?.tool)?.name }
}

/** Leads from the selected span to who did it. */
export const showOnCanvas: Command = {
  id: 'showOnCanvas',
  label: 'command.showOnCanvas',
  group: 'go',
  isEnabled: () => nodeOfSpan() !== null,
  run() {
    const found = nodeOfSpan()
    if (found === null) return
    if (found.tool === undefined) selectNode(found.node)
    else selectTool(found.node, found.tool)
    canvasView()?.reveal(found.node)
  },
}
