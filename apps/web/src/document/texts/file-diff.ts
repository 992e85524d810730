/**
 * One file's change as a reversible value, in UTF-16 units. A splice names its expected text, so that it never hits
 * another.
 */
export type FileDiff =
  | {
      readonly type: 'splice'
      readonly file: string
      readonly offset: number
      readonly removed: string
      readonly inserted: string
    }
  | { readonly type: 'create'; readonly file: string; readonly text: string }
  | { readonly type: 'remove'; readonly file: string; readonly text: string }

/** Characters that are compared at once: by the engine, not one by one. */
const STRIDE = 4096

/** The smallest splice from `before` to `after`; null texts are files that do not exist; null when nothing changes. */
export function toFileDiff(file: string, before: string | null, after: string | null): FileDiff | null {
  if (before === after) return null
  if (before === null) return after === null ? null : { type: 'create', file, text: after }
  if (after === null) return { type: 'remove', file, text: before }
  return { type: 'splice', file, ...spliceBetween(before, after) }
}

export interface Splice {
  readonly offset: number
  readonly removed: string
  readonly inserted: string
}

/** Several readers ask about one key, one after the other. */
let last: { readonly before: string; readonly after: string; readonly splice: Splice } | null = null

function spliceBetween(before: string, after: string): Splice {
  if (last?.before === before && last.after === after) return last.splice
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start + STRIDE <= shorter && before.slice(start, start + STRIDE) === after.slice(start, start + STRIDE))
    start += STRIDE
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start += 1
  const most = shorter - start
  let tail = 0
  while (tail + STRIDE <= most && endAt(before, tail) === endAt(after, tail)) tail += STRIDE
  while (tail < most && before.charCodeAt(before.length - 1 - tail) === after.charCodeAt(after.length - 1 - tail))
    tail += 1
  const splice = {
    offset: start,
    removed: before.slice(start, before.length - tail),
    inserted: after.slice(start, after.length - tail),
  }
  last = { before, after, splice }
  return splice
}

/** A stride of text that ends `tail` before its end. */
const endAt = (text: string, tail: number): string => text.slice(text.length - tail - STRIDE, text.length - tail)

/** The change that takes `diff` back. */
export function invertDiff(diff: FileDiff): FileDiff {
  switch (diff.type) {
    case 'splice':
      return { ...diff, removed: diff.inserted, inserted: diff.removed }
    case 'create':
      return { ...diff, type: 'remove' }
    case 'remove':
      return { ...diff, type: 'create' }
  }
}

export type Applied = { readonly ok: true; readonly text: string | null } | { readonly ok: false }

/** `text` after `diff`; not ok where the text is not the one the diff expects. */
export function applyDiff(text: string | null, diff: FileDiff): Applied {
  switch (diff.type) {
    case 'create':
      return text === null ? { ok: true, text: diff.text } : { ok: false }
    case 'remove':
      return text === diff.text ? { ok: true, text: null } : { ok: false }
    case 'splice': {
      if (text === null || !text.startsWith(diff.removed, diff.offset)) return { ok: false }
      return {
        ok: true,
        text: text.slice(0, diff.offset) + diff.inserted + text.slice(diff.offset + diff.removed.length),
      }
    }
  }
}
