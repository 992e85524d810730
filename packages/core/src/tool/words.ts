/** Words that carry no subject, of the two languages people write Ideas in. */
const STOP_WORDS = new Set(
  `a an the and or but not no of for to in on at by with from as is are be it its this that these those when where which
  who what how if then than so do does did has have had will can may must should use used uses using call called tool
  function one all any some each every into out up about only also just very please you your
  и в во не что он на с со как а то все но по от из за для или при это эта этот эти если когда где чтобы же ли бы у о об
  до без над под так только ещё уже`.split(/\s+/u),
)

/** Letters and digits of any script, lower-case; `checkHttp_status` is check, http, status. */
export const wordsOf = (text: string): readonly string[] => (isPlain(text) ? plainWordsOf(text) : anyWordsOf(text))

/** Whether it says anything: `wordsOf` would find one. */
export const hasWord = (text: string): boolean => /[\p{L}\p{N}]/u.test(text)

// ASCII begins with control characters.
const isPlain = (text: string): boolean => /^[\0-\x7F]*$/.test(text)

const isLower = (code: number): boolean => code >= 97 && code <= 122
const isUpper = (code: number): boolean => code >= 65 && code <= 90
const isDigit = (code: number): boolean => code >= 48 && code <= 57

/** The same in a tenth of the time, for what most texts hold alone. */
const plainWordsOf = (text: string): readonly string[] => {
  const words: string[] = []
  let begin = -1
  let before = 0
  for (let at = 0; at <= text.length; at++) {
    const code = at < text.length ? text.charCodeAt(at) : 0
    const isWord = isLower(code) || isUpper(code) || isDigit(code)
    // A capital begins another word, except behind one.
    const isNew = isUpper(code) && !isUpper(before)
    // Word by word: the engine may move a `toLowerCase` of the whole text into the loop, which then takes minutes.
    if (begin >= 0 && (!isWord || isNew)) words.push(text.slice(begin, at).toLowerCase())
    if (!isWord) begin = -1
    else if (begin < 0 || isNew) begin = at
    before = code
  }
  return words
}

const anyWordsOf = (text: string): readonly string[] =>
  text
    .replaceAll(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** The words that say what a text is about, each once. */
export const subjectsOf = (text: string): readonly string[] => subjectsIn(wordsOf(text))

/** The same of words that were found already. */
export const subjectsIn = (words: readonly string[]): readonly string[] => [...new Set(words.filter(isSubject))]

/** Whether a word says what a text is about. */
export const isSubject = (word: string): boolean => word.length > 2 && !STOP_WORDS.has(word)

/** Words that are kin begin alike: those of another start need no comparing. */
export const startOf = (word: string): string => word.slice(0, SHORTEST_STEM)

const SHORTEST_STEM = 3
const LONGEST_ENDING = 3

/** Whether two words are forms of one, by a shared beginning (`wave`, `waves`; `погода`, `погоду`): enough for lint. */
export const areKin = (one: string, other: string): boolean => {
  if (one === other) return true
  let shared = 0
  while (shared < one.length && one.charCodeAt(shared) === other.charCodeAt(shared)) shared++
  const rest = Math.max(one.length, other.length) - shared
  return shared >= SHORTEST_STEM && rest <= LONGEST_ENDING && shared > rest
}

export const sharesWord = (words: readonly string[], others: readonly string[]): boolean =>
  words.some((word) => others.some((other) => areKin(word, other)))

/** Whether words of two texts that are shared are at least such a share of all their words. */
export const areAlike = (words: readonly string[], others: readonly string[], share: number): boolean => {
  if (words.length === 0 || others.length === 0) return false
  let missed = 0
  for (const word of words) {
    if (others.some((other) => areKin(word, other))) continue
    missed++
    if (shareOf(words.length - missed, words.length, others.length) < share) return false
  }
  return shareOf(words.length - missed, words.length, others.length) >= share
}

/** The share of so many words in all words of two texts; never less for more. */
export const shareOf = (shared: number, words: number, others: number): number => shared / (words + others - shared)
