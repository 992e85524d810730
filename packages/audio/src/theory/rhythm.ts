import type { Metre } from './style.ts'

/** One sung note before it has a pitch; times in eighths from the start of its line, negative for a pickup. */
export interface RhythmNote {
  readonly start: number
  readonly duration: number
  /** Falls on a strong beat of the bar. */
  readonly strong: boolean
}

/** A strong and a weak place, in eighths: what the metre gives to two syllables. */
interface Pair {
  readonly strong: number
  readonly weak: number
}
export type RhythmFeel = 'even' | 'dotted' | 'mixed'

const pairOf = (metre: Metre, feel: RhythmFeel, index: number): Pair => {
  if (metre.unit === 8) return { strong: 2, weak: 1 }
  if (metre.beats === 3) return { strong: 4, weak: 2 }
  const isDotted = feel === 'dotted' || (feel === 'mixed' && index % 2 === 0)
  return isDotted ? { strong: 3, weak: 1 } : { strong: 2, weak: 2 }
}

const PAIRS = 4

/**
 * The rhythm of a line of `syllables`, over four pairs of places. An even count begins with a pickup on the weak place before the line
 * (iambic words then stand with their stresses on strong beats); more syllables than places split the longest ones.
 * `canPickUp` is false where nothing comes before; `next` tells whether the following line needs its pickup.
 */
export const lineRhythm = (
  syllables: number,
  metre: Metre,
  feel: RhythmFeel,
  options: { readonly canPickUp: boolean; readonly nextPicksUp: boolean },
): readonly RhythmNote[] => {
  if (syllables <= 0) return []
  const pairs = Array.from({ length: PAIRS }, (_, index) => pairOf(metre, feel, index))
  const length = pairs.reduce((sum, pair) => sum + pair.strong + pair.weak, 0)
  const lastWeak = pairs.at(-1)?.weak ?? 1
  const places: { start: number; duration: number; strong: boolean }[] = []
  let time = 0
  for (const pair of pairs) {
    places.push({ start: time, duration: pair.strong, strong: true })
    places.push({ start: time + pair.strong, duration: pair.weak, strong: false })
    time += pair.strong + pair.weak
  }
  const hasPickup = options.canPickUp && syllables % 2 === 0
  const end = length - (options.nextPicksUp ? lastWeak : 0)
  const usable = places.filter((place) => place.start < end)
  const wanted = syllables - (hasPickup ? 1 : 0)
  while (usable.length < wanted) splitLongest(usable)
  const chosen = usable.slice(0, wanted)
  const last = chosen.at(-1)
  if (last) last.duration = end - last.start
  const pickup = hasPickup ? [{ start: -lastWeak, duration: lastWeak, strong: false }] : []
  return [...pickup, ...chosen]
}

/** Whether a line of this many syllables starts before its bar. */
export const picksUp = (syllables: number): boolean => syllables > 0 && syllables % 2 === 0

const splitLongest = (places: { start: number; duration: number; strong: boolean }[]): void => {
  let longest = 0
  places.forEach((place, index) => {
    if (place.duration > (places[longest]?.duration ?? 0)) longest = index
  })
  const place = places[longest]
  if (!place) return
  const half = place.duration / 2
  places.splice(longest, 1, { ...place, duration: half }, { start: place.start + half, duration: half, strong: false })
}
