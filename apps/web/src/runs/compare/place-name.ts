import type { AlignedSpan } from '@ensemble/core/trace'
import { spanTitle } from '../open/span-title.ts'

/** A row's name: its span's title, in either Run. */
export const placeName = ({ left, right, path }: AlignedSpan): string => {
  const span = left ?? right
  return span === undefined ? path : spanTitle(span)
}
