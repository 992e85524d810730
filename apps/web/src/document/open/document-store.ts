import { createStore } from 'zustand/vanilla'
import { tabName } from '../../platform/session/tab.ts'
import { EMPTY_DOCUMENT, edit, type Document, type FileEdit } from '../texts/document.ts'
import type { StepAbout, StepLabel } from '../texts/history.ts'

export const documentStore = createStore<Document>(() => EMPTY_DOCUMENT)

/** Makes `change` of the document current. */
export const update = (change: (document: Document) => Document): void => documentStore.setState(change)

interface StepOptions {
  /** Joins a burst of typing into one step. */
  readonly mark?: string | undefined
  readonly about?: StepAbout
}

/** One gesture of the user: all its edits are one step of undo. */
export function applyEdits(label: StepLabel, edits: readonly FileEdit[], { mark, about }: StepOptions = {}): void {
  const options = { ...(mark !== undefined && { mark }), ...(about !== undefined && { about }) }
  update((document) => edit(document, edits, { label, at: Date.now(), tab: tabName(), ...options }))
}
