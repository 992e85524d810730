/** State of `unevaluatedProperties` and `unevaluatedItems`: the members of one value that a schema has covered. */
export class Evaluated {
  readonly names = new Set<string>()
  readonly items = new Set<number>()
  allNames = false
  /** Items below this index, from the first. */
  firstItems = 0

  add(other: Evaluated): void {
    for (const name of other.names) this.names.add(name)
    for (const index of other.items) this.items.add(index)
    this.allNames ||= other.allNames
    this.firstItems = Math.max(this.firstItems, other.firstItems)
  }

  hasItem(index: number): boolean {
    return index < this.firstItems || this.items.has(index)
  }
}
