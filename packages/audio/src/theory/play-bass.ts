import { chordTones, type Chord } from './chord.ts'
import { pitchClass } from './pitch.ts'
import { barsOfChanges, energyAt, materialAt, type ScoredNote } from './scored-note.ts'
import { barQuarters } from './style.ts'
import type { Tune } from './tune.ts'

const BASS_LOW = 33
const bassPitch = (pitch: number): number => BASS_LOW + pitchClass(pitch - BASS_LOW)

/** Roots and fifths, a walk in jazz, one long tone in quiet ballads. */
export const bassNotes = (tune: Tune): readonly ScoredNote[] => {
  const spans = barsOfChanges(tune)
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
