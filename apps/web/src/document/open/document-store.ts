import { createStore } from 'zustand/vanilla'
import { EMPTY_DOCUMENT, edit, redo, undo, type Document, type FileEdit, type Step } from '../texts/document.ts'

export const documentStore = createStore<Document>(() => EMPTY_DOCUMENT)

/** Makes `change` of the document current. */
export const update = (change: (document: Document) => Document): void => documentStore.setState(change)

/** One gesture of the user: all its edits are one step of undo. A `mark` joins a burst of typing into one. */
export function applyEdits(label: string, edits: readonly FileEdit[], mark?: string): void {
  update((document) => edit(document, edits, { label, at: Date.now(), ...(mark === undefined ? {} : { mark }) }))
}

const takeStep = (step: Step): Step => {
  if (step.ok) documentStore.setState(step.document)
  return step
}

/** Takes back the user's last step. */
export const undoStep = (): Step => takeStep(undo(documentStore.getState()))
export const redoStep = (): Step => takeStep(redo(documentStore.getState()))
