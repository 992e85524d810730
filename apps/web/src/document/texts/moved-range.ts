import type { Splice } from './file-diff.ts'

/** A piece of a text, in UTF-16 units. */
export type Range = readonly [offset: number, length: number]

/** A range after a change away from its edge; null if it is at the edge. */
export function movedRange([start, length]: Range, { offset, removed, inserted }: Splice): Range | null {
  const end = start + length
  const changeEnd = offset + removed.length
  const by = inserted.length - removed.length
  if (end < offset) return [start, length]
  if (start > changeEnd) return [start + by, length]
  return start < offset && changeEnd < end ? [start, length + by] : null
}
