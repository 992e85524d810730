import { createRandom, type Random } from '../random.ts'
import { counterNotes } from './counter.ts'
import { drumNotes } from './drum-patterns.ts'
import { genreOf } from './genres.ts'
import { barQuarters } from './metre.ts'
import type { PartName, PlayedNote } from './parts.ts'
import { rests, type Players } from './players.ts'
import { bassNotes } from './play-bass.ts'
import { chordNotes } from './play-chords.ts'
import { padNotes } from './play-pad.ts'
import { energyAt, materialAt, sectionIndexAt, type ScoredNote } from './scored-note.ts'
import { energyOf, isSung, quartersToSeconds, type Tune, type TuneSection } from './tune.ts'

/**
 * One player's notes for a score: the lead sings the melody, others follow chords, metre, genre and sections. Humanised
 * from the seed; deterministic; empty for resting parts.
 */
export const arrangePart = (
  tune: Tune,
  part: PartName,
  seed: string | number,
  players?: Players,
): readonly PlayedNote[] => {
  if (rests(players, part)) return []
  const random = createRandom('arrange', part, seed, tune.title)
  const notes = followForm(scoredNotes(tune, part, random, players?.density), tune, part)
  return humanise(notes, tune, part, random)
}

/** `density` is 0 for sparse to 1 for busy. */
export const scoredNotes = (tune: Tune, part: PartName, random: Random, density = 0.5): readonly ScoredNote[] => {
  switch (part) {
    case 'lead':
      return leadNotes(tune)
    case 'counter':
      return counterNotes(tune)
    case 'chords':
      return chordNotes(tune)
    case 'pad':
      return padNotes(tune)
    case 'bass':
      return bassNotes(tune)
    case 'drums':
      return drumNotes(tune, random, density)
  }
}

/** How soft the quietest moment of a form that rises is, against the loudest. */
const SOFTEST = 0.5
/** Lets a part join where its section is full enough; in a form that rises, the force grows through every section. */
const followForm = (notes: readonly ScoredNote[], tune: Tune, part: PartName): readonly ScoredNote[] => {
  const { entries, form } = genreOf(tune.genre)
  const from = entries?.[part] ?? 0
  const joined = notes.filter(
    ({ start }) => materialAt(tune, start) === 'ending' || energyAt(tune, start) >= Math.min(from, fullest(tune)),
  )
  if (form !== 'rise') return joined
  return joined.map((note) => ({ ...note, force: note.force * (SOFTEST + (1 - SOFTEST) * rising(tune, note.start)) }))
}
const fullest = (tune: Tune): number => Math.max(...tune.sections.map((_, index) => energyOf(tune.sections, index)))

/** The energy at a time, on its way to that of the next section. */
const rising = (tune: Tune, time: number): number => {
  const index = sectionIndexAt(tune, time)
  const section = tune.sections[index]
  const energy = energyOf(tune.sections, index)
  const next = tune.sections[index + 1]
  if (!section || !next || !isSung(next)) return energy
  const passed = (time - section.start) / section.duration
  return energy + Math.max(0, energyOf(tune.sections, index + 1) - energy) * 0.8 * passed
}

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

/** How far a player strays: seconds of timing, share of force. */
const LOOSENESS: Readonly<Record<PartName, readonly [timing: number, force: number]>> = {
  lead: [0.009, 0.05],
  counter: [0.01, 0.05],
  chords: [0.007, 0.06],
  pad: [0.012, 0.03],
  bass: [0.005, 0.04],
  drums: [0.004, 0.07],
}

/** Swung time: how much later than written, in quarters, a player takes what falls between two beats. */
export const latenessAt = (tune: Tune, part: PartName, start: number): number => {
  const { swing = 0, swingSixteenths = 0, lilt = 0 } = genreOf(tune.genre)
  const bar = barQuarters(tune.metre)
  const within = ((start % 1) + 1) % 1
  // A waltz leans into its second beat.
  if (bar === 3 && part !== 'lead' && Math.abs((start % bar) - 1) < 1e-6) return -lilt
  if (Math.abs(within - 0.5) < 1e-6) return swing
  return Math.abs(within - 0.25) < 1e-6 || Math.abs(within - 0.75) < 1e-6 ? swingSixteenths : 0
}

const humanise = (notes: readonly ScoredNote[], tune: Tune, part: PartName, random: Random): readonly PlayedNote[] => {
  const [timing, strength] = LOOSENESS[part]
  return notes
    .map((note) => {
      const late = latenessAt(tune, part, note.start)
      const start = quartersToSeconds(note.start + late, tune.tempo) + random.normal() * timing * 0.6
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
