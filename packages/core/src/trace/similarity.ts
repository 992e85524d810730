import { isArray, isObject, type Json } from '../schema/json.ts'

/**
 * How similar two values are, 0 to 1. Two texts: the Sørensen–Dice coefficient of their pairs of letters, regardless of
 * case and spacing, over their first 100,000 characters. Two numbers: 1 less their relative difference. Lists and objects: the mean over all places of both.
 * Anything else: 1 if equal.
 */
export const similarityOf = (one: Json | undefined, other: Json | undefined): number => {
  const { sum, places } = compared(one, other)
  return places === 0 ? 1 : sum / places
}

interface Compared {
  readonly sum: number
  readonly places: number
}

const compared = (one: Json | undefined, other: Json | undefined): Compared => {
  if ((isArray(one) && isArray(other)) || (isObject(one) && isObject(other))) return comparedMembers(one, other)
  return { sum: similarLeaves(one, other), places: Math.max(placesIn(one), placesIn(other), 1) }
}

const comparedMembers = (one: Json | undefined, other: Json | undefined): Compared => {
  // A list is an object of its positions here.
  const [ones, others] = [membersOf(one), membersOf(other)]
  const names = new Set([...ones.keys(), ...others.keys()])
  if (names.size === 0) return { sum: 1, places: 1 }
  return [...names]
    .map((name) => compared(ones.get(name), others.get(name)))
    .reduce((total, { sum, places }) => ({ sum: total.sum + sum, places: total.places + places }), {
      sum: 0,
      places: 0,
    })
}

const membersOf = (value: Json | undefined): ReadonlyMap<string, Json | undefined> =>
  new Map(isArray(value) ? value.map((item, at) => [String(at), item]) : Object.entries(value ?? {}))

const similarLeaves = (one: Json | undefined, other: Json | undefined): number => {
  if (typeof one === 'string' && typeof other === 'string') return similarTexts(one, other)
  if (typeof one === 'number' && typeof other === 'number') return similarNumbers(one, other)
  return one !== undefined && one === other ? 1 : 0
}

const placesIn = (value: Json | undefined): number => {
  if (typeof value !== 'object' || value === null) return value === undefined ? 0 : 1
  const inside = [...membersOf(value).values()]
  return inside.length === 0 ? 1 : inside.reduce<number>((sum, item) => sum + placesIn(item), 0)
}

const similarNumbers = (one: number, other: number): number => {
  const most = Math.max(Math.abs(one), Math.abs(other))
  return most === 0 ? 1 : Math.max(0, 1 - Math.abs(one - other) / most)
}

/** Characters of a text that are compared, so that no text holds the process up. */
const MOST_COMPARED = 100_000

const similarTexts = (one: string, other: string): number => {
  if (one === other) return 1
  const [a, b] = [plain(one), plain(other)]
  if (a === b) return 1
  const [ones, others] = [pairsOf(a), pairsOf(b)]
  const [few, many] = [a.length - 1, b.length - 1]
  if (few < 1 || many < 1) return 0
  let shared = 0
  for (const [pair, count] of ones) shared += Math.min(count, others.get(pair) ?? 0)
  return (2 * shared) / (few + many)
}

const plain = (text: string): string =>
  // One character can become eighteen.
  text.slice(0, MOST_COMPARED).normalize('NFKC').slice(0, MOST_COMPARED).toLowerCase().replaceAll(/\s+/g, ' ').trim()

/** How often each pair of neighbouring letters occurs. */
const pairsOf = (text: string): ReadonlyMap<string, number> => {
  const pairs = new Map<string, number>()
  for (let at = 0; at + 1 < text.length; at++) {
    const pair = text.slice(at, at + 2)
    pairs.set(pair, (pairs.get(pair) ?? 0) + 1)
  }
  return pairs
}
