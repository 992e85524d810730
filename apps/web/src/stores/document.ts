import { createStore } from 'zustand/vanilla'
import { EMPTY_DOCUMENT, edit, redo, undo, type Document, type FileEdit } from '../document/document.ts'

export const documentStore = createStore<Document>(() => EMPTY_DOCUMENT)

/** Puts `change` of the document in force. */
export const update = (change: (document: Document) => Document): void => documentStore.setState(change)

/** One gesture of the user: all its edits are one step of undo. A `mark` joins a burst of typing into one. */
export function applyEdits(label: string, edits: readonly FileEdit[], mark?: string): void {
  update((document) => edit(document, edits, { label, at: Date.now(), ...(mark === undefined ? {} : { mark }) }))
}

const takeStep = (step: ReturnType<typeof undo>): string | null => {
  if (!step.ok) return step.file
  documentStore.setState(step.document)
  return null
}

/** Takes back the last step; the file that stands in the way, if one does. */
export const undoStep = (): string | null => takeStep(undo(documentStore.getState()))
export const redoStep = (): string | null => takeStep(redo(documentStore.getState()))
