import { isMinorLike, parsePitchName, pitchClass, pitchName, scaleOf, type Key } from './pitch.ts'

export type Quality =
  'major' | 'minor' | 'diminished' | 'augmented' | 'seventh' | 'major7' | 'minor7' | 'half-diminished' | 'sus4' | 'sus2'

export interface Chord {
  readonly root: number
  readonly quality: Quality
  /** Pitch class of a slash bass. */
  readonly bass?: number
}

const INTERVALS: Readonly<Record<Quality, readonly number[]>> = {
  major: [0, 4, 7],
  minor: [0, 3, 7],
  diminished: [0, 3, 6],
  augmented: [0, 4, 8],
  seventh: [0, 4, 7, 10],
  major7: [0, 4, 7, 11],
  minor7: [0, 3, 7, 10],
  'half-diminished': [0, 3, 6, 10],
  sus4: [0, 5, 7],
  sus2: [0, 2, 7],
}
const SUFFIX: Readonly<Record<Quality, string>> = {
  major: '',
  minor: 'm',
  diminished: 'dim',
  augmented: 'aug',
  seventh: '7',
  major7: 'maj7',
  minor7: 'm7',
  'half-diminished': 'm7b5',
  sus4: 'sus4',
  sus2: 'sus2',
}
const QUALITY_OF: readonly (readonly [RegExp, Quality])[] = [
  [/^(m7b5|ø|-7b5|min7b5)/u, 'half-diminished'],
  [/^(dim|°|o)/u, 'diminished'],
  [/^(aug|\+)/u, 'augmented'],
  [/^(maj7|maj9|M7|Δ)/u, 'major7'],
  [/^(m7|m9|min7|-7|m11)/u, 'minor7'],
  [/^(maj|M)/u, 'major'],
  [/^(min|m|-)/u, 'minor'],
  [/^sus2/u, 'sus2'],
  [/^(7sus4|sus)/u, 'sus4'],
  [/^(7|9|11|13)/u, 'seventh'],
]

/** Pitch classes from the root up. */
export const chordTones = (chord: Chord): readonly number[] =>
  INTERVALS[chord.quality].map((interval) => pitchClass(chord.root + interval))

/** `Am7/G` → its root, quality and bass. Undefined where the text starts with no note name. */
export const parseChord = (symbol: string): Chord | undefined => {
  const match = /^([A-G][#b♯♭]?)([^/]*)(?:\/([A-G][#b♯♭]?))?$/u.exec(symbol.trim())
  const root = match?.[1] === undefined ? undefined : parsePitchName(match[1])
  if (!match || root === undefined) return undefined
  const suffix = match[2] ?? ''
  const quality = QUALITY_OF.find(([pattern]) => pattern.test(suffix))?.[1] ?? 'major'
  const bass = match[3] === undefined ? undefined : parsePitchName(match[3])
  return bass === undefined ? { root, quality } : { root, quality, bass }
}

export const chordSymbol = (chord: Chord, key: Key): string =>
  pitchName(chord.root, key) +
  SUFFIX[chord.quality] +
  (chord.bass === undefined ? '' : `/${pitchName(chord.bass, key)}`)

const NUMERALS = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii']
/**
 * A Roman numeral in a key: `IV`, `ii7`, `V7`, `bVII`, `viio`, `Isus4`, `I/3` (third in the bass). A minor key's `V`
 * has its leading tone.
 */
export const romanChord = (numeral: string, key: Key): Chord => {
  const match = /^(b?)([ivIV]+)(maj7|ø7|7|o|sus4|sus2)?(?:\/([35]))?$/u.exec(numeral)
  const letters = match?.[2] ?? ''
  const degree = NUMERALS.indexOf(letters.toLowerCase())
  if (!match || degree < 0) throw new RangeError(`not a chord numeral: ${numeral}`)
  const scale = scaleOf(key)
  const root = pitchClass((scale[degree] ?? 0) - (match[1] === 'b' ? 1 : 0))
  const isMajor = letters === letters.toUpperCase()
  const quality = qualityOf(isMajor, match[3])
  const inversion = match[4] === '3' ? 1 : match[4] === '5' ? 2 : 0
  const bass = inversion === 0 ? undefined : chordTones({ root, quality })[inversion]
  return bass === undefined ? { root, quality } : { root, quality, bass }
}

const qualityOf = (isMajor: boolean, suffix: string | undefined): Quality => {
  switch (suffix) {
    case '7':
      return isMajor ? 'seventh' : 'minor7'
    case 'maj7':
      return 'major7'
    case 'ø7':
      return 'half-diminished'
    case 'o':
      return 'diminished'
    case 'sus4':
      return 'sus4'
    case 'sus2':
      return 'sus2'
    default:
      return isMajor ? 'major' : 'minor'
  }
}

/** Whether the chord pulls to the tonic: a major or seventh chord on the fifth degree. */
export const isDominant = (chord: Chord, key: Key): boolean =>
  chord.root === pitchClass(key.tonic + 7) && (chord.quality === 'major' || chord.quality === 'seventh')

export const isTonic = (chord: Chord, key: Key): boolean =>
  chord.root === key.tonic &&
  (isMinorLike(key.mode) ? chord.quality.startsWith('minor') : chord.quality.startsWith('major'))
