import type { TuneNote } from '../theory/tune.ts'

/** A note or a chord; times in quarters. */
interface Sounding {
  readonly start: number
  readonly duration: number
}

/** A stretch of a bar that is written as one note or rest; times in quarters. */
export interface Cut<N extends Sounding = TuneNote> {
  readonly start: number
  readonly end: number
  readonly note?: N
  /** It sounds on into the next. */
  readonly tied: boolean
  /** It begins here. */
  readonly opens: boolean
}

/** Lengths that one head with dots can have, in quarters, longest first; triplets are left as they are. */
const HEADS = [4, 2, 1, 0.5, 0.25, 0.125].flatMap((length) => [length * 1.5, length])

/** The places inside a stretch where it is cut, because no head is as long as it: a piece off the beat is the shorter one. */
const splitsOf = (start: number, end: number | undefined): readonly number[] => {
  const length = (end ?? start) - start
  if (end === undefined || !Number.isInteger(length * 8) || HEADS.includes(length)) return []
  const most = HEADS.find((head) => head < length)
  if (most === undefined) return []
  const place = start % 1 === 0 ? start + most : end - most
  return [...splitsOf(start, place), place, ...splitsOf(place, end)]
}

/** The bar's notes and rests, cut at chord changes so that each symbol is on time. */
export const cutBar = <N extends Sounding>(
  notes: readonly N[],
  start: number,
  end: number,
  marks: readonly number[],
): readonly Cut<N>[] => {
  const inside = notes.filter((note) => note.start < end - 1e-6 && note.start + note.duration > start + 1e-6)
  const edges = [start, end, ...marks, ...inside.flatMap((note) => [note.start, note.start + note.duration])]
    .filter((edge) => edge >= start - 1e-6 && edge <= end + 1e-6)
    .sort((a, b) => a - b)
    .filter((edge, index, all) => index === 0 || edge - (all[index - 1] ?? 0) > 1e-6)
    .flatMap((edge, index, all) => [edge, ...splitsOf(edge, all[index + 1])])
  return edges.slice(0, -1).map((edge, index) => {
    const until = edges[index + 1] ?? end
    const note = inside.find((item) => item.start <= edge + 1e-6 && item.start + item.duration > edge + 1e-6)
    if (!note) return { start: edge, end: until, tied: false, opens: false }
    return {
      start: edge,
      end: until,
      note,
      tied: note.start + note.duration > until + 1e-6,
      opens: Math.abs(note.start - edge) < 1e-6,
    }
  })
}
