/** Whether a word begins with a stem of the lexicon; one that is written `=word` is the whole word. */
export const matchesStem = (word: string, stem: string): boolean =>
  stem.startsWith('=') ? word === stem.slice(1) : word.startsWith(stem)
