import type { Chord } from './chord.ts'
import { isMinorLike, pitchClass, scaleOf, type Key } from './pitch.ts'
import type { Material } from './tune.ts'

/** A sung line with its rhythm; times in quarters from the start of the tune. */
export interface Line {
  readonly material: Material
  /** Place among the lines of its section. */
  readonly place: number
  readonly closes: boolean
  readonly isClimax: boolean
  /** Where its second half begins, in quarters. */
  readonly middle: number
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

/** The lead's range: a comfortable octave and a half. */
export const LOWEST = 58
const HIGHEST = 77

export interface Rung {
  readonly pitch: number
  /** Scale degrees counted through the octaves; a raised leading tone is on the seventh's. */
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
