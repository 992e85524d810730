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
  /** A line under the title: the second T: field. */
  readonly subtitle?: string
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

/** The music of a section: those with the same letter share their music; an intro, a break and an ending are the players'. */
export type Material = 'intro' | 'a' | 'b' | 'c' | 'break' | 'ending'

/** A section name's meaning for the music; names come from `planForm` or a model. */
export const materialOf = (name: string): Material => {
  const text = name.toLowerCase()
  if (/intro|вступ/u.test(text)) return 'intro'
  if (/ending|outro|coda|конец|кода/u.test(text)) return 'ending'
  if (/^break|проигрыш/u.test(text)) return 'break'
  if (/^bridge|бридж/u.test(text)) return 'c'
  return /^b(?!uild)|^drop|^peak|chorus|refrain|припев/u.test(text) ? 'b' : 'a'
}

/** Whether the melody has the section. */
export const isSung = ({ name }: Pick<TuneSection, 'name'>): boolean =>
  !['intro', 'break', 'ending'].includes(materialOf(name))

/** How full a section is that is named after its place in a form that moves; each return is a step fuller. */
const ENERGIES: readonly (readonly [name: RegExp, energy: number, step: number])[] = [
  [/^quiet/u, 0.1, 0.1],
  [/^rise/u, 0.4, 0.25],
  [/^build/u, 0.4, 0.2],
  [/^bridge|бридж/u, 0.5, 0],
]

/** 0 quiet to 1 full: later verses are fuller, choruses fullest. */
export const energyOf = (sections: readonly TuneSection[], index: number): number => {
  const section = sections[index]
  const name = section?.name.toLowerCase() ?? 'a'
  const material = materialOf(name)
  const before = sections.slice(0, index).map((other) => other.name.toLowerCase())
  const named = ENERGIES.find(([pattern]) => pattern.test(name))
  if (named) {
    const [pattern, energy, step] = named
    return energy + step * before.filter((other) => pattern.test(other)).length
  }
  switch (material) {
    case 'intro':
      return 0.3
    case 'ending':
      return 0.35
    case 'break':
      return 0.25
    case 'b':
      return 1
    default: {
      // A song of one strain has nothing to save its strength for.
      if (sections.every((other) => other === section || !isSung(other))) return 0.75
      const earlier = before.filter((other) => materialOf(other) === material).length
      return Math.min(0.75, 0.45 + earlier * 0.15)
    }
  }
}

export const chordAt = (tune: Pick<Tune, 'chords'>, time: number): TuneChord | undefined =>
  tune.chords.find((span) => time >= span.start - 1e-6 && time < span.start + span.duration - 1e-6)

export const quartersToSeconds = (quarters: number, tempo: number): number => (quarters * 60) / tempo
