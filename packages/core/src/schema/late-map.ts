/** A Map without memory until its first entry; the first one is inline. Most of a Run's many Maps stay empty. */
export class LateMap<Key, Value> {
  /** The only entry, unless `#map` holds all. */
  #only: readonly [Key, Value] | undefined
  #map: Map<Key, Value> | undefined

  get size(): number {
    return this.#map?.size ?? (this.#only ? 1 : 0)
  }

  get(key: Key): Value | undefined {
    return this.#map ? this.#map.get(key) : this.#isOnly(key) ? this.#only?.[1] : undefined
  }

  has(key: Key): boolean {
    return this.#map ? this.#map.has(key) : this.#isOnly(key)
  }

  set(key: Key, value: Value): void {
    if (this.#map) this.#map.set(key, value)
    else if (this.#only === undefined || this.#isOnly(key)) this.#only = [key, value]
    else {
      this.#map = new Map([this.#only, [key, value]])
      this.#only = undefined
    }
  }

  delete(key: Key): boolean {
    const has = this.has(key)
    if (has && this.#map && this.#map.size > 1) this.#map.delete(key)
    else if (has) this.#map = this.#only = undefined
    return has
  }

  /** As they are now: what comes or goes while they are looked at is not seen. */
  keys(): readonly Key[] {
    return this.entries().map(([key]) => key)
  }

  /** As they are now, in the order in which they came. */
  values(): readonly Value[] {
    return this.entries().map(([, value]) => value)
  }

  /** As they are now. */
  entries(): readonly (readonly [Key, Value])[] {
    return this.#map ? [...this.#map] : this.#only ? [this.#only] : []
  }

  /** As a Map compares: NaN is itself. */
  #isOnly(key: Key): boolean {
    const only = this.#only
    return only !== undefined && (only[0] === key || Object.is(only[0], key))
  }
}
