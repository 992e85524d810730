import { ideaId } from '../texts/files.ts'
import { addToolCopy, duplicateIdea, findTool } from '../edits/intents.ts'
import { withRoom } from './nodes/make-room.ts'
import { freePlace } from './nodes/free-place.ts'
import { sizeOf } from '../layout/geometry.ts'
import { isGroupId } from '../layout/group-tree.ts'
import { placeNodes } from '../layout/layout-edits.ts'
import { isNoteId } from '../layout/layout-file.ts'
import { canvasView } from '../graph/canvas-view.ts'
import { applyEdits, documentStore } from '../open/document-store.ts'
import { graphStore } from '../graph/graph-store.ts'
import { selectNode, selectTool } from '../../platform/session/session.ts'
import type { Command } from './command.ts'
import { canCopy, copiedNodes, selectedIdea, selectedTool } from './targets.ts'

/** Between an Idea and its copy, in canvas units. */
const BELOW = 40

/** Several nodes at once keep their delegations among themselves. */
async function duplicateNodes(nodes: readonly string[]): Promise<void> {
  const [{ clipOf }, { freeOffset }, { copyNodesBy }] = await Promise.all([
    import('../edits/clip.ts'),
    import('./nodes/clip-place.ts'),
    import('./nodes/copy-nodes.ts'),
  ])
  const clip = clipOf(documentStore.getState().files, nodes, graphStore.getState().places)
  const copies = copyNodesBy(nodes, freeOffset(clip, { x: 40, y: 40 }))
  canvasView()?.reveal(copies)
}

/** A Tool that is selected is copied within its Idea; false where none is. */
function duplicateTool(): boolean {
  const selected = selectedTool()
  const { files } = documentStore.getState()
  const place = selected === null ? undefined : findTool(files, selected.idea, selected.tool)
  if (selected === null || place === undefined) return false
  const { edit, tool } = addToolCopy(files, selected.idea, place.name, place.schema)
  applyEdits('duplicate', withRoom(edit, selected.idea), { about: { nodes: [ideaId(selected.idea)], tool } })
  selectTool(ideaId(selected.idea), tool)
  return true
}

export const duplicate: Command = {
  id: 'duplicate',
  label: 'command.duplicate',
  group: 'edit',
  keys: ['Mod+D'],
  isOfCanvas: true,
  isEnabled: canCopy,
  run() {
    if (duplicateTool()) return
    const nodes = copiedNodes()
    if (nodes.length > 1 || nodes.some((id) => isNoteId(id) || isGroupId(id))) {
      void duplicateNodes(nodes)
      return
    }
    const idea = selectedIdea()
    if (idea === null) return
    const { files } = documentStore.getState()
    const copy = duplicateIdea(files, idea)
    const { graph, places } = graphStore.getState()
    const node = graph.nodes.find(({ id }) => id === ideaId(idea))
    const at = places.get(ideaId(idea))
    const edits = [copy.edit]
    if (node !== undefined && at !== undefined) {
      const size = sizeOf(node)
      const place = { ...freePlace({ x: at.x, y: at.y + size.height + BELOW }, size), isAuto: true } as const
      edits.push(placeNodes(files, new Map([[ideaId(copy.name), place]]), places))
    }
    applyEdits('duplicate', edits, { about: { nodes: [ideaId(copy.name)] } })
    selectNode(ideaId(copy.name))
    requestAnimationFrame(() => canvasView()?.reveal(ideaId(copy.name)))
  },
}
