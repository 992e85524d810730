import type { Json } from '@ensemble/core'
import type { JSONPath } from 'jsonc-parser'
import { useStore } from 'zustand'
import { setAt } from '../texts/json-edit.ts'
import type { FileRecord } from '../texts/document.ts'
import { applyEdits, documentStore } from './document-store.ts'

export const useRecord = (file: string): FileRecord | undefined =>
  useStore(documentStore, (document) => document.files.get(file))

/** Changes one value of a file, keeping every other byte; a burst of changes to the same value is one step of undo. */
export function changeAt(file: string, path: JSONPath, value: Json | undefined): void {
  changeText(file, `${file}#${path.join('/')}`, (text) => setAt(text, path, value))
}

/** Changes a file's text; changes of one `mark` that follow at once are one step of undo. */
export function changeText(file: string, mark: string, change: (text: string) => string): void {
  const text = documentStore.getState().files.get(file)?.text
  if (text === null || text === undefined) return
  applyEdits('edit', [{ file, text: change(text) }], { mark })
}
