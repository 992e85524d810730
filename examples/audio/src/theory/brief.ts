import { readKey, readLength, readMetre, readMode, readTempo } from './brief-numbers.ts'
import { GENRES, GENRE_NAMES, type GenreName } from './genres.ts'
import { INSTRUMENT_NAMES, INSTRUMENT_STEMS, type InstrumentName } from './instrument-words.ts'
import {
  AMBIENCE_KINDS,
  AMBIENCE_STEMS,
  COMPOUNDS,
  MOODS,
  NEGATIONS,
  NEGATION_BRIDGES,
  ONLY_WORDS,
  PART_STEMS,
  SOLO_WORDS,
  STYLE_WORDS,
  SUBJECT_ENDS,
  SUBJECT_WORDS,
  THEME_NAMES,
  THEME_STEMS,
  type AmbienceKind,
  type ThemeName,
} from './lexicon.ts'
import type { Metre } from './metre.ts'
import { PART_NAMES, type PartName } from './parts.ts'
import type { Mode } from './pitch.ts'
import { matchesStem } from './stems.ts'
import { readSubjects, type Subject } from './weave.ts'

/** The meaning of a brief's words, before any musical choice. */
export interface BriefReading {
  readonly language: 'en' | 'ru'
  /** Names of the moods found; a negated one is `not sad`. */
  readonly moods: readonly string[]
  readonly valence: number
  readonly energy: number
  readonly tension: number
  readonly dream: number
  /** Every genre that is named, in the order of the words; what a song is about names none. */
  readonly genres: readonly GenreName[]
  readonly ambiences: readonly AmbienceKind[]
  readonly wanted: readonly InstrumentName[]
  readonly unwanted: readonly InstrumentName[]
  /** Unwanted parts of the arrangement: `no melody`, «без аккордов». */
  readonly unwantedParts: readonly PartName[]
  /** One player alone. */
  readonly isSolo: boolean
  readonly theme: ThemeName
  /** The subject, in the words of the brief: `an old house`, «о дороге домой». */
  readonly subject: string | undefined
  /** The subjects of the words, and the people they are for. */
  readonly subjects: readonly Subject[]
  /** Music without words. */
  readonly isInstrumental: boolean
  /** A length the brief asks for. */
  readonly seconds: number | undefined
  /** Beats a minute. */
  readonly tempo: number | undefined
  readonly metre: Metre | undefined
  /** Pitch class. */
  readonly tonic: number | undefined
  readonly mode: Mode | undefined
}

interface Word {
  readonly text: string
  readonly negated: boolean
  /** It belongs to the song's subject: a song about an old house isn't house music. */
  readonly isSubject: boolean
}

const clamp = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))

const INSTRUMENTAL =
  /instrumental|(?:no|without) (?:any )?(?:words|lyrics|vocals?|singing|voice)|инструментал|без (?:слов|вокала|пения|текста|голоса)/iu
/** A brief is a few sentences; what follows them says nothing more. */
const MOST_CHARACTERS = 4000

/** Reads a brief in English or Russian: moods, genres, places, instruments, key, metre, tempo and length, with negations (`not sad`, `без ударных`). */
export const readBrief = (brief: string): BriefReading => {
  const text = brief.slice(0, MOST_CHARACTERS)
  const words = wordsOf(text)
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
  const instruments = (negated: boolean): readonly InstrumentName[] =>
    named(
      words.filter((word) => word.negated === negated && !word.isSubject),
      INSTRUMENT_NAMES,
      (name) => INSTRUMENT_STEMS[name],
    )
  const genres = named(
    words.filter((word) => !word.negated && !word.isSubject),
    GENRE_NAMES,
    (name) => GENRES[name].stems,
  )
  const key = readKey(text)
  return {
    language: /[а-яё]/iu.test(text) ? 'ru' : 'en',
    moods: found.map(({ mood, negated }) => (negated ? `not ${mood.name}` : mood.name)),
    valence: push('valence'),
    energy: push('energy'),
    tension: Math.max(0, push('tension')),
    dream: Math.max(0, push('dream')),
    genres,
    ambiences: AMBIENCE_KINDS.filter((kind) =>
      words.some((word) => !word.negated && matchesAny(word, AMBIENCE_STEMS[kind])),
    ),
    wanted: instruments(false),
    unwanted: instruments(true),
    unwantedParts: PART_NAMES.filter((part) =>
      words.some((word) => word.negated && matchesAny(word, PART_STEMS[part] ?? [])),
    ),
    isSolo: isSolo(words),
    theme:
      named(
        words.filter((word) => !word.negated),
        THEME_NAMES,
        (name) => (name === 'life' ? [] : THEME_STEMS[name]),
      )[0] ?? (genres[0] === 'lullaby' ? 'child' : 'life'),
    subject: readSubject(words),
    subjects: readSubjects(text),
    isInstrumental: INSTRUMENTAL.test(text),
    seconds: readLength(text),
    tempo: readTempo(text),
    metre: readMetre(text),
    tonic: key?.tonic,
    mode: key?.mode ?? readMode(text),
  }
}

const wordsOf = (brief: string): readonly Word[] => {
  const joined = COMPOUNDS.reduce((text, [pattern, word]) => text.replace(pattern, word), brief.toLowerCase())
  const texts = joined.match(/[\p{L}\p{N}'’&-]+|[.,;:!?—]/gu) ?? []
  let reach = 0
  let isSubject = false
  return texts.flatMap((raw, index) => {
    const text = raw.replaceAll('’', "'")
    if (/^[.,;:!?—]$/u.test(text) || text === 'but' || text === 'а' || text === 'но') {
      reach = 0
      isSubject = false
      return []
    }
    if (SUBJECT_WORDS.includes(text)) isSubject = true
    else if (SUBJECT_ENDS.includes(text)) isSubject = false
    if (NEGATIONS.includes(text)) {
      reach = 1
      return []
    }
    const negated = reach > 0
    if (negated && !NEGATION_BRIDGES.includes(text) && text !== 'or' && text !== 'и' && text !== 'или') reach -= 1
    const isStyle = STYLE_WORDS.includes(texts[index - 1] ?? '') || STYLE_WORDS.includes(texts[index + 1] ?? '')
    return [{ text, negated, isSubject: isSubject && !isStyle }]
  })
}

const MOST_SUBJECT_WORDS = 5
/** The words after `about` alone; in Russian with their preposition, which is in their endings. */
const readSubject = (words: readonly Word[]): string | undefined => {
  const from = words.findIndex(({ isSubject }) => isSubject)
  const end = words.findIndex(({ isSubject }, index) => index > from && !isSubject)
  const said = from < 0 ? [] : words.slice(from, end < 0 ? undefined : end)
  const subject = /[а-яё]/u.test(said[0]?.text ?? '') ? said : said.slice(1)
  return subject.length > 0 && said.length <= MOST_SUBJECT_WORDS ? subject.map(({ text }) => text).join(' ') : undefined
}

const isSolo = (words: readonly Word[]): boolean =>
  words.some(
    (word, index) =>
      !word.negated &&
      !word.isSubject &&
      (matchesAny(word, SOLO_WORDS) || (ONLY_WORDS.includes(word.text) && isInstrument(words, index + 1))),
  )
/** Whether an instrument is named here, or after an article. */
const isInstrument = (words: readonly Word[], at: number): boolean => {
  const word = words[at]
  if (word === undefined) return false
  if (NEGATION_BRIDGES.includes(word.text)) return isInstrument(words, at + 1)
  return INSTRUMENT_NAMES.some((name) => matchesAny(word, INSTRUMENT_STEMS[name]))
}

const matchesAny = (word: Word, stems: readonly string[]): boolean => stems.some((stem) => matchesStem(word.text, stem))

/** The names whose words are in the brief, in order; of several stems of one word, the longest wins. */
const named = <T extends string>(
  words: readonly Word[],
  names: readonly T[],
  stemsOf: (name: T) => readonly string[],
): readonly T[] => {
  const found = words.flatMap((word) => {
    const lengths = names.map((name) => ({
      name,
      length: Math.max(0, ...stemsOf(name).map((stem) => (matchesAny(word, [stem]) ? stem.length : 0))),
    }))
    const best = lengths.reduce<{ name?: T; length: number }>(
      (longest, item) => (item.length > longest.length ? item : longest),
      { length: 0 },
    )
    return best.name === undefined ? [] : [best.name]
  })
  return [...new Set(found)]
}
