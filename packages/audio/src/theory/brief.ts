import {
  AMBIENCE_KINDS,
  AMBIENCE_STEMS,
  GENRE_NAMES,
  GENRE_STEMS,
  INSTRUMENT_NAMES,
  INSTRUMENT_STEMS,
  MOODS,
  NEGATIONS,
  NEGATION_BRIDGES,
  NUMBER_WORDS,
  THEME_NAMES,
  THEME_STEMS,
  type AmbienceKind,
  type GenreName,
  type InstrumentName,
  type ThemeName,
} from './lexicon.ts'

/** What the words of a brief say, before any musical choice is made. */
export interface BriefReading {
  readonly language: 'en' | 'ru'
  /** Names of the moods found; a negated one stands as `not sad`. */
  readonly moods: readonly string[]
  readonly valence: number
  readonly energy: number
  readonly tension: number
  readonly dream: number
  readonly genre?: GenreName
  readonly ambiences: readonly AmbienceKind[]
  readonly wanted: readonly InstrumentName[]
  readonly unwanted: readonly InstrumentName[]
  readonly theme: ThemeName
  /** A length the brief asks for. */
  readonly seconds?: number
}

interface Word {
  readonly text: string
  readonly negated: boolean
}

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))

/** Reads a brief in English or Russian: moods, genre, places, instruments and length, with negations (`not sad`, `без ударных`). */
export const readBrief = (brief: string): BriefReading => {
  const words = wordsOf(brief)
  const found = MOODS.flatMap((mood) =>
    words
      .filter((word) => matchesAny(word, mood.stems))
      .slice(0, 1)
      .map((word) => ({ mood, negated: word.negated })),
  )
  // A negated mood pushes the other way, but less: "not sad" is warm rather than jubilant.
  const push = (axis: 'valence' | 'energy' | 'tension' | 'dream'): number => {
    if (found.length === 0) return 0
    const sum = found.reduce((total, { mood, negated }) => total + (mood.push[axis] ?? 0) * (negated ? -0.6 : 1), 0)
    return clamp(sum / Math.sqrt(found.length), -1, 1)
  }
  const named = <T extends string>(
    names: readonly T[],
    stems: Readonly<Record<T, readonly string[]>>,
    negated: boolean,
  ): T[] => names.filter((name) => words.some((word) => word.negated === negated && matchesAny(word, stems[name])))
  const genre = firstNamed(words, GENRE_NAMES, GENRE_STEMS)
  const seconds = readSeconds(words)
  return {
    language: /[а-яё]/iu.test(brief) ? 'ru' : 'en',
    moods: found.map(({ mood, negated }) => (negated ? `not ${mood.name}` : mood.name)),
    valence: push('valence'),
    energy: push('energy'),
    tension: Math.max(0, push('tension')),
    dream: Math.max(0, push('dream')),
    ...(genre === undefined ? {} : { genre }),
    ambiences: named(AMBIENCE_KINDS, AMBIENCE_STEMS, false),
    wanted: named(INSTRUMENT_NAMES, INSTRUMENT_STEMS, false),
    unwanted: named(INSTRUMENT_NAMES, INSTRUMENT_STEMS, true),
    theme: firstNamed(words, THEME_NAMES, { ...THEME_STEMS, life: [] }) ?? (genre === 'lullaby' ? 'child' : 'life'),
    ...(seconds === undefined ? {} : { seconds }),
  }
}

const wordsOf = (brief: string): readonly Word[] => {
  const texts = brief.toLowerCase().match(/[\p{L}\p{N}'’-]+|[.,;:!?—]/gu) ?? []
  let reach = 0
  return texts.flatMap((raw) => {
    const text = raw.replaceAll('’', "'")
    if (/^[.,;:!?—]$/u.test(text) || text === 'but' || text === 'а' || text === 'но') {
      reach = 0
      return []
    }
    if (NEGATIONS.includes(text)) {
      reach = 1
      return []
    }
    const negated = reach > 0
    if (negated && !NEGATION_BRIDGES.includes(text) && text !== 'or' && text !== 'и' && text !== 'или') reach -= 1
    return [{ text, negated }]
  })
}

const matchesAny = (word: Word, stems: readonly string[]): boolean =>
  stems.some((stem) => (stem.startsWith('=') ? word.text === stem.slice(1) : word.text.startsWith(stem)))

/** The name whose word comes first in the brief. */
const firstNamed = <T extends string>(
  words: readonly Word[],
  names: readonly T[],
  stems: Readonly<Record<T, readonly string[]>>,
): T | undefined => {
  for (const word of words) {
    const name = word.negated ? undefined : names.find((candidate) => matchesAny(word, stems[candidate]))
    if (name !== undefined) return name
  }
  return undefined
}

const UNIT = /^(s|sec|secs|second|seconds|секунд|секунды|секунда|сек|minute|minutes|min|минут|минуты|минута|минуту)$/u
const readSeconds = (words: readonly Word[]): number | undefined => {
  for (const [index, word] of words.entries()) {
    const attached = /^(\d+(?:\.\d+)?)(?:-)?(s|sec|second|seconds|с|сек)$/u.exec(word.text)
    if (attached) return Number(attached[1])
    const unit = words[index + 1]?.text ?? ''
    const amount = /^\d+$/u.test(word.text) ? Number(word.text) : NUMBER_WORDS[word.text]
    if (amount !== undefined && UNIT.test(unit)) return /^(m|м)/u.test(unit) ? amount * 60 : amount
  }
  return undefined
}
