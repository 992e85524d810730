/**
 * The data of an event that is made when somebody looks: hashes and texts that the Run itself can do without. For
 * Journals that say so (`defers`); what it is made of never changes.
 */
export class Deferred<T> {
  constructor(
    readonly make: () => T,
    /** About how much there is of it (`weigh`), where it may be much. */
    readonly weight: (most: number) => number = () => 0,
  ) {}
}

/** The data itself, made where it was not. */
export const made = <T>(data: T | Deferred<T>): T => (data instanceof Deferred ? data.make() : data)
