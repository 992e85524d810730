const LONGEST_COMPARED = 128

/** Three rows of a table of distances, used again and again: a workspace may compare a million names. No name is longer in lower case. */
const rows = [0, 1, 2].map(() => new Uint16Array(2 * LONGEST_COMPARED + 1))

/** Damerau-Levenshtein distance (adjacent swaps count 1), or `limit + 1` as soon as it must be larger than `limit`. */
const distance = (a: string, b: string, limit: number): number => {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let [beforePrevious, previous, current] = rows as [Uint16Array, Uint16Array, Uint16Array] // three, above
  for (let column = 0; column <= b.length; column++) previous[column] = column
  for (let row = 1; row <= a.length; row++) {
    current[0] = row
    let smallest = row
    for (let column = 1; column <= b.length; column++) {
      const same = a.charCodeAt(row - 1) === b.charCodeAt(column - 1)
      const above = previous[column] ?? limit
      const left = current[column - 1] ?? limit
      const diagonal = previous[column - 1] ?? limit
      let cost = Math.min(above + 1, left + 1, diagonal + (same ? 0 : 1))
      const swapped =
        row > 1 &&
        column > 1 &&
        a.charCodeAt(row - 1) === b.charCodeAt(column - 2) &&
        a.charCodeAt(row - 2) === b.charCodeAt(column - 1)
      if (swapped) cost = Math.min(cost, (beforePrevious[column - 2] ?? limit) + 1)
      current[column] = cost
      smallest = Math.min(smallest, cost)
    }
    if (smallest > limit && row > 1) return limit + 1
    ;[beforePrevious, previous, current] = [previous, current, beforePrevious]
  }
  return previous[b.length] ?? limit + 1
}

interface Folded {
  readonly text: string
  /** A bit for each kind of character in it. */
  readonly kinds: number
}
const MOST_KEPT = 30_000
const kept = new Map<string, Folded>()

/** Letters and digits in lower case: `user_name`, `userName` and `User-Name` fold to the same. The names of a workspace are folded once. */
const fold = (name: string): Folded => {
  const known = kept.get(name)
  if (known !== undefined) return known
  const text = name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  let kinds = 0
  for (let at = 0; at < text.length; at++) kinds |= 1 << (text.charCodeAt(at) & 31)
  const folded = { text, kinds }
  if (kept.size >= MOST_KEPT) kept.clear()
  kept.set(name, folded)
  return folded
}

const count = (bits: number): number => {
  let left = bits
  let found = 0
  for (; left !== 0; left &= left - 1) found++
  return found
}

/** Whether more kinds of characters are in one of them alone than edits are allowed, each of which mends one. */
const isFar = (one: Folded, other: Folded, limit: number): boolean =>
  count(one.kinds & ~other.kinds) > limit || count(other.kinds & ~one.kinds) > limit

/**
 * The name a writer most likely meant: the same letters in another case or with other separators, else the fewest
 * edits, at most a third of the length. Undefined where nothing is near. Ties go to the earlier name.
 */
export const nearestName = (name: string, names: Iterable<string>): string | undefined => {
  if (name.length > LONGEST_COMPARED) return undefined
  const folded = fold(name)
  const { length } = folded.text
  let nearest: string | undefined
  let limit = Math.max(1, Math.floor(length / 3))
  for (const candidate of names) {
    if (candidate.length > LONGEST_COMPARED) continue
    const other = fold(candidate)
    if (isFar(folded, other, limit)) continue
    const found = distance(folded.text, other.text, limit)
    if (found > limit || (found > 0 && found >= length)) continue
    nearest = candidate
    if (found === 0) return nearest
    limit = found - 1
  }
  return nearest
}
