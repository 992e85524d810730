import { energyAt, materialAt, type ScoredNote } from './scored-note.ts'
import { chordTones } from './chord.ts'
import { pitchClass } from './pitch.ts'
import type { Tune } from './tune.ts'

const LOW = 53
const HIGH = 76

/**
 * A second voice in full sections: one long chord tone a third to a sixth from the melody, moving little and contrary.
 */
export const counterNotes = (tune: Tune): readonly ScoredNote[] => {
  let before = 67
  let melodyBefore = 67
  return tune.chords.flatMap((span) => {
    const energy = energyAt(tune, span.start)
    if (energy < 0.55 || materialAt(tune, span.start) === 'ending') return []
    const sounding = tune.notes.filter(
      (note) => note.start < span.start + span.duration && note.start + note.duration > span.start,
    )
    // Under the lowest note that the melody sings over this chord.
    const melody = sounding.length === 0 ? before + 4 : Math.min(...sounding.map((note) => note.pitch))
    const choices = range(LOW, HIGH).filter(
      (pitch) => pitch <= melody - 3 && chordTones(span.chord).includes(pitchClass(pitch)),
    )
    const rises = Math.sign(melody - melodyBefore)
    const cost = (pitch: number): number => {
      const away = Math.abs(pitch - melody)
      const parallel = rises !== 0 && Math.sign(pitch - before) === rises ? 1 : 0
      return Math.abs(pitch - before) + (away > 14 ? 6 : 0) + parallel
    }
    const [first, ...rest] = choices
    if (first === undefined) return []
    const pitch = rest.reduce((best, option) => (cost(option) < cost(best) ? option : best), first)
    before = pitch
    melodyBefore = melody
    return [{ start: span.start, duration: span.duration * 0.98, pitch, force: 0.38 + 0.22 * energy }]
  })
}

const range = (low: number, high: number): readonly number[] =>
  Array.from({ length: high - low + 1 }, (_, index) => low + index)
