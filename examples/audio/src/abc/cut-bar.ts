import type { Tune, TuneNote } from '../theory/tune.ts'

/** A stretch of a bar that is written as one note or rest; times in quarters. */
export interface Cut {
  readonly start: number
  readonly end: number
  readonly note?: TuneNote
  /** It sounds on into the next. */
  readonly tied: boolean
  /** It begins here. */
  readonly opens: boolean
}

/** The bar's notes and rests, cut at chord changes so that each symbol is on time. */
export const cutBar = (tune: Tune, start: number, end: number, marks: readonly number[]): readonly Cut[] => {
  const inside = tune.notes.filter((note) => note.start < end - 1e-6 && note.start + note.duration > start + 1e-6)
  const edges = [start, end, ...marks, ...inside.flatMap((note) => [note.start, note.start + note.duration])]
    .filter((edge) => edge >= start - 1e-6 && edge <= end + 1e-6)
    .sort((a, b) => a - b)
    .filter((edge, index, all) => index === 0 || edge - (all[index - 1] ?? 0) > 1e-6)
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
