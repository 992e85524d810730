/** Tokens of a pattern: escapes and character classes are skipped as a whole. */
const TOKENS = /\\k<|\\[\s\S]|\[(?:\\[\s\S]|[^\]\\])*\]|\(\?(?:[=!]|<[=!])/gu

/** Look-around or a back-reference of a pattern, as written; neither runs in linear time. */
export const lookAroundIn = (pattern: string): string | undefined => {
  if (!pattern.includes('(?') && !pattern.includes('\\')) return undefined
  return [...pattern.matchAll(TOKENS)].map(([token]) => token).find((token) => /^(?:\(\?|\\[1-9]|\\k<)/u.test(token))
}
