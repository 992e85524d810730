import { always, type Command } from './command.ts'
import { canCopy } from './targets.ts'

/** Their code loads on first use. */
const nodes = async () => import('./nodes/clipboard.ts')

// The browser's own copy, cut and paste events do these where their keys are pressed: they need no permission.
export const copy: Command = {
  id: 'copy',
  label: 'command.copyNodes',
  group: 'edit',
  keys: ['Mod+C'],
  isNative: true,
  isEnabled: canCopy,
  run: () => void nodes().then(({ copyNodes }) => copyNodes()),
}
export const cut: Command = {
  id: 'cut',
  label: 'command.cut',
  group: 'edit',
  keys: ['Mod+X'],
  isNative: true,
  isEnabled: canCopy,
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
