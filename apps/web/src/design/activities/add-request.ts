import type { FileEdit } from '../../document/texts/document.ts'
import { MANIFEST_FILE } from '../../document/texts/files.ts'
import { setAt } from '../../document/texts/json-edit.ts'
import { applyEdits, documentStore } from '../../document/open/document-store.ts'
import { amendPlace } from '../../platform/session/location.ts'

/** A new request: valid, and reaching nothing yet. */
const FIRST_REQUEST = { url: 'https://api.example.com/items/{id}' }

/** The edit that gives an Activity that is a request its place in ensemble.json. */
export function firstRequest(name: string): FileEdit {
  const text = documentStore.getState().files.get(MANIFEST_FILE)?.text ?? '{}'
  return { file: MANIFEST_FILE, text: setAt(text, ['activities', 'http', name], FIRST_REQUEST) }
}

/** An Activity that is a request is made, and shown. */
export const addRequest = (name: string): void => {
  applyEdits('newRequest', [firstRequest(name)])
  amendPlace({ name })
}
