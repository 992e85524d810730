import { useEffect, useState } from 'react'
import { latest, type Answer, type Asked, type Method } from './ask.ts'

/** What the worker last answered, and why it could not where it could not. */
export interface Answered<M extends Method> {
  readonly answer: Answer<M> | undefined
  readonly failure: string | null
}

/**
 * The worker's answer to a question, asked again whenever it or `version` changes. Keep `asked` the same object while
 * it means the same. Between two answers the last one stays, so that nothing flickers; null asks nothing.
 */
export function useAnswer<M extends Method>(method: M, asked: Asked<M> | null, version?: unknown): Answered<M> {
  const [answered, setAnswered] = useState<Answered<M>>({ answer: undefined, failure: null })
  const [send] = useState(() =>
    latest(
      method,
      (answer) => setAnswered({ answer, failure: null }),
      (failure) => setAnswered(({ answer }) => ({ answer, failure })),
    ),
  )
  useEffect(() => {
    if (asked !== null) send(asked)
  }, [asked, send, version])
  return answered
}
