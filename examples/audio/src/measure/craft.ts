import { chordTones, isDominant, isTonic } from '../theory/chord.ts'
import { leapsAnswered, motifRecurrence, share } from '../theory/contours.ts'
import { isStrongBeat } from '../theory/metre.ts'
import { pitchClass } from '../theory/pitch.ts'
import { chordAt, isSung, type Tune, type TuneNote } from '../theory/tune.ts'
import { parallels, voiceChords } from '../theory/voicing.ts'

/** How a tune keeps the rules of the craft; shares from 0 to 1. */
export interface CraftReport {
  /** The share of notes on strong beats that belong to the chord, or move by step to a note that does. */
  readonly strongChordTones: number
  /** Semitones from the lowest to the highest note. */
  readonly range: number
  /** The share of leaps of a fourth and more inside a line with a smaller move back after them. */
  readonly leapsAnswered: number
  /** The share of moves by step or repetition. */
  readonly stepwise: number
  /** The share of four-note contours that are heard more than once. */
  readonly motifRecurrence: number
  /** Where the highest note first sounds, as a share of the tune. */
  readonly climax: number
  /** The share of sung sections that end on a tonic or dominant chord. */
  readonly cadences: number
  readonly endsOnTonic: boolean
  /** Parallel fifths and octaves between neighbouring voicings, per chord change. */
  readonly parallelsPerChange: number
}

export const measureCraft = (tune: Tune): CraftReport => {
  const { notes, key } = tune
  const strong = notes.flatMap((note, index) =>
    isStrongBeat(note.start, tune) ? [{ note, next: notes[index + 1] }] : [],
  )
  const belongs = ({ start, pitch }: TuneNote): boolean => {
    const chord = chordAt(tune, start)?.chord
    return chord !== undefined && chordTones(chord).includes(pitchClass(pitch))
  }
  const fits = strong.filter(
    ({ note, next }) => belongs(note) || (next && Math.abs(next.pitch - note.pitch) <= 2 && belongs(next)),
  )
  const pitches = notes.map((note) => note.pitch)
  const moves = pitches.slice(1).map((pitch, index) => pitch - (pitches[index] ?? pitch))
  const sung = tune.sections.filter(isSung)
  const closed = sung.filter((section) => {
    const chord = chordAt(tune, section.start + section.duration - 0.01)?.chord
    return chord !== undefined && (isTonic(chord, key) || isDominant(chord, key) || chord.root === key.tonic)
  })
  const highest = Math.max(...pitches)
  const peak = notes.find((note) => note.pitch === highest)
  const voicings = voiceChords(tune.chords.map((span) => span.chord))
  const faults = voicings.slice(1).reduce((sum, after, index) => sum + parallels(voicings[index] ?? after, after), 0)
  return {
    strongChordTones: share(fits.length, strong.length),
    range: highest - Math.min(...pitches),
    leapsAnswered: leapsAnswered(moves),
    stepwise: share(moves.filter((move) => Math.abs(move) <= 2).length, moves.length),
    motifRecurrence: motifRecurrence(moves),
    climax: peak === undefined ? 0 : peak.start / tune.duration,
    cadences: share(closed.length, sung.length),
    endsOnTonic: pitchClass(pitches.at(-1) ?? -1) === key.tonic,
    parallelsPerChange: share(faults, voicings.length - 1),
  }
}
