import { freePlace } from './nodes/free-place.ts'
import { writeNotes } from '../layout/layout-edits.ts'
import { freeNoteId, layoutOf, type Point } from '../layout/layout-file.ts'
import { canvasView } from '../graph/canvas-view.ts'
import { applyEdits, documentStore } from '../open/document-store.ts'
import { editInPlace } from '../graph/in-place.ts'
import { selectNode } from '../../platform/session/session.ts'
import { always, type Command } from './command.ts'
import { handPlace } from './hand.ts'

const SIZE = { width: 220, height: 120 }

/** Sticks a note on the canvas, ready to be written in: where it is asked for, else in the middle of what is seen. */
export function putNote(place?: Point, text = ''): void {
  const { files } = documentStore.getState()
  const { x, y } = canvasView()?.centre() ?? { x: 0, y: 0 }
  const id = freeNoteId(layoutOf(files).notes)
  const at = place ?? freePlace({ x: x - SIZE.width / 2, y: y - SIZE.height / 2 }, SIZE, false)
  applyEdits('newNote', [writeNotes(files, new Map([[id, { ...at, ...SIZE, text }]]))])
  selectNode(id)
  editInPlace(id)
  // The next free place may lie outside of what is seen.
  requestAnimationFrame(() => canvasView()?.reveal(id))
}

/** An empty note in the middle of what is seen. */
export const newNote: Command = {
  id: 'newNote',
  label: 'command.newNote',
  group: 'edit',
  keys: ['Shift+N'],
  isEnabled: always,
  run: () => putNote(handPlace()?.place),
}
