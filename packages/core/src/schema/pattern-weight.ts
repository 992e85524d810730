/** A class by property of characters holds hundreds of ranges. */
const PROPERTY_WEIGHT = 80
/** The base cost of any pattern. */
const BASE_WEIGHT = 20

/**
 * A pattern's size with its counted repeats written out, the cost of compiling: `(a{30}){30}` is 900 large. Never too
 * low; any number for an invalid one.
 */
export const patternWeight = (pattern: string): number => {
  /** Sums of the groups that are open, outermost first; the atom that a repeat would multiply. */
  const sums = [BASE_WEIGHT]
  let atom = 0
  const close = (weight: number): void => {
    sums[sums.length - 1] = (sums.at(-1) ?? 0) + atom
    atom = weight
  }
  for (const [token, min, comma, max] of pattern.matchAll(TOKENS)) {
    if (token === '(') {
      close(0)
      sums.push(1)
    } else if (token === ')') {
      close(0)
      atom = sums.length > 1 ? (sums.pop() ?? 1) : 1
    } else if (min !== undefined) {
      const most = max !== undefined && max !== '' ? Number(max) : Number(min) + (comma === undefined ? 0 : 1)
      // Each optional repeat is its own alternative.
      atom *= Math.max(1, most + Math.max(0, most - Number(min)))
    } else if (token.startsWith('[') || /^\\[pP]/.test(token)) {
      close(1 + PROPERTY_WEIGHT * (token.match(/\\[pP]/g)?.length ?? 0))
    } else if (token === '*' || token === '+' || token === '?') {
      atom *= 2
    } else close(1)
  }
  close(0)
  while (sums.length > 1) sums[sums.length - 2] = (sums.at(-2) ?? 0) + (sums.pop() ?? 0)
  return sums[0] ?? 0
}

const TOKENS =
  /\{(\d{1,6})(,)?(\d{1,6})?\}|\[\^?\]?(?:\\[\s\S]|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\[\s\S]|[()]|[*+?]|[\s\S]/gu
