import { freePlace } from './nodes/free-place.ts'
import { writeNotes } from '../layout/layout-edits.ts'
import { freeNoteId, layoutOf } from '../layout/layout-file.ts'
import { canvasView } from '../graph/canvas-view.ts'
import { applyEdits, documentStore } from '../open/document-store.ts'
import { editNote } from '../graph/note-editing.ts'
import { selectNode } from '../../platform/session/session.ts'
import { always, type Command } from './command.ts'

const SIZE = { width: 220, height: 120 }

/** Sticks an empty note into the middle of what is seen, ready to be written in. */
export const newNote: Command = {
  id: 'newNote',
  label: 'command.newNote',
  group: 'edit',
  keys: ['Shift+N'],
  isEnabled: always,
  run() {
    const { files } = documentStore.getState()
    const { x, y } = canvasView()?.centre() ?? { x: 0, y: 0 }
    const id = freeNoteId(layoutOf(files).notes)
    const note = { ...freePlace({ x: x - SIZE.width / 2, y: y - SIZE.height / 2 }, SIZE, false), ...SIZE, text: '' }
    applyEdits('new note', [writeNotes(files, new Map([[id, note]]))])
    selectNode(id)
    editNote(id)
    // The next free place may lie outside of what is seen.
    requestAnimationFrame(() => canvasView()?.reveal(id))
  },
}
