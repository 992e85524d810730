import { chordTones, isDominant, isTonic } from '../theory/chord.ts'
import { isStrongBeat } from '../theory/melody-line.ts'
import { pitchClass } from '../theory/pitch.ts'
import { chordAt, materialOf, type Tune } from '../theory/tune.ts'
import { parallels, voiceChords } from '../theory/voicing.ts'

/** How a tune keeps the rules of the craft; shares from 0 to 1. */
export interface CraftReport {
  /** Of the notes on strong beats, those that belong to the chord. */
  readonly strongChordTones: number
  /** Semitones from the lowest to the highest note. */
  readonly range: number
  /** Of the leaps of a fourth and more inside a line, those answered by a smaller move the other way. */
  readonly leapsAnswered: number
  /** Of the moves, those by step or repetition. */
  readonly stepwise: number
  /** Of the four-note contours, those that are heard more than once. */
  readonly motifRecurrence: number
  /** Where the highest note first sounds, as a share of the tune. */
  readonly climax: number
  /** Of the sung sections, those that end on a tonic or dominant chord. */
  readonly cadences: number
  readonly endsOnTonic: boolean
  /** Parallel fifths and octaves between neighbouring voicings, per chord change. */
  readonly parallelsPerChange: number
}

export const measureCraft = (tune: Tune): CraftReport => {
  const { notes, key } = tune
  const strong = notes.filter((note) => isStrongBeat(note.start, tune))
  const fits = strong.filter((note) => {
    const chord = chordAt(tune, note.start)?.chord
    return chord !== undefined && chordTones(chord).includes(pitchClass(note.pitch))
  })
  const pitches = notes.map((note) => note.pitch)
  const moves = pitches.slice(1).map((pitch, index) => pitch - (pitches[index] ?? pitch))
  const sung = tune.sections.filter((section) => !['intro', 'ending'].includes(materialOf(section.name)))
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
    motifRecurrence: recurrence(moves),
    climax: peak === undefined ? 0 : peak.start / tune.duration,
    cadences: share(closed.length, sung.length),
    endsOnTonic: pitchClass(pitches.at(-1) ?? -1) === key.tonic,
    parallelsPerChange: share(faults, voicings.length - 1),
  }
}

const share = (part: number, whole: number): number => (whole === 0 ? 1 : part / whole)

const LEAP = 5
const leapsAnswered = (moves: readonly number[]): number => {
  const leaps = moves.flatMap((move, index) => {
    const next = moves[index + 1]
    return Math.abs(move) >= LEAP && next !== undefined ? [{ move, next }] : []
  })
  const answered = leaps.filter(
    ({ move, next }) => Math.sign(next) === -Math.sign(move) && Math.abs(next) < Math.abs(move),
  )
  return share(answered.length, leaps.length)
}

const CONTOUR = 3
/** Contours are directions and sizes in steps, leaps and repetitions, so that a sequence on another degree is the same contour. */
const recurrence = (moves: readonly number[]): number => {
  const shapes = moves.map((move) =>
    move === 0 ? '0' : `${move > 0 ? '+' : '-'}${Math.abs(move) <= 2 ? 'step' : 'leap'}`,
  )
  const contours = shapes.slice(0, -(CONTOUR - 1)).map((_, index) => shapes.slice(index, index + CONTOUR).join(' '))
  const counts = new Map<string, number>()
  for (const contour of contours) counts.set(contour, (counts.get(contour) ?? 0) + 1)
  return share(contours.filter((contour) => (counts.get(contour) ?? 0) > 1).length, contours.length)
}
