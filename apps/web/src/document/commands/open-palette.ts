import { openDialog } from '../../platform/session/session.ts'
import { letterOf } from './letter.ts'
import { always, type Command } from './command.ts'

type Keys = Parameters<typeof letterOf>[0] & Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Whether a press opens one of these lists: they open from every field and from dialogs, which they replace. */
export const opensList = (event: Keys): boolean =>
  (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && /^[kp]$/i.test(letterOf(event))

export const openPalette: Command = {
  id: 'palette',
  label: 'command.palette',
  group: 'help',
  keys: ['Mod+K'],
  isEnabled: always,
  run: () => openDialog({ type: 'palette', find: false }),
}
export const findNode: Command = {
  id: 'find',
  label: 'command.find',
  group: 'go',
  keys: ['Mod+P'],
  isEnabled: always,
  run: () => openDialog({ type: 'palette', find: true }),
}
