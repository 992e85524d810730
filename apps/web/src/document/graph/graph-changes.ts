import type { Document, FileRecord } from '../texts/document.ts'
import { LAYOUT_FILE } from '../texts/files.ts'

const isInField = (): boolean => globalThis.document?.activeElement?.matches('input, textarea') ?? false

/** Whether the change is a key in a text, in a table of properties, or one more in any other field. */
export const isTyping = (document: Document, before: Document): boolean => {
  const { past } = document.history
  const mark = document.history === before.history ? undefined : past.at(-1)?.mark
  if (mark === undefined) return false
  // Keys in one field are one step of undo: after the first, the history does not grow.
  return past.length === before.history.past.length || isInField() || /#text$|\/?table\//u.test(mark)
}

export type Files = ReadonlyMap<string, FileRecord>

export const layoutTextOf = (files: Files): string | null => files.get(LAYOUT_FILE)?.valid ?? null

/** Whether both hold the same Ideas and Tools, at any places. */
export const sameTexts = (a: Files, b: Files): boolean => {
  const extra = (files: Files): number => (files.has(LAYOUT_FILE) ? 1 : 0)
  if (a.size - extra(a) !== b.size - extra(b)) return false
  for (const [file, record] of a) {
    const other = b.get(file)
    if (record === other || file === LAYOUT_FILE) continue
    if (other === undefined || other.valid !== record.valid || other.text !== record.text) return false
  }
  return true
}

/** Whether the server took unchanged texts: nothing needs a redraw, least of all between two keys. */
export const isOnlySaved = (now: Files, before: Files): boolean =>
  layoutTextOf(now) === layoutTextOf(before) && sameTexts(now, before)
