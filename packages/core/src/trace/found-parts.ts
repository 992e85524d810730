import { getPath } from '../request/state.ts'
import { isObject, type Json } from '../schema/json.ts'
import { toPointer } from '../schema/pointer.ts'
import { isSameJson } from '../schema/same-json.ts'
import type { ValuePlace } from './origin-types.ts'

/** Part of the value that was read, and where that came from. */
export interface StateOrigin {
  readonly segments: readonly string[]
  readonly from: ValuePlace
}

/**
 * The parts of a value that was read, each with its origin: the newest place that holds an equal value. The places come
 * newest first. A value that the record lacks is taken as it was written.
 */
export class FoundParts {
  readonly origins: StateOrigin[] = []
  /** Pointers of the parts found, and of what has such a part in it. */
  readonly #found = new Map<string, 'whole' | 'part'>()
  readonly #read: Json | undefined

  constructor(read: Json | undefined) {
    this.#read = read
  }

  get isWhole(): boolean {
    return this.#found.get('') === 'whole'
  }

  /** Takes what still holds of `value`, which was put at `segments` of the value that was read. */
  add(segments: readonly string[], value: Json | undefined, from: ValuePlace): void {
    if (segments.some((_, end) => this.#found.get(toPointer(segments.slice(0, end))) === 'whole')) return
    if (this.#read !== undefined) this.#addHeld(segments, getPath(this.#read, segments), value, from)
    else if (this.#found.get(toPointer(segments)) !== 'whole') this.#put(segments, from)
  }

  #addHeld(segments: readonly string[], read: Json | undefined, value: Json | undefined, from: ValuePlace): void {
    const known = this.#found.get(toPointer(segments))
    if (known === 'whole' || read === undefined || value === undefined) return
    if (known === undefined && isSameJson(read, value)) {
      this.#put(segments, from)
      return
    }
    if (!(isObject(read) && isObject(value)) && !(Array.isArray(read) && Array.isArray(value))) return
    for (const name of Object.keys(read)) {
      const place = { ...from, pointer: from.pointer + toPointer([name]) }
      this.#addHeld([...segments, name], getPath(read, [name]), getPath(value, [name]), place)
    }
  }

  #put(segments: readonly string[], from: ValuePlace): void {
    for (const end of segments.keys()) this.#found.set(toPointer(segments.slice(0, end)), 'part')
    this.#found.set(toPointer(segments), 'whole')
    this.origins.push({ segments, from })
  }
}
