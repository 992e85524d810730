import { useEffect, useState } from 'react'
import { latest, type Answer, type Asked, type Method } from './ask.ts'

/** The worker's last answer, or the reason without one. */
export interface Answered<M extends Method> {
  readonly answer: Answer<M> | undefined
  readonly failure: string | null
}

/**
 * The worker's answer, asked again when it or `version` changes; null asks nothing. Keep `asked` stable. The last
 * answer stays meanwhile.
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
