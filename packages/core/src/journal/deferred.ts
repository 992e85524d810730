/**
 * Event data made on demand, for Journals that allow it (`defers`). It holds only its immutable sources: a closure
 * would keep more alive.
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
