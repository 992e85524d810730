import type { Chord } from './chord.ts'
import { isMinorLike, pitchClass, scaleOf, type Key } from './pitch.ts'
import type { Material } from './tune.ts'
import type { Voice } from './voice.ts'

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
    /** When its beat falls, whose chord it belongs to. */
    readonly beat: number
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
  /** A dissonance on a strong beat, which the next note resolves. */
  readonly leans: boolean
  readonly resolves: boolean
}

export interface Rung {
  readonly pitch: number
  /** Scale degrees counted through the octaves; a raised leading tone is on the seventh's. */
  readonly degree: number
  readonly raised: boolean
  /** The low third or seventh of the blues, on the degree of the high one. */
  readonly blue: boolean
}
const BLUE: Readonly<Record<number, number>> = { 3: 2, 10: 6 }
/** Every pitch the lead may sing: the scale, in minor keys the leading tone, and in the blues its low third and seventh. */
export const ladderOf = (key: Key, { lowest, highest }: Voice, isBlue = false): readonly Rung[] => {
  const scale = scaleOf(key)
  const leading = pitchClass(key.tonic - 1)
  const rungs: Rung[] = []
  for (let pitch = lowest; pitch <= highest; pitch++) {
    const place = scale.indexOf(pitchClass(pitch))
    const octave = Math.floor((pitch - key.tonic) / 12)
    const blue = isBlue ? BLUE[pitchClass(pitch - key.tonic)] : undefined
    if (place >= 0) rungs.push({ pitch, degree: octave * 7 + place, raised: false, blue: false })
    else if (isMinorLike(key.mode) && pitchClass(pitch) === leading)
      rungs.push({ pitch, degree: octave * 7 + 6, raised: true, blue: false })
    else if (blue !== undefined) rungs.push({ pitch, degree: octave * 7 + blue, raised: false, blue: true })
  }
  return rungs
}
