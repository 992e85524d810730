import { closedJournal } from './journal-errors.ts'
import type { Db } from './database.ts'
import type { Fact } from './damage/last-commit.ts'

interface Job {
  readonly work: () => void
  /** The result once the work is durable. */
  readonly fact: () => Fact | undefined
  readonly succeed: () => void
  readonly fail: (error: unknown) => void
}

interface Outcome {
  readonly job: Job
  readonly tell: () => void
  readonly isDone: boolean
}

/**
 * Runs a piece of work inside the next transaction; resolves once it is on the disk. `factOf` gives the fact that shows
 * later whether the work is still there.
 */
export type Commit = <T>(work: () => T, factOf?: (result: T) => Fact | undefined) => Promise<T>

/**
 * Groups everything that arrives in one tick, or during the previous commit, into one transaction. A throwing piece is
 * undone alone; a failed commit fails all of its pieces.
 */
export const createGroupCommit = (
  db: Db,
  isOpen: () => boolean,
  onDurable: (facts: readonly Fact[]) => void = () => undefined,
): Commit => {
  let waiting: Job[] = []

  /** The job's callbacks once all is durable, and its outcome. */
  const attempt = (job: Job): Outcome => {
    db.exec('savepoint piece')
    try {
      job.work()
      db.exec('release piece')
      return { job, tell: job.succeed, isDone: true }
    } catch (error) {
      db.exec('rollback to piece')
      db.exec('release piece')
      return { job, tell: () => job.fail(error), isDone: false }
    }
  }

  const flush = (): void => {
    const jobs = waiting
    waiting = []
    try {
      if (!isOpen()) throw closedJournal()
      db.exec('begin immediate')
      // One piece alone needs no savepoint: it is undone with the transaction.
      const [only] = jobs
      if (only !== undefined && jobs.length === 1) only.work()
      const outcomes: readonly Outcome[] =
        only !== undefined && jobs.length === 1
          ? [{ job: only, tell: only.succeed, isDone: true }]
          : jobs.map((job) => attempt(job))
      db.exec('commit')
      onDurable(outcomes.flatMap(({ job, isDone }) => (isDone ? [job.fact() ?? []].flat() : [])))
      for (const { tell } of outcomes) tell()
    } catch (error) {
      if (isOpen() && db.inTransaction) db.exec('rollback')
      for (const job of jobs) job.fail(error)
    }
  }

  return <T>(work: () => T, factOf?: (result: T) => Fact | undefined) =>
    new Promise<T>((resolve, reject) => {
      let result: T
      waiting.push({
        work: () => {
          result = work()
        },
        fact: () => factOf?.(result),
        succeed: () => resolve(result),
        fail: reject,
      })
      if (waiting.length === 1) setImmediate(flush)
    })
}
