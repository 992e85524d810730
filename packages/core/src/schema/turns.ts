import { isLarge, type Rest } from './rest.ts'

/** Work of which others may do something between two steps; a step says how many characters it worked on. */
export type Steps<T> = Generator<number, T>

/** The value a step yields to let other work run in any case. */
export const A_TURN = Infinity

/** Does it in one go. */
export const atOnce = <T>(steps: Steps<T>): T => {
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** Runs it to the end, and lets other work run whenever the steps add up to much. */
export const inTurns = async <T>(steps: Steps<T>, rest: Rest): Promise<T> => {
  let characters = 0
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    characters += step.value
    if (!isLarge(characters)) continue
    characters = 0
    await rest()
  }
}

/** In turns where it comes to much; what comes to little is done at once and keeps its turn. */
export const inTurnsIfLarge = <T>(steps: Steps<T>, rest: Rest | undefined): T | Promise<T> => {
  let characters = 0
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
    characters += step.value
    if (rest && isLarge(characters)) return rest().then(() => inTurns(steps, rest))
  }
}
