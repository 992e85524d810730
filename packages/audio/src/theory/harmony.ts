import { createRandom, type Random } from '../random.ts'
import { romanChord, type Chord } from './chord.ts'
import type { Section } from './form.ts'
import { isMinorLike, type Key } from './pitch.ts'
import type { Style } from './style.ts'

/** One chord and the bars it lasts (a half where two share a bar). */
export interface ChordSpan {
  readonly chord: Chord
  readonly bars: number
}

/** Four-bar phrases by colour: how they open; their last bar is set by the cadence. A comma splits a bar. */
const PHRASES = {
  major: {
    a: ['I vi IV V', 'I V/3 vi IV', 'I iii IV V', 'I IV I/3 V', 'I ii7 V7 I', 'vi IV I V', 'I vi ii7 V'],
    b: ['IV V vi I/3', 'vi IV I V', 'IV I/3 ii7 V', 'ii7 V7 I vi', 'IV V iii vi'],
    jazz: ['Imaj7 vi7 ii7 V7', 'ii7 V7 Imaj7 vi7', 'Imaj7 IVmaj7 iii7 vi7', 'iii7 vi7 ii7 V7'],
  },
  minor: {
    a: ['i VI III VII', 'i iv i V', 'i VII VI V', 'i VI iv V', 'i v VI VII', 'i III VII iv'],
    b: ['VI VII i III', 'iv VII III VI', 'VI III iv V', 'iv i VI V', 'III VII iv V'],
    jazz: ['i7 iv7 VII7 IIImaj7', 'i7 VImaj7 iiø7 V7', 'iiø7 V7 i7 i7', 'i7 iv7 iiø7 V7'],
  },
  mixolydian: {
    a: ['I VII IV I', 'I v IV I', 'I IV VII I'],
    b: ['IV I VII IV', 'VII IV I v'],
    jazz: ['I7 IV7 I7 v7', 'I7 v7 IV7 I7'],
  },
  dorian: {
    a: ['i IV i VII', 'i VII IV i', 'i III IV i'],
    b: ['III IV VII i', 'VII IV i v'],
    jazz: ['i7 IV7 i7 IV7', 'i7 ii7 i7 V7'],
  },
  lydian: {
    a: ['I II I iii', 'I II vi iii', 'I iii II I'],
    b: ['vi II I iii', 'iii II vi I'],
    jazz: ['Imaj7 II7 Imaj7 iii7', 'Imaj7 iii7 II7 Imaj7'],
  },
  phrygian: {
    a: ['i II i VII', 'i iv II i'],
    b: ['VI VII i II', 'iv II VI VII'],
    jazz: ['i7 IImaj7 i7 vii7', 'i7 iv7 IImaj7 i7'],
  },
} as const

interface Cadences {
  readonly open: readonly [string, ...string[]]
  readonly closed: readonly [string, ...string[]]
}
/** The last two bars of a section. */
const cadencesOf = (key: Key, seventh: boolean): Cadences => {
  const dominant = seventh ? 'V7' : 'V'
  if (isMinorLike(key.mode)) {
    const tonic = seventh ? 'i7' : 'i'
    const before = key.mode === 'dorian' ? 'IV' : 'iv'
    return {
      open: [`VI ${dominant}`, `${before} ${dominant}`],
      closed: [`${dominant} ${tonic}`, `${before},${dominant} ${tonic}`],
    }
  }
  const tonic = seventh ? 'Imaj7' : 'I'
  const before = key.mode === 'lydian' ? 'II' : 'IV'
  return {
    open: [`ii7 ${dominant}`, `${before} ${dominant}`],
    closed: [`${dominant} ${tonic}`, `ii7,${dominant} ${tonic}`, `${before},${dominant} ${tonic}`],
  }
}

/** Chords for every section: phrases by mood and genre, half cadences between them and a full one at the end. */
export const composeHarmony = (
  style: Style,
  sections: readonly Section[],
  seed: string | number,
): readonly (readonly ChordSpan[])[] => {
  const random = createRandom('harmony', seed, style.reading.moods.join(' '))
  const material = new Map<string, readonly string[]>()
  return sections.map((section) => {
    if (section.material === 'ending') return spans([isMinorLike(style.key.mode) ? 'i' : 'I'], style.key, section.bars)
    const bars = material.get(section.material) ?? writeBars(style, section, random)
    material.set(section.material, bars)
    return spans(withCadence(bars.slice(0, section.bars), section, style, random), style.key)
  })
}

const hasSevenths = (style: Style): boolean => style.genre === 'jazz' || style.genre === 'bossa'

/** A waltz changes chords every other bar, so that its longer lines breathe and their last notes stand on their cadence. */
const barsPerChord = (style: Style): number => (style.metre.beats === 3 ? 2 : 1)

const writeBars = (style: Style, section: Section, random: Random): readonly string[] => {
  const table = PHRASES[style.key.mode]
  const pool: readonly string[] = hasSevenths(style) ? table.jazz : section.material === 'b' ? table.b : table.a
  const phrase = (): readonly string[] => (pool[random.integer(0, pool.length - 1)] ?? 'I').split(' ')
  const stretch = barsPerChord(style)
  const bars: string[] = []
  while (bars.length < section.bars) bars.push(...phrase().flatMap((bar) => Array.from({ length: stretch }, () => bar)))
  return bars.slice(0, section.bars)
}

const withCadence = (bars: readonly string[], section: Section, style: Style, random: Random): readonly string[] => {
  if (section.material === 'intro') {
    return bars.length === 1
      ? bars
      : [...bars.slice(0, -1), section.cadence === 'open' ? dominantOf(style) : (bars.at(-1) ?? 'I')]
  }
  const closing = random.pick(cadencesOf(style.key, hasSevenths(style))[section.cadence]).split(' ')
  const cadence =
    barsPerChord(style) === 1 ? closing : closing.flatMap((bar) => (bar.includes(',') ? bar.split(',') : [bar, bar]))
  return [...bars.slice(0, Math.max(0, bars.length - cadence.length)), ...cadence]
}
const dominantOf = (style: Style): string => (hasSevenths(style) ? 'V7' : 'V')

const spans = (bars: readonly string[], key: Key, last = 1): readonly ChordSpan[] =>
  bars.flatMap((bar, index) => {
    const numerals = bar.split(',')
    const length = index === bars.length - 1 ? last : 1
    return numerals.map((numeral) => ({ chord: romanChord(numeral, key), bars: length / numerals.length }))
  })
