import type { AlignedSpan } from '@ensemble/core/trace'
import { spanTitle } from '../open/span-title.ts'

/** What a row is called: its span's title, in whichever Run it is. */
export const placeName = ({ left, right, path }: AlignedSpan): string => {
  const span = left ?? right
  return span === undefined ? path : spanTitle(span)
}
