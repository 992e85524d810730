const LONGEST_COMPARED = 128

/** Three rows of a table of distances, used again and again: a workspace may compare a million names. No name is longer in lower case. */
const rows = [0, 1, 2].map(() => new Uint16Array(2 * LONGEST_COMPARED + 1))

/** Damerau-Levenshtein distance (adjacent swaps count 1), or `limit + 1` as soon as it must be larger than `limit`. */
const distance = (a: string, b: string, limit: number): number => {
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

/** A name as it is compared. */
interface Folded {
  readonly name: string
  /** Its letters and digits in lower case: `user_name`, `userName` and `User-Name` fold to the same. */
  readonly text: string
  /** A bit for each kind of character in it. */
  readonly kinds: number
}

const fold = (name: string): Folded => {
  const text = name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')
  let kinds = 0
  for (let at = 0; at < text.length; at++) kinds |= 1 << (text.charCodeAt(at) & 31)
  return { name, text, kinds }
}

/** How many bits are set: those of pairs, of fours and of bytes are added up side by side. */
const count = (bits: number): number => {
  const pairs = bits - ((bits >>> 1) & 0x55555555)
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333)
  return (((fours + (fours >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24
}

/** Names as they are compared, and their kinds side by side: looking through thousands touches one short list. */
interface FoldedNames {
  readonly folded: readonly Folded[]
  readonly kinds: Uint32Array
}

const foldAll = (names: Iterable<string>): FoldedNames => {
  const folded = [...names].filter((name) => name.length <= LONGEST_COMPARED).map(fold)
  return { folded, kinds: Uint32Array.from(folded, ({ kinds }) => kinds) }
}

/**
 * The likely name: same letters in other case or separators, else fewest edits (at most a third). Ties: the earlier.
 */
export const nearestName = (name: string, names: Iterable<string>): string | undefined =>
  nearestOf(name, foldAll(names))

const known = new WeakMap<ReadonlyMap<string, unknown>, FoldedNames>()

/** The same for the keys of an unchanging map: thousands of them are folded once. */
export const nearestKey = (name: string, map: ReadonlyMap<string, unknown>): string | undefined => {
  const names = known.get(map) ?? foldAll(map.keys())
  known.set(map, names)
  return nearestOf(name, names)
}

const nearestOf = (name: string, { folded, kinds }: FoldedNames): string | undefined => {
  if (name.length > LONGEST_COMPARED) return undefined
  const wanted = fold(name)
  const { length } = wanted.text
  let nearest: string | undefined
  let limit = Math.max(1, Math.floor(length / 3))
  for (let at = 0; at < folded.length; at++) {
    const own = kinds[at] ?? 0
    // Each edit brings or takes one kind of character, and changes the length by one at most.
    if (count(own & ~wanted.kinds) > limit || count(wanted.kinds & ~own) > limit) continue
    const candidate = folded[at]
    if (!candidate || Math.abs(candidate.text.length - length) > limit) continue
    const found = distance(wanted.text, candidate.text, limit)
    if (found > limit || (found > 0 && found >= length)) continue
    nearest = candidate.name
    if (found === 0) return nearest
    limit = found - 1
  }
  return nearest
}
