import type { Chord } from './chord.ts'
import type { Key } from './pitch.ts'
import type { Metre } from './metre.ts'

/** Times and durations count quarter notes from the start of the tune. */
export interface TuneNote {
  readonly start: number
  readonly duration: number
  /** MIDI number. */
  readonly pitch: number
  /** Sung here; a trailing `-` means that the word continues. */
  readonly syllable?: string
}
export interface TuneChord {
  readonly start: number
  readonly duration: number
  readonly chord: Chord
}
export interface TuneSection {
  readonly name: string
  readonly start: number
  readonly duration: number
}

/** A song as its score holds it: one melody with chord symbols, words and named sections. */
export interface Tune {
  readonly title: string
  readonly key: Key
  readonly metre: Metre
  /** Quarter notes a minute. */
  readonly tempo: number
  /** The R: field: `ballad`, `waltz`. */
  readonly genre: string
  readonly notes: readonly TuneNote[]
  readonly chords: readonly TuneChord[]
  readonly sections: readonly TuneSection[]
  readonly duration: number
}

export type Material = 'intro' | 'a' | 'b' | 'ending'

/** A section name's meaning for the music; names come from `planForm` or a model. */
export const materialOf = (name: string): Material => {
  const text = name.toLowerCase()
  if (/intro|вступ/u.test(text)) return 'intro'
  if (/ending|outro|coda|конец|кода/u.test(text)) return 'ending'
  return /^b|chorus|refrain|bridge|припев/u.test(text) ? 'b' : 'a'
}

/** 0 quiet to 1 full: later verses are fuller, choruses fullest. */
export const energyOf = (sections: readonly TuneSection[], index: number): number => {
  const section = sections[index]
  const material = section === undefined ? 'a' : materialOf(section.name)
  const earlier = sections.slice(0, index).filter((other) => materialOf(other.name) === material).length
  switch (material) {
    case 'intro':
      return 0.3
    case 'ending':
      return 0.35
    case 'b':
      return 1
    case 'a': {
      // A song of one strain has nothing to save its strength for.
      const isAlone = sections.every(
        (other) => other === section || ['intro', 'ending'].includes(materialOf(other.name)),
      )
      return isAlone ? 0.75 : Math.min(0.75, 0.45 + earlier * 0.15)
    }
  }
}

export const chordAt = (tune: Pick<Tune, 'chords'>, time: number): TuneChord | undefined =>
  tune.chords.find((span) => time >= span.start - 1e-6 && time < span.start + span.duration - 1e-6)

export const quartersToSeconds = (quarters: number, tempo: number): number => (quarters * 60) / tempo
