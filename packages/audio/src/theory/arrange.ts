import { createRandom, type Random } from '../random.ts'
import { chordTones, type Chord } from './chord.ts'
import { counterNotes } from './counter.ts'
import { drumNotes } from './drum-patterns.ts'
import { pitchClass } from './pitch.ts'
import type { PartName, PlayedNote } from './parts.ts'
import { barQuarters } from './style.ts'
import { energyOf, materialOf, quartersToSeconds, type Tune, type TuneSection } from './tune.ts'
import { voiceChords } from './voicing.ts'

/** A note in quarters, before tempo and a player's hand are applied. */
export interface ScoredNote {
  readonly start: number
  readonly duration: number
  readonly pitch: number
  /** 0 to 1. */
  readonly force: number
}

/**
 * What one player plays of a score: the lead sings the melody, the others follow from its chords, metre, genre and sections, thinner in
 * quiet sections and fuller in loud ones. Timing and force are humanised from the seed; the same score and seed give the same notes.
 */
export const arrangePart = (tune: Tune, part: PartName, seed: string | number): readonly PlayedNote[] => {
  const random = createRandom('arrange', part, seed, tune.title)
  const notes = scoredNotes(tune, part, random)
  return humanise(notes, tune, part, random)
}

export const scoredNotes = (tune: Tune, part: PartName, random: Random): readonly ScoredNote[] => {
  switch (part) {
    case 'lead':
      return leadNotes(tune)
    case 'counter':
      return counterNotes(tune)
    case 'chords':
      return chordNotes(tune)
    case 'pad':
      // The second voice of the full sections is the pad's highest.
      return [...padNotes(tune), ...counterNotes(tune)]
    case 'bass':
      return bassNotes(tune)
    case 'drums':
      return drumNotes(tune, random)
  }
}

export const sectionIndexAt = (tune: Tune, time: number): number =>
  Math.max(
    0,
    tune.sections.findIndex(
      (section) => time >= section.start - 1e-6 && time < section.start + section.duration - 1e-6,
    ),
  )
export const energyAt = (tune: Tune, time: number): number => energyOf(tune.sections, sectionIndexAt(tune, time))
export const materialAt = (tune: Tune, time: number): ReturnType<typeof materialOf> =>
  materialOf(tune.sections[sectionIndexAt(tune, time)]?.name ?? 'A')

const leadNotes = (tune: Tune): readonly ScoredNote[] =>
  tune.notes.map((note, index) => {
    const next = tune.notes[index + 1]
    const isLegato = next !== undefined && next.start - (note.start + note.duration) < 0.1
    const bar = barQuarters(tune.metre)
    const onBeat = Math.abs(note.start % bar) < 1e-6
    return {
      start: note.start,
      duration: note.duration * (isLegato ? 0.97 : 0.92),
      pitch: note.pitch,
      force: 0.58 + 0.2 * energyAt(tune, note.start) + (onBeat ? 0.06 : 0) + (note.pitch - 67) * 0.006,
    }
  })

/** Chord changes cut at section ends, so that a section's first chord is always struck. */
const changes = (
  tune: Tune,
): readonly { start: number; duration: number; chord: Chord; voicing: readonly number[] }[] => {
  const voicings = voiceChords(tune.chords.map((span) => span.chord))
  return tune.chords.map((span, index) => ({ ...span, voicing: voicings[index] ?? [] }))
}

const BROKEN_FOUR = [0, 1, 2, 1, 3, 1, 2, 1]
const BROKEN_SIX = [0, 1, 2, 3, 2, 1]

const chordNotes = (tune: Tune): readonly ScoredNote[] =>
  changes(tune).flatMap(({ start, duration, voicing }) => {
    const energy = energyAt(tune, start)
    const force = 0.36 + 0.22 * energy
    const isEnding = materialAt(tune, start) === 'ending'
    if (isEnding) return rolled(start, duration, voicing, force)
    switch (tune.genre) {
      case 'waltz':
        return oomPah(tune, start, duration, voicing, force)
      case 'jazz':
      case 'bossa':
        return comped(tune, start, duration, voicing, force)
      case 'march':
      case 'dance':
        return offbeats(start, duration, voicing, force)
      case 'pop':
      case 'jingle':
        return energy > 0.7 ? pulsed(start, duration, voicing, force) : broken(tune, start, duration, voicing, force)
      default:
        return broken(tune, start, duration, voicing, force)
    }
  })

const rolled = (start: number, duration: number, voicing: readonly number[], force: number): readonly ScoredNote[] =>
  voicing.map((pitch, index) => ({ start: start + index * 0.06, duration: duration - index * 0.06, pitch, force }))

const broken = (
  tune: Tune,
  start: number,
  duration: number,
  voicing: readonly number[],
  force: number,
): readonly ScoredNote[] => {
  const isCompound = tune.metre.unit === 8 || tune.metre.beats === 3
  const order = isCompound ? BROKEN_SIX : BROKEN_FOUR
  const ladder = [...voicing, (voicing[0] ?? 60) + 12]
  const count = Math.round(duration / 0.5)
  return Array.from({ length: count }, (_, index) => ({
    start: start + index * 0.5,
    duration: Math.min(duration - index * 0.5, index % 2 === 0 ? 1.4 : 0.9),
    pitch: ladder[order[index % order.length] ?? 0] ?? 60,
    force: force + (index === 0 ? 0.1 : index % 4 === 0 ? 0.04 : -0.04),
  }))
}

const oomPah = (
  tune: Tune,
  start: number,
  duration: number,
  voicing: readonly number[],
  force: number,
): readonly ScoredNote[] =>
  Array.from({ length: Math.round(duration) }, (_, beat) => beat)
    .filter((beat) => (start + beat) % barQuarters(tune.metre) > 0.5)
    .flatMap((beat) => voicing.map((pitch) => ({ start: start + beat, duration: 0.7, pitch, force: force - 0.02 })))

const COMP = [0, 1.5, 2.5]
const comped = (
  tune: Tune,
  start: number,
  duration: number,
  voicing: readonly number[],
  force: number,
): readonly ScoredNote[] =>
  COMP.filter((place) => place < duration).flatMap((place) =>
    voicing.map((pitch) => ({
      start: start + place,
      duration: tune.genre === 'jazz' ? 0.45 : 0.8,
      pitch,
      force: force + (place === 0 ? 0.04 : 0),
    })),
  )

const offbeats = (start: number, duration: number, voicing: readonly number[], force: number): readonly ScoredNote[] =>
  Array.from({ length: Math.round(duration) }, (_, beat) => start + beat + 0.5).flatMap((time) =>
    voicing.map((pitch) => ({ start: time, duration: 0.35, pitch, force })),
  )

const pulsed = (start: number, duration: number, voicing: readonly number[], force: number): readonly ScoredNote[] =>
  Array.from({ length: Math.round(duration) }, (_, beat) => start + beat).flatMap((time, beat) =>
    voicing.map((pitch) => ({ start: time, duration: 0.85, pitch, force: force + (beat % 4 === 0 ? 0.06 : -0.02) })),
  )

/** Long tones under everything from the second section on; the voices of the chords an octave apart stay in the middle. */
const padNotes = (tune: Tune): readonly ScoredNote[] =>
  changes(tune)
    .filter(({ start }) => sectionIndexAt(tune, start) >= 1)
    .flatMap(({ start, duration, voicing }) =>
      voicing.map((pitch) => ({
        start,
        duration: padLength(tune, start, duration),
        pitch,
        force: 0.34 + 0.3 * energyAt(tune, start),
      })),
    )

/** Tones overlap a little; the last ones leave the end to what still rings. */
const padLength = (tune: Tune, start: number, duration: number): number =>
  materialAt(tune, start) === 'ending' ? duration * 0.45 : duration + 0.15

const BASS_LOW = 33
const bassPitch = (pitch: number): number => BASS_LOW + pitchClass(pitch - BASS_LOW)

const bassNotes = (tune: Tune): readonly ScoredNote[] => {
  const spans = changes(tune)
  return spans.flatMap(({ start, duration, chord }, index) => {
    if (materialAt(tune, start) === 'intro' && start < barQuarters(tune.metre)) return []
    const energy = energyAt(tune, start)
    const root = bassPitch(chord.bass ?? chord.root)
    const fifth = fifthBelowOrAbove(root, chord)
    const force = 0.55 + 0.2 * energy
    const whole = [{ start, duration: duration * 0.96, pitch: root, force }]
    if (materialAt(tune, start) === 'ending' || duration < 2) return whole
    if (tune.genre === 'waltz' || tune.metre.beats === 3) {
      return Array.from({ length: Math.max(1, Math.round(duration / 3)) }, (_, bar) => ({
        start: start + bar * 3,
        duration: 1.9,
        pitch: bar % 2 === 0 ? root : fifth,
        force,
      }))
    }
    if (tune.genre === 'jazz') return walking(start, duration, chord, spans[index + 1]?.chord, root, force)
    if (energy < 0.5 && ['ballad', 'lullaby', 'ambient'].includes(tune.genre)) return whole
    const half = duration / 2
    return [
      { start, duration: half * 0.72, pitch: root, force },
      { start: start + half * 0.75, duration: half * 0.22, pitch: root, force: force - 0.14 },
      { start: start + half, duration: half * 0.95, pitch: energy > 0.6 ? fifth : root, force: force - 0.05 },
    ]
  })
}

const fifthBelowOrAbove = (root: number, chord: Chord): number => {
  const fifth = chordTones(chord)[2] ?? pitchClass(root + 7)
  const above = root + pitchClass(fifth - root)
  return above - 12 >= BASS_LOW - 5 ? above - 12 : above
}

/** Four steps to the next root: root, third, fifth, and the note a step from where it goes. */
const walking = (
  start: number,
  duration: number,
  chord: Chord,
  next: Chord | undefined,
  root: number,
  force: number,
): readonly ScoredNote[] => {
  const tones = chordTones(chord)
  const target = bassPitch(next?.root ?? chord.root)
  const line = [
    root,
    root + pitchClass((tones[1] ?? 0) - root),
    root + pitchClass((tones[2] ?? 0) - root),
    target > root + 3 ? target - 1 : target + 1,
  ]
  return Array.from({ length: Math.round(duration) }, (_, beat) => ({
    start: start + beat,
    duration: 0.9,
    pitch: line[beat % 4] ?? root,
    force: force - (beat % 2) * 0.06,
  }))
}

/** How far a player strays: seconds of timing, share of force. */
const LOOSENESS: Readonly<Record<PartName, readonly [timing: number, force: number]>> = {
  lead: [0.009, 0.05],
  counter: [0.01, 0.05],
  chords: [0.007, 0.06],
  pad: [0.012, 0.03],
  bass: [0.005, 0.04],
  drums: [0.004, 0.07],
}

const humanise = (notes: readonly ScoredNote[], tune: Tune, part: PartName, random: Random): readonly PlayedNote[] => {
  const [timing, strength] = LOOSENESS[part]
  const swing = tune.genre === 'jazz' ? 0.16 : 0
  return notes
    .map((note) => {
      const isOffbeat = Math.abs((note.start % 1) - 0.5) < 1e-6
      const start = quartersToSeconds(note.start + (isOffbeat ? swing : 0), tune.tempo) + random.normal() * timing * 0.6
      return {
        start: Math.max(0, start),
        duration: Math.max(0.05, quartersToSeconds(note.duration, tune.tempo)),
        pitch: note.pitch,
        velocity: Math.round(Math.min(1, Math.max(0.08, note.force * (1 + random.normal() * strength))) * 127),
      }
    })
    .sort((a, b) => a.start - b.start || a.pitch - b.pitch)
}

/** Sections with their times in seconds, for what follows the form without playing notes. */
export const sectionSeconds = (
  tune: Tune,
): readonly { readonly section: TuneSection; readonly start: number; readonly energy: number }[] =>
  tune.sections.map((section, index) => ({
    section,
    start: quartersToSeconds(section.start, tune.tempo),
    energy: energyOf(tune.sections, index),
  }))
