import { isObject } from '@ensemble/core'
import { isDirty, edit, type Document } from '../texts/document.ts'
import { receive } from '../texts/receive.ts'

/** The slice of Storage that is needed, so that tests bring their own. */
export type TextStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

interface Kept {
  readonly text: string | null
  /** The file's text meanwhile. */
  readonly saved: string | null
}

const readKept = (storage: TextStorage, key: string): Readonly<Record<string, unknown>> => {
  try {
    const stored: unknown = JSON.parse(storage.getItem(key) ?? 'null')
    return isObject(stored) ? stored : {}
  } catch {
    return {}
  }
}

/**
 * Writes down everything unsaved, so that a reload or a crash loses nothing. `own`: the files of this page; others'
 * stay.
 */
export function keepEdits(storage: TextStorage, key: string, document: Document, own: Set<string>): void {
  const kept = Object.fromEntries(Object.entries(readKept(storage, key)).filter(([file]) => !own.has(file)))
  own.clear()
  for (const record of document.files.values())
    if (isDirty(record)) {
      const edit: Kept = { text: record.text, saved: record.inForce }
      kept[record.file] = edit
      own.add(record.file)
    }
  if (Object.keys(kept).length === 0) storage.removeItem(key)
  else storage.setItem(key, JSON.stringify(kept))
}

const isTextOrNull = (value: unknown): value is string | null => value === null || typeof value === 'string'

/** The server's `document` with the stored edits. A file that changed since becomes a conflict. Adds them to `own`. */
export function restoreEdits(
  storage: TextStorage,
  key: string,
  document: Document,
  at: number,
  own: Set<string>,
): Document {
  let restored = document
  for (const [file, kept] of Object.entries(readKept(storage, key))) {
    own.add(file)
    if (!isObject(kept) || !isTextOrNull(kept.text) || !isTextOrNull(kept.saved)) continue
    const now = document.files.get(file)
    if ((now?.text ?? null) === kept.text) continue
    const theirs = { text: now?.saved ?? null, etag: now?.etag ?? null }
    if (theirs.text === kept.saved) {
      restored = edit(restored, [{ file, text: kept.text }], { label: 'restore', at })
      continue
    }
    const base = receive({ ...restored, files: new Map(restored.files).set(file, blank(file)) }, file, kept.saved, null)
    const mine = edit(base, [{ file, text: kept.text }], { label: 'restore', at })
    restored = receive(mine, file, theirs.text, theirs.etag)
  }
  return restored
}

const blank = (file: string) => ({ file, text: null, saved: null, inForce: null, etag: null, valid: null })
