import { sessionStore } from '../../platform/session/session.ts'
import { always, type Command } from './command.ts'

/** A drag on empty canvas moves the view, or selects what it goes around; Space and the middle button always move it. */
export const toggleDragging: Command = {
  id: 'dragging',
  label: 'command.dragging',
  group: 'view',
  keys: ['H'],
  isEnabled: always,
  run: () => sessionStore.setState(({ dragging }) => ({ dragging: dragging === 'pan' ? 'select' : 'pan' })),
}
