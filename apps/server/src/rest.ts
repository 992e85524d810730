import type { Rest } from '@ensemble/core/schema'
import { isLarge } from '@ensemble/core/host'

const waiting: (() => void)[] = []

const letOneGoOn = (): void => {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(letOneGoOn)
}

/**
 * Cuts large work into turns of the event loop. Each waiting task gets its own turn, so that the server never blocks
 * longer than one step.
 */
export const rest: Rest = () =>
  new Promise((resolve) => {
    waiting.push(resolve)
    // Twice, because the first may still belong to the turn in which the work before was done.
    if (waiting.length === 1) setImmediate(() => setImmediate(letOneGoOn))
  })

/** Counts the characters worked on, step by step; rests whenever they add up to much. */
export const createPace = (): ((characters: number) => Promise<void> | undefined) => {
  let done = 0
  return (characters) => {
    done += characters
    if (!isLarge(done)) return undefined
    done = 0
    return rest()
  }
}
