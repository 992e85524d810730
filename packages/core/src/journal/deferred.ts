/**
 * The data of an event that is made when somebody looks: hashes and texts that the Run itself can do without. For
 * Journals that say so (`defers`). It holds what it is made of, which never changes, and nothing else: a closure would
 * hold all that its function knows for as long as the record lives.
 */
export abstract class Deferred<T> {
  abstract make(): T

  /** About how much there is of it (`weigh`), where it may be much. */
  weight(_most: number): number {
    return 0
  }
}

/** The data itself, made where it was not. */
export const made = <T>(data: T | Deferred<T>): T => (data instanceof Deferred ? data.make() : data)
