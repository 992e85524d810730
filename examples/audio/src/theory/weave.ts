import { INSTRUMENT_NAMES, INSTRUMENT_STEMS } from './instrument-words.ts'
import { matchesStem } from './stems.ts'
import { syllablesOf, weakBefore } from './syllables.ts'

/** The subject of a song, or the person it is for, in the words of the brief: `{ link: 'for', phrase: 'Anna' }`, «для Анны». */
export interface Subject {
  readonly language: 'en' | 'ru'
  /** English names the link apart; a Russian phrase keeps its preposition, which its ending obeys. */
  readonly link: 'about' | 'for'
  readonly phrase: string
}

const MOST_WORDS = 5
const ENGLISH = /(?<!\p{L})(about|for)\s(?=\s*([^.,;:!?()"«»\n]+))/giu
const RUSSIAN = /(?<!\p{L})(?=((?:про|об?|для|ко дню|на день)\s+[^.,;:!?()"«»\n]+))(?:про|об?|для|ко|на)\s/giu
/** Where a phrase ends, and something else about the song begins. */
const ENGLISH_END =
  /\s+(?:with|without|in|using|as|at|on|that|who|which|by|for|about|and then|when|lasting|of \d|\d)(?=\s|$).*$/iu
const RUSSIAN_END = /\s+(?:с|со|без|в|во|на|под|как|где|чтобы|который|которая|для|про|\d+)(?=\s|$).*$/iu
const NO_SUBJECT =
  /^(?:it|me|you|us|this|that|everything|nothing|a minute|\d.*|radio|tv|solo .*|this .*|нас|меня|соло.*|всё|радио)$/iu

/** The subjects of a brief, in its order; not instruments and lengths. */
export const readSubjects = (brief: string): readonly Subject[] => {
  const language = /[а-яё]/iu.test(brief) ? 'ru' : 'en'
  const text = brief.slice(0, 4000)
  const found =
    language === 'ru'
      ? [...text.matchAll(RUSSIAN)].map(([, phrase = '']) => ({
          link: /^для/iu.test(phrase) ? ('for' as const) : ('about' as const),
          phrase: phrase.trim().replace(RUSSIAN_END, ''),
        }))
      : [...text.matchAll(ENGLISH)].map(([, link = '', phrase = '']) => ({
          link: link.toLowerCase() === 'for' ? ('for' as const) : ('about' as const),
          phrase: phrase.trim().replace(ENGLISH_END, ''),
        }))
  return (
    found
      .map((subject) => ({ ...subject, language, phrase: firstWords(subject.phrase) }) as const)
      .filter(({ phrase }) => isSubject(phrase))
      // Whom it is for comes first.
      .sort((a, b) => Number(b.link === 'for') - Number(a.link === 'for'))
  )
}

const firstWords = (phrase: string): string => phrase.split(/\s+/u).slice(0, MOST_WORDS).join(' ')
const isSubject = (phrase: string): boolean => {
  const bare = phrase.toLowerCase().replace(/^(?:про|об?|для)\s+/u, '')
  const isInstrument = bare
    .split(/\s+/u)
    .some((word) => INSTRUMENT_NAMES.some((name) => INSTRUMENT_STEMS[name].some((stem) => matchesStem(word, stem))))
  return /\p{L}/u.test(bare) && !NO_SUBJECT.test(bare) && !isInstrument
}

export type WordMood = 'sad' | 'bright' | 'calm' | 'bold' | 'neutral'
type Openings = readonly [first: string, second: string]
/**
 * The openings of two lines that end with the phrase. A phrase that begins with a weak syllable follows an even number of
 * syllables, one that begins with a stress an odd number: so its stress falls on a beat.
 */
const OPENINGS = {
  en: {
    about: {
      even: ['I want to sing a-bout', 'We al-ways come back to'],
      odd: ['Now let me sing of', 'We al-ways come back round to'],
    },
    for: {
      even: ['This lit-tle song is for', 'And all of it is for'],
      odd: ['We sing to-day for', 'And ev-ery note is made for'],
    },
  },
  ru: {
    about: { even: ['Се-год-ня мы по-ём', 'И каж-дый звук и слог'], odd: ['Спо-ём се-год-ня', 'И все сло-ва здесь'] },
    for: { even: ['Се-год-ня мы по-ём', 'И каж-дый звук и слог'], odd: ['Спо-ём се-год-ня', 'И все сло-ва здесь'] },
  },
} as const satisfies Record<string, Record<'about' | 'for', Record<'even' | 'odd', Openings>>>

/** Two short lines that rhyme. */
const ANSWERS: Readonly<Record<'en' | 'ru', Readonly<Record<WordMood, Openings>>>> = {
  en: {
    neutral: ['and that is how it goes', 'as ev-ery-bo-dy knows'],
    bright: ['the whole town sings a-long', 'and joins us in the song'],
    sad: ['and what it left be-hind', 'it will not leave my mind'],
    calm: ['so soft-ly now and low', 'as gen-tle wa-ters flow'],
    bold: ['and let the win-dows shake', 'un-til the hills a-wake'],
  },
  ru: {
    neutral: ['и весь рас-сказ та-ков', 'без лиш-них гром-ких слов'],
    bright: ['и ве-се-ло кру-гом', 'и пес-ней по-лон дом'],
    sad: ['и в серд-це ти-ши-на', 'и ночь сто-ит од-на'],
    calm: ['и ти-хо гас-нет свет', 'и луч-ше пес-ни нет'],
    bold: ['пусть слы-шат не-бе-са', 'и гром-че го-ло-са'],
  },
}

/** Two couplets that speak of a subject: long lines that name it, short ones that rhyme. */
export const weave = (subject: Subject, mood: WordMood): readonly (readonly [long: string, short: string])[] => {
  const { language, link, phrase } = subject
  const [first, second] = OPENINGS[language][link][weakBefore(phrase) % 2 === 0 ? 'odd' : 'even']
  const [answer, rhyme] = ANSWERS[language][mood]
  const sung = hyphenated(phrase)
  return [
    [`${first} ${sung}`, answer],
    [`${second} ${sung}`, rhyme],
  ]
}

/** A phrase with hyphens between syllables. */
const hyphenated = (phrase: string): string =>
  phrase
    .split(/\s+/u)
    .map((word) => syllablesOf(word).join('').replaceAll('~', ' '))
    .join(' ')
