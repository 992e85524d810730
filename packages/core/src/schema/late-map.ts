/**
 * A Map that takes memory from its first entry on, and none after its last: most of those that every Run and every turn
 * holds stay empty, and an empty Map is two hundred bytes.
 */
export class LateMap<Key, Value> {
  #map: Map<Key, Value> | undefined

  get size(): number {
    return this.#map?.size ?? 0
  }

  get(key: Key): Value | undefined {
    return this.#map?.get(key)
  }

  has(key: Key): boolean {
    return this.#map?.has(key) === true
  }

  set(key: Key, value: Value): void {
    ;(this.#map ??= new Map()).set(key, value)
  }

  delete(key: Key): boolean {
    const map = this.#map
    if (map?.delete(key) !== true) return false
    if (map.size === 0) this.#map = undefined
    return true
  }

  /** As they are now: what comes or goes while they are looked at is not seen. */
  keys(): readonly Key[] {
    return this.#map ? [...this.#map.keys()] : []
  }

  /** As they are now, in the order in which they came. */
  values(): readonly Value[] {
    return this.#map ? [...this.#map.values()] : []
  }

  /** As they are now. */
  entries(): readonly (readonly [Key, Value])[] {
    return this.#map ? [...this.#map] : []
  }
}
