import type { Json } from '@ensemble/core'
import { useEffect, useState } from 'react'
import {
  followSteps,
  readRun,
  Refusal,
  startRun,
  type VisibleStep,
  type VisitorRun,
} from '../../platform/api/visitor-client.ts'
import { say } from './say.ts'

export interface RunInPage {
  /** Its name for this visitor; null before the first. */
  readonly run: string | null
  readonly steps: readonly VisibleStep[]
  /** Null until it has ended. */
  readonly ended: VisitorRun | null
  readonly isStarting: boolean
  readonly isAway: boolean
  readonly refusal: Refusal | null
  readonly start: (input: Json) => void
}

const asRefusal = (cause: unknown): Refusal => (cause instanceof Refusal ? cause : new Refusal(0, say('away'), {}))

/** The Run that this page started last. */
export function useVisitorRun(): RunInPage {
  const [run, setRun] = useState<string | null>(null)
  const [steps, setSteps] = useState<readonly VisibleStep[]>([])
  const [ended, setEnded] = useState<VisitorRun | null>(null)
  const [isStarting, setStarting] = useState(false)
  const [isAway, setAway] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)

  useEffect(() => {
    if (run === null) return undefined
    return followSteps(run, {
      onSteps: (now) => {
        setAway(false)
        setSteps(now)
      },
      onEnd: () => {
        setAway(false)
        readRun(run).then(setEnded, (cause: unknown) => setRefusal(asRefusal(cause)))
      },
      onAway: () => setAway(true),
    })
  }, [run])

  const start = (input: Json): void => {
    setStarting(true)
    setRefusal(null)
    startRun(input)
      .then((name) => {
        setSteps([])
        setEnded(null)
        setRun(name)
      })
      .catch((cause: unknown) => setRefusal(asRefusal(cause)))
      .finally(() => setStarting(false))
  }
  return { run, steps, ended, isStarting, isAway, refusal, start }
}
