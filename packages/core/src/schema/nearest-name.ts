/** Damerau-Levenshtein distance (adjacent swaps count 1), or `limit + 1` as soon as it must be larger than `limit`. */
const distance = (a: string, b: string, limit: number): number => {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let beforePrevious: number[] = []
  let previous = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    let smallest = row
    for (let column = 1; column <= b.length; column++) {
      const same = a[row - 1] === b[column - 1]
      const above = previous[column] ?? limit
      const left = current[column - 1] ?? limit
      const diagonal = previous[column - 1] ?? limit
      let cost = Math.min(above + 1, left + 1, diagonal + (same ? 0 : 1))
      const swapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (swapped) cost = Math.min(cost, (beforePrevious[column - 2] ?? limit) + 1)
      current.push(cost)
      smallest = Math.min(smallest, cost)
    }
    if (smallest > limit && row > 1) return limit + 1
    beforePrevious = previous
    previous = current
  }
  return previous[b.length] ?? limit + 1
}

/** Letters and digits in lower case: `user_name`, `userName` and `User-Name` fold to the same. */
const fold = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '')

const LONGEST_COMPARED = 128

/**
 * The name a writer most likely meant: the same letters in another case or with other separators, else the fewest
 * edits, at most a third of the length. Undefined where nothing is near. Ties go to the earlier name.
 */
export const nearestName = (name: string, names: Iterable<string>): string | undefined => {
  if (name.length > LONGEST_COMPARED) return undefined
  const folded = fold(name)
  let nearest: string | undefined
  let limit = Math.max(1, Math.floor(folded.length / 3))
  for (const candidate of names) {
    if (candidate.length > LONGEST_COMPARED) continue
    const found = distance(folded, fold(candidate), limit)
    if (found > limit || (found > 0 && found >= folded.length)) continue
    nearest = candidate
    if (found === 0) return nearest
    limit = found - 1
  }
  return nearest
}
