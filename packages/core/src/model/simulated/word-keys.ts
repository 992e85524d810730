import { meanings } from './verbs.ts'
import { stemOf } from './words.ts'

const LETTERS: { readonly [letter: string]: string } = Object.fromEntries(
  'а:a б:b в:v г:g д:d е:e ж:j з:s и:i й:i к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:h ц:s ч:ch ш:sh щ:sh ъ: ы:i ь: э:e ю:u я:ia'
    .split(' ')
    .map((pair) => pair.split(':') as [string, string]), // each pair has one colon
)

/** How a word sounds, roughly: `статус` and `status`, `клиентов` and `clients`, `сервис` and `service` meet. */
/** A loan word with a verb's ending: `пингани`, `пингуй`. */
const LOAN_VERB = /(?:ани|аните|ануть|уй|уйте|овать|ируй|ировать|ни|ните|нуть)$/u

const soundsOf = (word: string): readonly string[] => [
  ...new Set([word, stemOf(word), ...(isCyrillic(word) ? [word.replace(LOAN_VERB, '')] : [])].map(soundOf)),
]

/** A Russian ending may hide up to two letters more: `таблиц` is heard as `tabl`. */
const heard = (sound: string): readonly string[] =>
  [sound, sound.slice(0, -1), sound.slice(0, -2)].filter(
    (part) => part.length >= (part === sound ? SHORTEST_SOUND : SHORTEST_PART),
  )

const soundOf = (word: string): string => {
  const latin = [...word].map((letter) => LETTERS[letter] ?? letter).join('')
  const folded = latin
    .replace(/tions?$/u, 'si')
    .replaceAll('ck', 'k')
    .replaceAll('ph', 'f')
    .replaceAll(/c(?=[eiy])|z|c$/gu, 's')
    .replaceAll(/[cq](?!h)/gu, 'k')
    .replaceAll('x', 'ks')
    .replaceAll('w', 'v')
    .replaceAll('y', 'i')
    .replaceAll(/(.)\1/gu, '$1')
  return folded.length > 3 ? folded.replace(/[aei]$/u, '') : folded
}

const isCyrillic = (word: string): boolean => /\p{Script=Cyrillic}/u.test(word)
const SHORTEST_SOUND = 3
const SHORTEST_PART = 4

/** The keys of a Tool's word. */
export const toolKeys = (word: string): readonly string[] => [
  stemOf(word),
  ...meanings(word).map(({ id }) => `verb:${id}`),
  ...(isCyrillic(word) ? [] : soundsOf(word).map((sound) => `sound:${sound}`)),
]

/** The keys of a request's word, with synonyms if it changes something or is in the other language. */
export const requestKeys = (word: string): readonly string[] => {
  const verbs = meanings(word).filter(({ changes }) => changes || isCyrillic(word))
  const sounds = isCyrillic(word) && verbs.length === 0 ? soundsOf(word) : []
  return [
    stemOf(word),
    ...verbs.map(({ id }) => `verb:${id}`),
    ...sounds.flatMap(heard).map((sound) => `sound:${sound}`),
  ]
}

/** A word that only asks to look says nothing of what at: `check`, `покажи`. */
export const onlyLooks = (word: string): boolean => {
  const verbs = meanings(word)
  return verbs.length > 0 && verbs.every(({ id }) => id === 'check' || id === 'show' || id === 'search')
}
