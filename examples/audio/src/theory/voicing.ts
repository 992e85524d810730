import { chordTones, type Chord } from './chord.ts'
import { pitchClass } from './pitch.ts'

/** Lowest and highest MIDI number of the chords' hand. */
const LOW = 52
const HIGH = 73
const VOICES = 3

/**
 * Close voicings for a row of chords, with little motion and no parallels. Three voices, low to high; sevenths drop the
 * fifth.
 */
export const voiceChords = (chords: readonly Chord[]): readonly (readonly number[])[] => {
  let before: readonly number[] | undefined
  return chords.map((chord) => {
    const options = voicingsOf(chord)
    const best = options.reduce((chosen, option) => (cost(option, before) < cost(chosen, before) ? option : chosen))
    before = best
    return best
  })
}

const voicingsOf = (chord: Chord): readonly [readonly number[], ...(readonly number[])[]] => {
  const tones = chordTones(chord)
  const classes = tones.length > VOICES ? [tones[0], tones[1], tones[3]] : tones
  const found: (readonly number[])[] = []
  for (let bottom = LOW; bottom <= HIGH - 7; bottom++) {
    const start = classes.indexOf(pitchClass(bottom))
    if (start < 0) continue
    const pitches = [bottom]
    for (let voice = 1; voice < VOICES; voice++) {
      const next = classes[(start + voice) % classes.length] ?? 0
      const last = pitches.at(-1) ?? bottom
      pitches.push(last + ((((next - last) % 12) + 12) % 12))
    }
    if ((pitches.at(-1) ?? 0) <= HIGH) found.push(pitches)
  }
  const [first = [60, 64, 67], ...rest] = found
  return [first, ...rest]
}

const CENTRE = 62
const cost = (option: readonly number[], before: readonly number[] | undefined): number => {
  const middle = option.reduce((sum, pitch) => sum + pitch, 0) / option.length
  const away = Math.abs(middle - CENTRE) * 0.35
  if (!before) return away
  const moved = option.reduce((sum, pitch, index) => sum + Math.abs(pitch - (before[index] ?? pitch)), 0)
  return away + moved + parallels(before, option) * 6
}

/** Pairs of voices that move in the same direction from one perfect fifth or octave to another. */
export const parallels = (before: readonly number[], after: readonly number[]): number => {
  let count = 0
  for (let low = 0; low < before.length; low++) {
    for (let high = low + 1; high < before.length; high++) {
      const first = (before[high] ?? 0) - (before[low] ?? 0)
      const second = (after[high] ?? 0) - (after[low] ?? 0)
      const moves = before[low] !== after[low] && before[high] !== after[high]
      if (moves && first % 12 === second % 12 && (first % 12 === 7 || first % 12 === 0)) count += 1
    }
  }
  return count
}
