import { EnsembleError } from '@ensemble/core'
import type { Log } from '../http/log.ts'
import { storageSentence } from '../workspace/storage-trouble.ts'

export interface ComebackOptions {
  /** Milliseconds between two tries. */
  readonly every: number
  /** Rejects where the Journal still refuses. */
  readonly resume: (run: string) => Promise<void>
  /** Reports why a Run is stalled, or (undefined) that it resumed. */
  readonly tell: (run: string, why: string | undefined) => void
  readonly log: Log
}

/** Resumes Runs whose events the disk refused, once it takes them again, without a restart. */
export interface Comeback {
  /** The Journal refused an event of this Run, which is now stalled. */
  readonly broken: (run: string, error: unknown) => void
  readonly stop: () => void
}

/** Another process writes the Run and continues it. */
const isHeldElsewhere = (error: unknown): boolean => error instanceof EnsembleError && error.code === 'engine.lease'

export const createComeback = ({ every, resume, tell, log }: ComebackOptions): Comeback => {
  const stalled = new Set<string>()
  /** Runs already in the log: each is logged once, for all its attempts. */
  const logged = new Set<string>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let isStopped = false

  const tryAll = async (): Promise<void> => {
    timer = undefined
    for (const run of Array.from(stalled)) {
      stalled.delete(run)
      // Refused again now or soon: `broken` learns of it either way.
      const error: unknown = await resume(run).then(
        () => undefined,
        (refusal: unknown) => refusal,
      )
      if (error !== undefined) broken(run, error)
      else if (!stalled.has(run)) {
        logged.delete(run)
        tell(run, undefined)
      }
    }
  }

  const broken = (run: string, error: unknown): void => {
    if (isStopped || isHeldElsewhere(error)) return
    const why = storageSentence(error)
    tell(run, why)
    if (why === undefined) {
      log.error(`Run ${run} could not resume`, error)
      return
    }
    if (!logged.has(run)) log.warn(`Run ${run} is stalled until it can be recorded, and resumes automatically. ${why}`)
    logged.add(run)
    stalled.add(run)
    timer ??= setTimeout(() => void tryAll(), every).unref()
  }

  return {
    broken,
    stop: () => {
      isStopped = true
      clearTimeout(timer)
    },
  }
}
