import { LAYOUT_FILE } from '../document/files.ts'
import { forgetNodes } from '../document/layout-file.ts'
import { canvasView } from '../stores/canvas-view.ts'
import { applyEdits, documentStore } from '../stores/document.ts'
import { relayout } from '../stores/graph.ts'
import type { Command } from './command.ts'

/** Forgets what was placed by hand, so that the automatic layout stands again. */
export const tidy: Command = {
  id: 'tidy',
  label: 'command.tidy',
  group: 'view',
  keys: ['Shift+T'],
  isEnabled: () => true,
  run() {
    const { files } = documentStore.getState()
    if (files.get(LAYOUT_FILE)?.text) applyEdits('tidy', [forgetNodes(files, 'all')])
    relayout()
    requestAnimationFrame(() => canvasView()?.fit())
  },
}
