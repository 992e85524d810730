import type { Chord } from './chord.ts'
import type { Metre } from './style.ts'
import { barQuarters } from './style.ts'
import { isMinorLike, pitchClass, scaleOf, type Key } from './pitch.ts'
import type { Material } from './tune.ts'

/** A sung line with its rhythm; times in quarters from the start of the tune. */
export interface Line {
  readonly material: Material
  /** Place among the lines of its section. */
  readonly place: number
  readonly closes: boolean
  readonly isClimax: boolean
  readonly notes: readonly {
    readonly start: number
    readonly duration: number
    readonly strong: boolean
    readonly syllable: string
  }[]
}
export interface Step {
  readonly start: number
  readonly duration: number
  readonly strong: boolean
  readonly syllable: string
  readonly line: Line
  readonly place: number
  readonly chord: Chord | undefined
  /** Scale steps from the note before that the motif asks for. */
  readonly wish: number
  readonly isLast: boolean
}

/** The first beat of a bar, and its middle where the bar has four beats or two groups of three. */
export const isStrongBeat = (time: number, tune: { readonly metre: Metre }): boolean => {
  const bar = barQuarters(tune.metre)
  const within = ((time % bar) + bar) % bar
  const isAt = (place: number): boolean => Math.abs(within - place) < 1e-6
  return isAt(0) || (tune.metre.beats !== 3 && isAt(bar / 2))
}

/** The lead's range: a comfortable octave and a half. */
export const LOWEST = 58
const HIGHEST = 77

export interface Rung {
  readonly pitch: number
  /** Scale degrees counted through the octaves; a raised leading tone stands on the seventh's. */
  readonly degree: number
  readonly raised: boolean
}
/** Every pitch the lead may sing: the scale, and in minor keys the leading tone. */
export const ladderOf = (key: Key): readonly Rung[] => {
  const scale = scaleOf(key)
  const leading = pitchClass(key.tonic - 1)
  const rungs: Rung[] = []
  for (let pitch = LOWEST; pitch <= HIGHEST; pitch++) {
    const place = scale.indexOf(pitchClass(pitch))
    const octave = Math.floor((pitch - key.tonic) / 12)
    if (place >= 0) rungs.push({ pitch, degree: octave * 7 + place, raised: false })
    else if (isMinorLike(key.mode) && pitchClass(pitch) === leading)
      rungs.push({ pitch, degree: octave * 7 + 6, raised: true })
  }
  return rungs
}
