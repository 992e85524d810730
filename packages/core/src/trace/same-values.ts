import { escapePointer, isObject, type Json, type Pointer } from '../schema/json.ts'
import type { ValuePlace } from './origin-types.ts'

/** A place whose value may be found again. */
export interface KnownValue {
  readonly place: ValuePlace
  readonly value: Json
}
export interface SameValue {
  /** In the value that was looked up. */
  readonly pointer: Pointer
  readonly from: ValuePlace
  readonly how: 'same' | 'contains'
}

/** Shorter texts and smaller numbers are equal by chance. */
const FEWEST_LETTERS = 4
const FEWEST_DIGITS = 3
const FEWEST_OF_PROSE = 12
/** Longer texts are compared as a whole only. */
const LONGEST_SEARCHED = 20_000
const MOST_MATCHES = 5
/** Whether a value says enough for its equal to mean something. */
export const isTelling = (value: Json): boolean => {
  if (typeof value === 'string') return value.trim().length >= FEWEST_LETTERS
  if (typeof value === 'number') return String(value).replaceAll(/\D/g, '').length >= FEWEST_DIGITS
  return typeof value === 'object' && value !== null && Object.values(value).some((item) => isTelling(item as Json)) // JSON's members
}

/** Values by their texts: finds where an equal one, or one that holds it, was before. */
export class SameValues {
  readonly #searches: { left: number }
  readonly #equal = new Map<string, ValuePlace[]>()
  readonly #texts: { readonly place: ValuePlace; readonly text: string; readonly fewest: number }[] = []

  /** `searches` counts down for each text that is searched in another. */
  constructor(searches: { left: number }) {
    this.#searches = searches
  }

  add({ place, value }: KnownValue): void {
    if (!isTelling(value)) return
    const key = keyOf(value)
    const same = this.#equal.get(key)
    if (same === undefined) this.#equal.set(key, [place])
    else same.push(place)
    if (typeof value === 'string' && value.length <= LONGEST_SEARCHED)
      this.#texts.push({ place, text: value, fewest: FEWEST_LETTERS })
    eachMember(value, (name, item) =>
      this.add({ place: { ...place, pointer: `${place.pointer}/${escapePointer(name)}` }, value: item }),
    )
  }

  /** Prose holds most short words: only a longer text in it means something. */
  addProse({ place, value }: KnownValue): void {
    if (typeof value === 'string' && value.length <= LONGEST_SEARCHED)
      this.#texts.push({ place, text: value, fewest: FEWEST_OF_PROSE })
  }

  /** The largest parts of a value that were seen before, each with the places where. */
  find(value: Json, pointer: Pointer = ''): readonly SameValue[] {
    if (!isTelling(value)) return []
    const equal = this.#equal.get(keyOf(value))
    if (equal !== undefined) return equal.slice(0, MOST_MATCHES).map((from) => ({ pointer, from, how: 'same' }))
    if (typeof value === 'string' || typeof value === 'number') return this.#holding(String(value), pointer)
    const found: SameValue[] = []
    eachMember(value, (name, item) => found.push(...this.find(item, `${pointer}/${escapePointer(name)}`)))
    return found
  }

  #holding(text: string, pointer: Pointer): readonly SameValue[] {
    const found: SameValue[] = []
    if (text.length > LONGEST_SEARCHED) return found
    for (const { place, text: other, fewest } of this.#texts) {
      if (found.length >= MOST_MATCHES || this.#searches.left <= 0) break
      this.#searches.left -= 1
      if ((text.length >= fewest && holds(other, text)) || holds(text, other))
        found.push({ pointer, from: place, how: 'contains' })
    }
    return found
  }
}

const LETTER = /[\p{L}\p{N}]/u

/** Whether a text holds another as whole words. */
const holds = (text: string, part: string): boolean => {
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1))
    if (!LETTER.test(text[at - 1] ?? ' ') && !LETTER.test(text[at + part.length] ?? ' ')) return true
  return false
}

const keyOf = (value: Json): string => JSON.stringify(value)

const eachMember = (value: Json, visit: (name: string, item: Json) => void): void => {
  if (Array.isArray(value)) for (const [index, item] of value.entries()) visit(String(index), item as Json)
  else if (isObject(value)) for (const [name, item] of Object.entries(value)) visit(name, item)
}
