import { chordTones } from '../theory/chord.ts'
import { share } from '../theory/contours.ts'
import { barQuarters, isCompound, isStrongBeat } from '../theory/metre.ts'
import { pitchClass } from '../theory/pitch.ts'
import { chordAt, isSung, type Tune, type TuneNote } from '../theory/tune.ts'

/** How the melody of a tune moves in time; shares from 0 to 1. */
export interface RhythmReport {
  /** Different rhythms among the first sixteen sung bars. */
  readonly distinctBars: number
  /** The share of sung time without a note. */
  readonly rests: number
  /** The share of notes that start off the beat and leave the next beat without a start. */
  readonly syncopated: number
  /** The share of notes on strong beats outside their chord. */
  readonly accented: number
  /** The share of those that move by step to a tone of the chord. */
  readonly resolved: number
  /** Share of notes by place in the bar and length, both in quarters. */
  readonly histogram: ReadonlyMap<string, number>
}

const BARS = 16
const EPSILON = 1e-6

/** Measures the sung sections of a tune. */
export const measureRhythm = (tune: Tune): RhythmReport => {
  const bar = barQuarters(tune.metre)
  const sung = tune.sections.filter(isSung)
  const notes = tune.notes
  const bars = sung
    .flatMap(({ start, duration }) =>
      Array.from({ length: Math.round(duration / bar) }, (_, index) => start + index * bar),
    )
    .slice(0, BARS)
  const length = sung.reduce((sum, { duration }) => sum + duration, 0)
  const sounding = sung.reduce(
    (sum, { start, duration }) =>
      sum + notes.reduce((inside, note) => inside + overlap(note, start, start + duration), 0),
    0,
  )
  const strong = notes.flatMap((note, index) => (isStrongBeat(note.start, tune) ? [{ note, index }] : []))
  const accented = strong.filter(({ note }) => !belongs(tune, note, note.start))
  const resolved = accented.filter(({ note, index }) => {
    const next = notes[index + 1]
    return next !== undefined && Math.abs(next.pitch - note.pitch) <= 2 && belongs(tune, next, next.start)
  })
  return {
    distinctBars: new Set(bars.map((start) => rhythmOf(notes, start, bar))).size,
    rests: 1 - share(sounding, length),
    syncopated: share(notes.filter((note, index) => isSyncopated(tune, note, notes[index + 1])).length, notes.length),
    accented: share(accented.length, strong.length),
    resolved: share(resolved.length, accented.length),
    histogram: histogramOf(notes, bar),
  }
}

/** Half the sum of differences: 0 for equal rhythms, 1 for rhythms that share nothing. */
export const rhythmDistance = (one: ReadonlyMap<string, number>, other: ReadonlyMap<string, number>): number =>
  [...new Set([...one.keys(), ...other.keys()])].reduce(
    (sum, key) => sum + Math.abs((one.get(key) ?? 0) - (other.get(key) ?? 0)) / 2,
    0,
  )

const overlap = ({ start, duration }: TuneNote, from: number, to: number): number =>
  Math.max(0, Math.min(to, start + duration) - Math.max(from, start))

const belongs = (tune: Tune, { pitch }: TuneNote, time: number): boolean => {
  const chord = chordAt(tune, time)?.chord
  return chord === undefined || chordTones(chord).includes(pitchClass(pitch))
}

const rhythmOf = (notes: readonly TuneNote[], start: number, bar: number): string =>
  notes
    .filter((note) => overlap(note, start, start + bar) > EPSILON)
    .map((note) => `${(note.start - start).toFixed(3)}+${note.duration.toFixed(3)}`)
    .join(' ')

const isSyncopated = (tune: Tune, { start }: TuneNote, following: TuneNote | undefined): boolean => {
  const beat = isCompound(tune.metre) ? 1.5 : 1
  const next = Math.ceil(start / beat - EPSILON) * beat
  return next - start > EPSILON && (following === undefined || following.start > next + EPSILON)
}

const histogramOf = (notes: readonly TuneNote[], bar: number): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const { start, duration } of notes) {
    const key = `${(start % bar).toFixed(2)}+${duration.toFixed(2)}`
    counts.set(key, (counts.get(key) ?? 0) + 1 / notes.length)
  }
  return counts
}
