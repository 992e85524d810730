import { EnsembleError } from '@ensemble/core'
import type { Db } from './database.ts'

interface Job {
  readonly work: () => void
  readonly succeed: () => void
  readonly fail: (error: unknown) => void
}

/** Runs a piece of work inside the next transaction; resolves once that is on the disk. */
export type Commit = <T>(work: () => T) => Promise<T>

/**
 * Groups everything that arrives in one tick, or while the commit before goes on, into one transaction: one
 * write to the disk for all. A piece that throws is undone alone; a commit that fails fails every piece in it.
 */
export const createGroupCommit = (db: Db, isOpen: () => boolean): Commit => {
  let waiting: Job[] = []

  const attempt = (job: Job): (() => void) => {
    db.exec('savepoint piece')
    try {
      job.work()
      db.exec('release piece')
      return job.succeed
    } catch (error) {
      db.exec('rollback to piece')
      db.exec('release piece')
      return () => job.fail(error)
    }
  }

  const flush = (): void => {
    const jobs = waiting
    waiting = []
    try {
      if (!isOpen()) throw new EnsembleError('engine.draining', 'The server is shutting down; its Journal is closed.')
      db.exec('begin immediate')
      // One piece alone needs no savepoint: it is undone with the transaction.
      const [only] = jobs
      if (only !== undefined && jobs.length === 1) only.work()
      const outcomes = only !== undefined && jobs.length === 1 ? [only.succeed] : jobs.map(attempt)
      db.exec('commit')
      for (const tell of outcomes) tell()
    } catch (error) {
      if (isOpen() && db.inTransaction) db.exec('rollback')
      for (const job of jobs) job.fail(error)
    }
  }

  return <T>(work: () => T) =>
    new Promise<T>((resolve, reject) => {
      let result: T
      waiting.push({
        work: () => {
          result = work()
        },
        succeed: () => resolve(result),
        fail: reject,
      })
      if (waiting.length === 1) setImmediate(flush)
    })
}
