import { barsOfChanges, energyAt, materialAt, type ScoredNote } from './scored-note.ts'
import { barQuarters } from './style.ts'
import type { Tune } from './tune.ts'

const BROKEN_FOUR = [0, 1, 2, 1, 3, 1, 2, 1]
const BROKEN_SIX = [0, 1, 2, 3, 2, 1]

/** The chords as the genre wants them: broken, strummed in threes, comped, on the offbeats or pulsed; the last one rolled. */
export const chordNotes = (tune: Tune): readonly ScoredNote[] =>
  barsOfChanges(tune).flatMap(({ start, duration, voicing }) => {
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
