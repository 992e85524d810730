import { ideaId } from '../document/files.ts'
import { duplicateIdea } from '../document/intents.ts'
import { canvasView } from '../stores/canvas-view.ts'
import { applyEdits, documentStore } from '../stores/document.ts'
import { selectNode } from '../stores/session.ts'
import type { Command } from './command.ts'
import { selectedIdea } from './targets.ts'

export const duplicate: Command = {
  id: 'duplicate',
  label: 'command.duplicate',
  group: 'edit',
  keys: ['Mod+D'],
  isEnabled: () => selectedIdea() !== null,
  run() {
    const idea = selectedIdea()
    if (idea === null) return
    const copy = duplicateIdea(documentStore.getState().files, idea)
    applyEdits('duplicate', [copy.edit])
    selectNode(ideaId(copy.name))
    requestAnimationFrame(() => canvasView()?.reveal(ideaId(copy.name)))
  },
}
