import { placesOf, type Metre } from './metre.ts'

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

/** The pairs of a bar: a place of three eighths is 2 + 1, one of two beats even or dotted. */
const pairsOf = (tune: Timed, feel: RhythmFeel): readonly Pair[] =>
  placesOf(tune).map((quarters, index) => {
    const length = quarters * 2
    if (length % 3 === 0) return { strong: (length * 2) / 3, weak: length / 3 }
    if (length % 2 === 1) return { strong: (length + 1) / 2, weak: (length - 1) / 2 }
    const isDotted = length > 2 && (feel === 'dotted' || (feel === 'mixed' && index % 2 === 0))
    return isDotted ? { strong: (length * 3) / 4, weak: length / 4 } : { strong: length / 2, weak: length / 2 }
  })

interface Timed {
  readonly metre: Metre
  readonly tempo: number
}
const PAIRS = 4

/**
 * The rhythm of a line of `syllables` over four pairs of places. An even count begins with a pickup, unless `canPickUp`
 * is false; extra syllables split the longest places. `next`: whether the following line needs its pickup.
 */
export const lineRhythm = (
  syllables: number,
  tune: Timed,
  feel: RhythmFeel,
  options: { readonly canPickUp: boolean; readonly nextPicksUp: boolean },
): readonly RhythmNote[] => {
  if (syllables <= 0) return []
  const bar = pairsOf(tune, feel)
  const pairs = Array.from({ length: PAIRS / bar.length }, () => bar).flat()
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

/** A line whose long notes run on in eighths, the first of each with the syllable, as a fiddler fills a tune; the last one rests. */
export const runInEighths = <N extends RhythmNote & { readonly syllable: string }>(notes: readonly N[]): readonly N[] =>
  notes.flatMap((note, index) => {
    const count = Math.floor(note.duration + 1e-6)
    if (index === notes.length - 1 || count < 2) return [note]
    return Array.from({ length: count }, (_, eighth) => ({
      ...note,
      start: note.start + eighth,
      duration: eighth === count - 1 ? note.duration - eighth : 1,
      strong: note.strong && eighth === 0,
      syllable: eighth === 0 ? note.syllable : '',
    }))
  })
