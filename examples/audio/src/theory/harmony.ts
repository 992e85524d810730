import { createRandom, type Random } from '../random.ts'
import { romanChord, type Chord } from './chord.ts'
import type { Section } from './form.ts'
import { GENRES } from './genres.ts'
import { lineBars } from './metre.ts'
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

/** Phrases that a genre brings with it, for keys with a major and with a minor third. */
const IDIOMS = {
  cadential: {
    major: ['I I V7 V7', 'I IV V7 I', 'I vi ii V7', 'V7 I V7 I', 'I I IV V7'],
    minor: ['i i V7 V7', 'i iv V7 i', 'iv i V7 i', 'i VI iv V7', 'i V7 V7 i'],
  },
  ragtime: {
    major: ['I VI7 II7 V7', 'I I/3 II7 V7', 'IV iv I VI7', 'I V7 I VI7'],
    minor: ['i iv i V7', 'i VI V7 V7'],
  },
  // Down the four steps to the tonic, which in the Phrygian mode is a major chord.
  andalusian: {
    major: ['I VII VI V', 'I bVII bVI V'],
    minor: ['iv III II I', 'I II III II', 'iv III II II', 'VI III II I'],
  },
} as const
/** Twelve bars: three times four, each with the words of two lines. */
const TWELVE_BARS = {
  major: 'I7 IV7 I7 I7 IV7 IV7 I7 I7 V7 IV7 I7 V7',
  minor: 'i7 iv7 i7 i7 iv7 iv7 i7 i7 VI7 V7 i7 V7',
} as const

interface Cadences {
  readonly open: readonly [string, ...string[]]
  readonly closed: readonly [string, ...string[]]
}
/** The last two bars of a section. */
const cadencesOf = (style: Style): Cadences => {
  const { key } = style
  const idiom = idiomOf(style)
  const isMinor = isMinorLike(key.mode)
  if (idiom === 'blues')
    return isMinor
      ? { open: ['i7,iv7 i7,V7'], closed: ['i7,iv7 i7'] }
      : { open: ['I7,IV7 I7,V7'], closed: ['I7,IV7 I7'] }
  if (idiom === 'andalusian' && key.mode === 'phrygian')
    return { open: ['II I', 'III,II I'], closed: ['II I', 'III,II I'] }
  const seventh = hasSevenths(style)
  const dominant = seventh ? 'V7' : 'V'
  if (isMinor) {
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
    if (section.material === 'ending') return spans([lastChord(style)], style.key, section.bars)
    const bars = material.get(section.material) ?? writeBars(style, section, random)
    material.set(section.material, bars)
    return spans(withCadence(bars.slice(0, section.bars), section, style, random), style.key)
  })
}

/** Flamenco comes to rest on a major chord, whatever the mode of its tune. */
const lastChord = (style: Style): string =>
  isMinorLike(style.key.mode) && !(idiomOf(style) === 'andalusian' && style.key.mode === 'phrygian') ? 'i' : 'I'

const idiomOf = (style: Style) => GENRES[style.genre].harmony
const hasSevenths = (style: Style): boolean => idiomOf(style) === 'jazz'

/** A waltz changes chords every other bar, so that its longer lines breathe and end on their cadence. */
const barsPerChord = (style: Style): number => (lineBars(style) === 4 ? 2 : 1)

const poolOf = (style: Style, section: Section): readonly string[] => {
  const table = PHRASES[style.key.mode]
  const idiom = idiomOf(style)
  const third = isMinorLike(style.key.mode) ? 'minor' : 'major'
  if (idiom === 'jazz') return table.jazz
  if (idiom === 'blues') return [TWELVE_BARS[third]]
  if (idiom === undefined) return section.material === 'b' || section.material === 'c' ? table.b : table.a
  // The second strain of a dance may look elsewhere.
  return section.material === 'b' && idiom !== 'andalusian'
    ? [...IDIOMS[idiom][third], ...table.b]
    : IDIOMS[idiom][third]
}

const writeBars = (style: Style, section: Section, random: Random): readonly string[] => {
  const pool = poolOf(style, section)
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
  const closing = random.pick(cadencesOf(style)[section.cadence]).split(' ')
  const cadence =
    barsPerChord(style) === 1 ? closing : closing.flatMap((bar) => (bar.includes(',') ? bar.split(',') : [bar, bar]))
  return [...bars.slice(0, Math.max(0, bars.length - cadence.length)), ...cadence]
}
const dominantOf = (style: Style): string =>
  style.key.mode === 'phrygian' && idiomOf(style) === 'andalusian' ? 'II' : hasSevenths(style) ? 'V7' : 'V'

const spans = (bars: readonly string[], key: Key, last = 1): readonly ChordSpan[] =>
  bars.flatMap((bar, index) => {
    const numerals = bar.split(',')
    const length = index === bars.length - 1 ? last : 1
    return numerals.map((numeral) => ({ chord: romanChord(numeral, key), bars: length / numerals.length }))
  })
