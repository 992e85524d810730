/** Postgres takes no longer ones. */
const MOST_LETTERS = 200

/** The words of a text without accents and case, as the full-text index of SQLite has them. */
const wordsIn = (text: string): readonly string[] => {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.slice(0, MOST_LETTERS))
}

const quoted = (word: string): string => `'${word}'`

/** The text of a `tsvector`. */
export const toVector = (text: string): string => [...new Set(wordsIn(text))].map(quoted).join(' ')

/** A person's words as a `tsquery`: all of them, by prefix; undefined without words. */
export const toQuery = (text: string): string | undefined => {
  const words = wordsIn(text)
  return words.length === 0 ? undefined : words.map((word) => `${quoted(word)}:*`).join(' & ')
}
