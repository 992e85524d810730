import { canvasView } from '../graph/canvas-view.ts'
import { always, type Command } from './command.ts'

export const zoomIn: Command = {
  id: 'zoomIn',
  label: 'command.zoomIn',
  group: 'view',
  keys: ['+', '='],
  isEnabled: always,
  run: () => canvasView()?.zoomIn(),
}
export const zoomOut: Command = {
  id: 'zoomOut',
  label: 'command.zoomOut',
  group: 'view',
  keys: ['-'],
  isEnabled: always,
  run: () => canvasView()?.zoomOut(),
}
