import { ideaId } from '../document/files.ts'
import { isNoteId } from '../document/layout-file.ts'
import { selectedIdeas, selectedTool } from './targets.ts'
import { sessionStore } from '../stores/session.ts'
import { always, type Command } from './command.ts'

/** What Copy is about where no Tool is selected: all selected Ideas and notes. */
export function copiedNodes(): readonly string[] {
  const notes = sessionStore.getState().selection.nodes.filter(isNoteId)
  return [...selectedIdeas().map(ideaId), ...notes]
}

const nodes = async () => import('../canvas/clipboard.ts')
export const hasCopied = (): boolean => selectedTool() !== null || copiedNodes().length > 0

// The browser's own copy, cut and paste events do these where their keys are pressed: they need no permission.
export const copy: Command = {
  id: 'copy',
  label: 'command.copyNodes',
  group: 'edit',
  keys: ['Mod+C'],
  isNative: true,
  isEnabled: hasCopied,
  run: () => void nodes().then(({ copyNodes }) => copyNodes()),
}
export const cut: Command = {
  id: 'cut',
  label: 'command.cut',
  group: 'edit',
  keys: ['Mod+X'],
  isNative: true,
  isEnabled: hasCopied,
  run: () => void nodes().then(({ cutNodes }) => cutNodes()),
}
export const paste: Command = {
  id: 'paste',
  label: 'command.paste',
  group: 'edit',
  keys: ['Mod+V'],
  isNative: true,
  isEnabled: always,
  run: () => void nodes().then(({ pasteNodes }) => pasteNodes()),
}
