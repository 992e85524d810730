import { createLane } from './lane.ts'
import type { Language } from './language.ts'

export type Method = keyof Language
export type Asked<M extends Method> = Parameters<Language[M]>[0]
export type Answer<M extends Method> = Awaited<ReturnType<Language[M]>>

/** Answers for typing; it never waits behind a check. */
const AT_HAND: ReadonlySet<Method> = new Set([
  'syntax',
  'complete',
  'hover',
  'definition',
  'rename',
  'renameTarget',
  'crumbs',
  'bounds',
  'rows',
])

const checking = createLane()
const atHand = createLane()

/** Asks a worker that knows the language and may compile schemas. Rejects after a timeout: the worker restarts. */
export const ask = <M extends Method>(method: M, asked: Asked<M>): Promise<Answer<M>> =>
  (AT_HAND.has(method) ? atHand : checking).ask(method, asked) as Promise<Answer<M>> // the worker answers by method

/** Asks at most one question at a time; of those that arrive meanwhile only the newest is asked. */
export function latest<M extends Method>(
  method: M,
  onAnswer: (answer: Answer<M>) => void,
  onFailure: (reason: string) => void,
): (asked: Asked<M>) => void {
  let isBusy = false
  let newest: { readonly asked: Asked<M> } | null = null
  const send = (asked: Asked<M>): void => {
    isBusy = true
    void ask(method, asked)
      .then(
        (answer) => {
          if (newest === null) onAnswer(answer)
        },
        (error: unknown) => onFailure(error instanceof Error ? error.message : String(error)),
      )
      .finally(() => {
        isBusy = false
        const following = newest
        newest = null
        if (following !== null) send(following.asked)
      })
  }
  return (asked) => {
    if (isBusy) newest = { asked }
    else send(asked)
  }
}
