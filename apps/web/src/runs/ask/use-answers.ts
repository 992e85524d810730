import type { AgainAnswer } from '@ensemble/core/run'
import { useEffect, useRef, useState } from 'react'
import { askAgain, type AskAgain } from '../../platform/api/ask-client.ts'

/** One of the answers side by side. */
export interface Asked {
  readonly state: 'asking' | 'answered' | 'failed'
  readonly answer?: AgainAnswer
  readonly problem?: string
}

export interface Answers {
  readonly asked: readonly Asked[]
  readonly isBusy: boolean
  /** Asks `times` over, all at once; the server bounds what reaches an endpoint. What was asked before is gone. */
  readonly ask: (edits: Omit<AskAgain, 'sample'>, times: number) => void
  readonly stop: () => void
}

/** The answers to one Request of a Run, each shown as it comes. */
export function useAnswers(run: string): Answers {
  const [asked, setAsked] = useState<readonly Asked[]>([])
  const stopping = useRef(new AbortController())
  useEffect(() => () => stopping.current.abort(), [])
  const stop = (): void => {
    stopping.current.abort()
    setAsked((before) => before.filter(({ state }) => state !== 'asking'))
  }
  const ask = (edits: Omit<AskAgain, 'sample'>, times: number): void => {
    stopping.current.abort()
    const mine = new AbortController()
    stopping.current = mine
    setAsked(Array.from({ length: times }, () => ({ state: 'asking' })))
    const put = (sample: number, now: Asked): void => {
      if (!mine.signal.aborted) setAsked((before) => before.with(sample, now))
    }
    for (let sample = 0; sample < times; sample++)
      askAgain(run, { ...edits, sample }, mine.signal).then(
        (answer) => put(sample, { state: 'answered', answer }),
        (error: unknown) =>
          put(sample, { state: 'failed', problem: error instanceof Error ? error.message : String(error) }),
      )
  }
  return { asked, isBusy: asked.some(({ state }) => state === 'asking'), ask, stop }
}
