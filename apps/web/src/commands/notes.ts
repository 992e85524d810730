import { sizeOf } from '../canvas/geometry.ts'
import { createSpace } from '../canvas/space.ts'
import { freeNoteId, layoutOf, writeNotes, type Point } from '../document/layout-file.ts'
import { canvasView } from '../stores/canvas-view.ts'
import { applyEdits, documentStore } from '../stores/document.ts'
import { graphStore } from '../stores/graph.ts'
import { editNote } from '../stores/note-editing.ts'
import { selectNode } from '../stores/session.ts'
import { always, type Command } from './command.ts'

const SIZE = { width: 220, height: 120 }

/** The free place that is nearest to `wanted`; there itself where all around is taken. */
function freePlace(wanted: Point): Point {
  const { shown, places, notes } = graphStore.getState()
  const space = createSpace(
    shown.nodes.flatMap((node) => {
      const at = places.get(node.id)
      return at === undefined ? [] : [{ id: node.id, ...at, ...sizeOf(node) }]
    }),
  )
  for (const [id, note] of notes) space.add({ id, ...note })
  for (let ring = 0; ring <= 6; ring += 1)
    for (let turn = 0; turn < (ring === 0 ? 1 : 12); turn += 1) {
      const angle = (turn / 12) * 2 * Math.PI
      const x = Math.round(wanted.x + Math.cos(angle) * ring * 90)
      const y = Math.round(wanted.y + Math.sin(angle) * ring * 90)
      if (space.blocker({ x, y, ...SIZE }) === undefined) return { x, y }
    }
  return { x: Math.round(wanted.x), y: Math.round(wanted.y) }
}

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
    const note = { ...freePlace({ x: x - SIZE.width / 2, y: y - SIZE.height / 2 }), ...SIZE, text: '' }
    applyEdits('new note', [writeNotes(files, new Map([[id, note]]))])
    selectNode(id)
    editNote(id)
  },
}
