import { createStore } from 'zustand/vanilla'
import type { FileRecord } from '../texts/document.ts'

/** The files of the open Run where the workspace says something else by now. */
export interface RecordedFiles {
  /** Texts by file; null where the Run was made from the files as they are. */
  readonly texts: ReadonlyMap<string, string> | null
  /** Whether the graph is drawn from them. */
  readonly isShown: boolean
}

export const recordedStore = createStore<RecordedFiles>(() => ({ texts: null, isShown: false }))

/** The graph is drawn from the files as they are, or again as the open Run was made from them. */
export const showRecorded = (isShown: boolean): void => recordedStore.setState({ isShown })

type Files = ReadonlyMap<string, FileRecord>

const ABSENT = { text: null, saved: null, inForce: null, etag: null, valid: null }
let last: { readonly files: Files; readonly texts: ReadonlyMap<string, string>; readonly all: Files } | null = null

/** The graph's sources: the files, with those of the open Run in their places. Stable for equal inputs. */
export function drawnFiles(files: Files): Files {
  const { texts, isShown } = recordedStore.getState()
  if (texts === null || !isShown) return files
  if (last?.files === files && last.texts === texts) return last.all
  const all = new Map(files)
  for (const [file, text] of texts) all.set(file, { ...ABSENT, ...files.get(file), file, text, valid: text })
  last = { files, texts, all }
  return all
}
