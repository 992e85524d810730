export interface Metre {
  readonly beats: number
  readonly unit: number
}

export const parseMetre = (text: string): Metre => {
  const match = /^(\d+)\/(\d+)$/u.exec(text.trim())
  return match ? { beats: Number(match[1]), unit: Number(match[2]) } : { beats: 4, unit: 4 }
}
export const metreText = (metre: Metre): string => `${metre.beats}/${metre.unit}`
/** Length of a bar in quarter notes. */
export const barQuarters = (metre: Metre): number => (metre.beats * 4) / metre.unit
/** Beats of three eighths: 6/8, 9/8, 12/8. */
export const isCompound = ({ beats, unit }: Metre): boolean => unit === 8 && beats % 3 === 0

interface Timed {
  readonly metre: Metre
  readonly tempo: number
}

/** A bar of two or three beats that lasts longer than this is felt as two places, not as one. */
const LONG_BAR_SECONDS = 1.8

/**
 * A bar as its felt places, in quarters: 4/4 is 2 + 2, 6/8 is 1½ + 1½, 7/8 is 2 + 1½, 9/8 is 1½ + 3; a waltz bar is one
 * place.
 */
export const placesOf = ({ metre, tempo }: Timed): readonly number[] => {
  const length = barQuarters(metre)
  const beat = isCompound(metre) ? 1.5 : 4 / metre.unit
  const beats = length / beat
  if (isCompound(metre) ? beats === 1 : beats <= 3 && length < 4) {
    if ((length * 60) / tempo <= LONG_BAR_SECONDS) return [length]
  }
  const first = (isCompound(metre) ? Math.floor(beats / 2) : Math.ceil(beats / 2)) * beat || length / 2
  return [first, length - first]
}

/** Bars of one sung line: four places, each with a strong and a weak syllable. */
export const lineBars = (timed: Timed): number => 4 / placesOf(timed).length

/** Whether a time, in quarters, begins a place of its bar. */
export const isStrongBeat = (time: number, timed: Timed): boolean => {
  const bar = barQuarters(timed.metre)
  const within = ((time % bar) + bar) % bar
  const [first = bar] = placesOf(timed)
  return Math.abs(within) < 1e-6 || Math.abs(within - bar) < 1e-6 || Math.abs(within - first) < 1e-6
}
