import { DRUM_KEYS, type DrumName } from '../bank/drum-keys.ts'
import { MIDI_PROGRAMS } from '../midi/midi-programs.ts'
import { latenessAt } from '../theory/arrange.ts'
import { INSTRUMENT_NAMES, type InstrumentName } from '../theory/instrument-words.ts'
import { PART_NAMES, type PartName, type PlayedNote } from '../theory/parts.ts'
import type { Tune } from '../theory/tune.ts'

/** A player's notes, as the player's MIDI file has them. */
export interface PlayedPart {
  readonly part: string
  readonly instrument?: string
  readonly notes: readonly PlayedNote[]
}

/** A note or a chord as it is written; times in quarters. */
export interface Written {
  readonly start: number
  readonly duration: number
  /** From the lowest up. */
  readonly pitches: readonly number[]
  readonly syllable?: string
}

/** One part of the score. */
export interface ScorePart {
  readonly id: string
  readonly name: string
  /** General MIDI program, from 0. */
  readonly program: number
  readonly clef: 'treble' | 'bass' | 'percussion'
  readonly notes: readonly Written[]
}

/** Sixteenths of a whole: players other than the lead have no shorter notes. */
const GRID = 0.25

/** All parts of a song: the melody as the tune has it, the others as they were played, without swing and looseness. */
export const scoreParts = (tune: Tune, played: readonly PlayedPart[]): readonly ScorePart[] => {
  const lead = played.find(({ part }) => part === 'lead')
  const melody = tune.notes.map(({ pitch, ...note }) => ({ ...note, pitches: [pitch] }))
  const others = played.filter(({ part, notes }) => part !== 'lead' && notes.length > 0)
  return [
    toPart('P1', 'Lead', lead?.instrument, melody),
    ...others.map(({ part, instrument, notes }, index) =>
      toPart(`P${index + 2}`, part, instrument, writtenNotes(tune, part, notes)),
    ),
  ]
}

const toPart = (id: string, part: string, instrument: string | undefined, notes: readonly Written[]): ScorePart => {
  const known = INSTRUMENT_NAMES.find((name) => name === instrument)
  const isKit = known === 'drum-kit' || part === 'drums'
  return {
    id,
    name: titled(isKit ? 'drums' : (known ?? part)),
    program: MIDI_PROGRAMS[known ?? ('felt-piano' satisfies InstrumentName)],
    clef: isKit ? 'percussion' : meanPitch(notes) < BASS_CLEF ? 'bass' : 'treble',
    notes,
  }
}
const BASS_CLEF = 57
const titled = (name: string): string => (name[0] ?? '').toUpperCase() + name.slice(1).replaceAll('-', ' ')
const meanPitch = (notes: readonly Written[]): number => {
  const pitches = notes.flatMap((note) => note.pitches)
  return pitches.length === 0 ? 60 : pitches.reduce((sum, pitch) => sum + pitch, 0) / pitches.length
}

/** Gathers what sounds together into chords; each lasts until the next one, as pianists write what the pedal holds. */
const writtenNotes = (tune: Tune, part: string, notes: readonly PlayedNote[]): readonly Written[] => {
  const name = PART_NAMES.find((each) => each === part) ?? 'chords'
  const chords = new Map<number, { end: number; pitches: Set<number> }>()
  for (const { start, duration, pitch } of notes) {
    const from = writtenStart(tune, name, (start * tune.tempo) / 60)
    if (from >= tune.duration) continue
    const until = Math.max(from + GRID, Math.round(((start + duration) * tune.tempo) / 60 / GRID) * GRID)
    const chord = chords.get(from) ?? { end: until, pitches: new Set() }
    chord.end = Math.max(chord.end, until)
    chord.pitches.add(pitch)
    chords.set(from, chord)
  }
  const starts = [...chords.keys()].toSorted((a, b) => a - b)
  return starts.map((start, index) => {
    const { end, pitches } = chords.get(start) ?? { end: start + GRID, pitches: new Set<number>() }
    const next = starts[index + 1] ?? tune.duration
    // A stroke of a drum lasts to the next one or to the next beat; a rest of a sixteenth is only a short note before it.
    const wanted = name === 'drums' ? Math.floor(start + 1) : next - end <= GRID ? next : end
    return { start, duration: Math.min(wanted, next) - start, pitches: [...pitches].toSorted((a, b) => a - b) }
  })
}

/** The place on the grid that is played nearest to a time. */
const writtenStart = (tune: Tune, part: PartName, time: number): number => {
  const below = Math.floor(time / GRID)
  const places = [-2, -1, 0, 1, 2].map((step) => Math.max(0, (below + step) * GRID))
  const farness = (place: number): number => Math.abs(place + latenessAt(tune, part, place) - time)
  return places.reduce((best, place) => (farness(place) < farness(best) ? place : best))
}

/** Where a drum is written on five lines, and whether its head is a cross. */
export const DRUM_PLACES: Readonly<Record<DrumName, readonly [step: string, octave: number, cross?: 'x']>> = {
  kick: ['F', 4],
  rim: ['C', 5, 'x'],
  snare: ['C', 5],
  clap: ['C', 5, 'x'],
  brush: ['C', 5],
  closedHat: ['G', 5, 'x'],
  lowTom: ['A', 4],
  openHat: ['G', 5, 'x'],
  highTom: ['E', 5],
  crash: ['A', 5, 'x'],
  ride: ['F', 5, 'x'],
  tambourine: ['B', 5, 'x'],
  shaker: ['B', 5, 'x'],
}

/** The drums of a part, by their keys. */
export const drumsOf = ({ notes }: ScorePart): readonly (readonly [name: string, key: number])[] => {
  const keys = new Set(notes.flatMap(({ pitches }) => pitches))
  return Object.entries(DRUM_KEYS).filter(([, key]) => keys.has(key))
}
