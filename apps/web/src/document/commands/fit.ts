import { canvasView } from '../graph/canvas-view.ts'
import { always, type Command } from './command.ts'

export const fit: Command = {
  id: 'fit',
  label: 'command.fit',
  group: 'view',
  keys: ['F'],
  isEnabled: always,
  run: () => canvasView()?.fit(),
}
