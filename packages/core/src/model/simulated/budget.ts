/** A place that no value satisfies; caught by the model and shown as its refusal. */
export class Unsatisfiable extends Error {
  override readonly name = 'Unsatisfiable'
  constructor(readonly place: string) {
    super(`nothing fits ${place}`)
  }
}

/** The generation limit for one place: its values, its items once more, and its texts by so many characters. */
const MOST_VALUES = 40_000
/** The characters of a text that count as one value. */
export const CHARACTERS = 50

/** The rest of one place's generation limit. */
export interface Budget {
  left: number
}
export const createBudget = (): Budget => ({ left: MOST_VALUES })

/** Counts generated values. Throws Unsatisfiable above the limit: they would take too long. */
export const spend = (budget: Budget | undefined, place: string, values: number): void => {
  if (budget === undefined) return
  budget.left -= values
  if (budget.left < 0) throw new Unsatisfiable(place)
}
