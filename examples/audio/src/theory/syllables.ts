/** The syllables of a line: at hyphens where the writer set them, else by the sounds of each word. Each keeps a trailing `-` inside a word. */
export const syllablesOf = (line: string): readonly string[] =>
  line
    .trim()
    .split(/\s+/u)
    .filter((word) => word !== '' && /[\p{L}\p{N}]/u.test(word))
    .flatMap((word) => {
      const pieces = word.includes('-') ? word.split('-').filter((piece) => piece !== '') : splitWord(word)
      return pieces.flatMap((piece, index) => (index < pieces.length - 1 ? [`${piece}-`] : [piece]))
    })
    .reduce<string[]>((joined, syllable) => {
      // A piece without a vowel (Russian в, к, с) is sung with the next one.
      const previous = joined.at(-1)
      if (previous !== undefined && !VOWEL.test(previous))
        joined[joined.length - 1] = `${previous.replace(/-$/u, '')}~${syllable}`
      else joined.push(syllable)
      return joined
    }, [])

const VOWEL = /[aeiouyаеёиоуыэюя0-9]/iu

/** A word between its syllables: `ко-тов`, `birth-day`; marks around it stay where they are. */
export const splitWord = (text: string): readonly string[] => {
  const nuclei = vowelsOf(text)
  if (nuclei.length < 2) return [text]
  const cuts = nuclei.slice(1).map(([next], index) => {
    const after = nuclei[index]?.[1] ?? 0
    const between = text.slice(after, next).toLowerCase()
    // A last -le takes the consonant before it: can-dle.
    if (/^le[sd]?$/u.test(bareWord(text.slice(next - 1)))) return Math.max(after, next - 2)
    return after + closing(between)
  })
  return [0, ...cuts].map((cut, index) => text.slice(cut, cuts[index] ?? text.length))
}

/** Where the vowels of a word begin and end: each letter in Russian, groups of them in English, without a silent e. */
const vowelsOf = (text: string): readonly (readonly [from: number, to: number])[] => {
  const isRussian = /[а-яё]/iu.test(text)
  const pattern = isRussian ? /[аеёиоуыэюя]/giu : /qu(?=[aeiou])|eye|[aeiou]+|(?<=[^aeiou])y/giu
  const found = [...text.matchAll(pattern)]
    .filter((match) => match[0].toLowerCase() !== 'qu' && !isSilentInside(text, match))
    .map((match) => [match.index, match.index + match[0].length] as const)
  if (isRussian) return found
  const split = found.flatMap(([from, to]): (readonly [number, number])[] =>
    /^(?:ia|io|ua|eo|iu)$/iu.test(text.slice(from, to)) && !/[tscg]$/iu.test(text.slice(0, from))
      ? [
          [from, from + 1],
          [from + 1, to],
        ]
      : [[from, to]],
  )
  const [bare = text] = /^[\p{L}']*/u.exec(text) ?? []
  const isSilent =
    /[^aeiouyl]e(?:s|d)?$|[aeiouy]le[sd]?$|[^aeioutd]ed$|gue$/iu.test(bare) &&
    !/(?:[sxz]|ch|sh|c|g)es$|[td]ed$/iu.test(bare)
  return isSilent && split.length > 1 ? split.slice(0, -1) : split
}

const HALVES = /^e(?:work|thing|where|time|day|town|ly|less|ful|ment|m[ae]n|body|one|side|house|land|room)/iu
/** The e of `homework`, before the second half of a word. */
const isSilentInside = (text: string, { 0: letters, index }: RegExpExecArray): boolean =>
  letters.toLowerCase() === 'e' && index > 1 && HALVES.test(text.slice(index))

/** How many of the consonants between two vowels close the first syllable. */
const closing = (between: string): number => {
  if (between.length < 2) return between === 'x' ? 1 : 0
  if (/[а-яё]/u.test(between)) {
    const sign = Math.max(between.lastIndexOf('ь'), between.lastIndexOf('ъ'), between.lastIndexOf('й'))
    if (sign >= 0) return sign + 1
    const [sonorants = ''] = /^[рлмн]*/u.exec(between) ?? []
    if (sonorants !== '') return Math.min(sonorants.length, between.length - 1)
    return RUSSIAN_ONSETS.test(between) ? 0 : 1
  }
  if (between === 'ck') return 2
  if (ENGLISH_ONSETS.test(between)) return 0
  const onset = [2, 3].find((length) => length < between.length && ENGLISH_ONSETS.test(between.slice(-length)))
  return between.length - (onset ?? 1)
}
const ENGLISH_ONSETS = /^(?:[bcdfgkpt]r|[bcfgkp]l|[cpstw]h|qu|str|spr|scr|thr)$/u
const RUSSIAN_ONSETS = /^(?:с[тпкмнлв]р?|[пбткгдвфх]р|[пбкгвфх]л|[здтхк]в|зн|гн|дн|кн|жд)$/u

/** Words of one syllable that carry no stress at the start of a line. */
const WEAK_WORDS = new Set(
  (
    'a an the and but or so as if in on at by for from to of with oh i you we he she it they my your our his her its ' +
    "who what where when this that there and then is are was were be will can may do not no here's " +
    'и а но да не ни на о об у за из от до по под над для про при как что где мы я ты он вы все всё мой твой наш пусть ' +
    'там тут вот их её его ей ему нам вам мне нас вас она оно они'
  ).split(' '),
)
const bareWord = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}']/gu, '')
/** Whether a line begins before its bar: with an even number of syllables, or with a weak word. */
export const startsWeak = (syllables: readonly string[]): boolean =>
  syllables.length > 0 &&
  (syllables.length % 2 === 0 ||
    isWeak(syllables[0] ?? '') ||
    (/-$/u.test(syllables[0] ?? '') && isWeakOpening(syllables[0] ?? '')))
const isWeak = (text: string): boolean => WEAK_WORDS.has(bareWord(text))
/** First syllables of words that are stressed later. */
const isWeakOpening = (text: string): boolean => ['to', 'се', 'спо', 'зву', 'по'].includes(bareWord(text))

/** Words whose stress is not where the rule would look for it: which syllable has it. */
const STRESSES: Readonly<Record<number, readonly string[]>> = {
  0: 'бабуш дедуш робот лошад город дерев люди дети праздник осен'.split(' '),
  1: (
    'guitar hotel machine balloon goodbye maria computer tomato potato umbrella today tonight tomorrow ' +
    'december november september october july alone surprise banana piano musician mistake belief event ' +
    'career parade sofia marie elena кота коте коту котов коты любви любовь дожде дожди весне весна зиме ' +
    'зима горах петра петре окне луне мечте судьбе войне войну звезде реке душе семье друзьях друзей отце ' +
    'отца сестре жене стране москве иване ивана потерян расставан грозе лисе лису слоне слона ноябре ' +
    'октябре январе огне зверях'
  ).split(' '),
}
/** Which syllable of a word is stressed: ё, a word of the list, else the first in English and the last but one in Russian. */
export const stressOf = (word: string): number => {
  const syllables = splitWord(word)
  const lower = bareWord(word)
  const yo = syllables.findIndex((syllable) => /ё/iu.test(syllable))
  if (yo >= 0) return yo
  const listed = [0, 1].find((place) => STRESSES[place]?.some((stem) => lower.startsWith(stem)))
  if (listed !== undefined) return Math.min(listed, syllables.length - 1)
  if (/[а-я]/u.test(lower)) return Math.max(0, syllables.length - 2)
  return /(?:tion|sion|cian|ic|ity)s?$/u.test(lower) ? Math.max(0, syllables.length - (/ity$/u.test(lower) ? 3 : 2)) : 0
}

/** How many syllables of a phrase come before its first stress. */
export const weakBefore = (phrase: string): number => {
  let before = 0
  for (const word of phrase.split(/\s+/u)) {
    if (!VOWEL.test(word)) continue
    if (!isWeak(word)) return before + stressOf(word)
    before += splitWord(word).length
  }
  return 0
}
