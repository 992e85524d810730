import { ideaId } from '../document/files.ts'
import { isNoteId } from '../document/layout-file.ts'
import { selectedIdea, selectedIdeas } from './targets.ts'
import { sessionStore } from '../stores/session.ts'
import { always, type Command } from './command.ts'

/** What Copy is about: all selected Ideas and notes, or the Idea whose Tool is selected. */
export function copiedNodes(): readonly string[] {
  const notes = sessionStore.getState().selection.nodes.filter(isNoteId)
  const several = selectedIdeas().map(ideaId)
  const one = several.length + notes.length === 0 ? selectedIdea() : null
  return [...several, ...notes, ...(one === null ? [] : [ideaId(one)])]
}

const nodes = async () => import('../canvas/clipboard.ts')
const hasSelection = (): boolean => copiedNodes().length > 0

// The browser's own copy, cut and paste events do these where their keys are pressed: they need no permission.
export const copy: Command = {
  id: 'copy',
  label: 'command.copyNodes',
  group: 'edit',
  keys: ['Mod+C'],
  isNative: true,
  isEnabled: hasSelection,
  run: () => void nodes().then(({ copyNodes }) => copyNodes()),
}
export const cut: Command = {
  id: 'cut',
  label: 'command.cut',
  group: 'edit',
  keys: ['Mod+X'],
  isNative: true,
  isEnabled: hasSelection,
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
