/** A place that no value satisfies; caught by the model and shown as its refusal. */
export class Unsatisfiable extends Error {
  override readonly name = 'Unsatisfiable'
  constructor(readonly place: string) {
    super(`nothing fits ${place}`)
  }
}

/** What is generated for one place: its values, its items once more, and its texts by so many characters. */
const MOST_VALUES = 40_000
/** Of a text that count as one value. */
export const CHARACTERS = 50

/** What may still be generated for one place. */
export interface Budget {
  left: number
}
export const createBudget = (): Budget => ({ left: MOST_VALUES })

/** Counts what is generated. Throws Unsatisfiable where it is too much: nobody would read it, and making it stops all else. */
export const spend = (budget: Budget | undefined, place: string, values: number): void => {
  if (budget === undefined) return
  budget.left -= values
  if (budget.left < 0) throw new Unsatisfiable(place)
}
