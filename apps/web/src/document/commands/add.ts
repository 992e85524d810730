import { ADD_HANDLE, rowY, sizeOf } from '../layout/geometry.ts'
import { ideaId } from '../texts/files.ts'
import { canvasView } from '../graph/canvas-view.ts'
import { graphStore } from '../graph/graph-store.ts'
import { openDialog, type AddRequest } from '../../platform/session/session.ts'
import { always, type Command } from './command.ts'
import { handPlace } from './hand.ts'
import { selectedIdea } from './targets.ts'

/** Where the picker opens for an Idea that is selected: at its "+ tool". */
function besideIdea(idea: string): AddRequest | null {
  const { graph, places } = graphStore.getState()
  const node = graph.nodes.find(({ id }) => id === ideaId(idea))
  const at = node === undefined ? undefined : places.get(node.id)
  const view = canvasView()
  if (node === undefined || at === undefined || view === null) return null
  const port = { x: at.x + sizeOf(node).width, y: at.y + rowY(node.tools.length) }
  return { at: view.toWindow(port), from: { node: node.id, handle: ADD_HANDLE } }
}

/** Where the hand is, else in the middle of what is seen. */
function onCanvas(): AddRequest {
  const hand = handPlace()
  if (hand !== null) return hand
  const view = canvasView()
  return { at: view?.toWindow(view.centre()) ?? { x: innerWidth / 2, y: innerHeight / 3 } }
}

/** Opens the picker for an Idea that gets a Tool, at `at` where the hand is there. */
export function addToIdea(idea: string, at?: AddRequest['at']): void {
  const request = besideIdea(idea) ?? { ...onCanvas(), from: { node: ideaId(idea), handle: ADD_HANDLE } }
  openDialog({ type: 'add', ...request, ...(at !== undefined && { at }) })
}

/** Adds to the selected Idea, else to the canvas. */
export const add: Command = {
  id: 'add',
  label: 'command.add',
  group: 'edit',
  keys: ['/', 'T', 'C'],
  isOfCanvas: true,
  isEnabled: always,
  run() {
    const idea = selectedIdea()
    if (idea === null) openDialog({ type: 'add', ...onCanvas() })
    else addToIdea(idea)
  },
}

/** Adds to the canvas, whatever is selected. */
export const newIdea: Command = {
  id: 'newIdea',
  label: 'command.newIdea',
  group: 'edit',
  keys: ['N'],
  isEnabled: always,
  run: () => openDialog({ type: 'add', ...onCanvas() }),
}
