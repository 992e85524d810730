import type { FileDiff } from './file-diff.ts'

/** Excludes anything that ends a string, begins an escape, or is illegal in one. */
const PLAIN = /^[^"\\\u0000-\u001f]*$/
/** A text without line breaks is read whole instead. */
const LONGEST_LINE = 4000

/**
 * Whether a JSON text surely stays JSON after `diff`, which is inside one string. False only means that it must be
 * parsed.
 */
export function keepsJson(before: string, diff: FileDiff): boolean {
  if (diff.type !== 'splice' || !PLAIN.test(diff.inserted) || !PLAIN.test(diff.removed)) return false
  const { offset } = diff
  // A string of JSON never spans lines, so the line alone tells whether the place is in one.
  const start = before.lastIndexOf('\n', offset - 1) + 1
  if (offset - start > LONGEST_LINE) return false
  let isInside = false
  let at = start
  while (at < offset) {
    const character = before[at]
    if (character === '"') isInside = !isInside
    at += character === '\\' ? escapeLength(before, at) : 1
  }
  return isInside && at === offset
}

const escapeLength = (text: string, at: number): number => (text[at + 1] === 'u' ? 6 : 2)
