import type { RunError } from '../../journal/run-types.ts'

/** Thrown through every branch when the Run as a whole ends: a limit, a cancel, a broken Journal. Never shown to a model. */
export class RunEnd extends Error {
  override readonly name = 'RunEnd'
  constructor(readonly error: RunError) {
    super(error.message)
  }
}

/**
 * Thrown when one Loop cannot continue: the root's ends the Run, a Module's becomes an error for the caller's model.
 */
export class LoopFailed extends Error {
  override readonly name = 'LoopFailed'
  constructor(readonly error: RunError) {
    super(error.message)
  }
}

/**
 * The reason of `signal` when a Run is cancelled by a person, left for a later resume, deleted with its record, or leaves
 * memory while it waits.
 */
export class RunStopped extends Error {
  override readonly name = 'RunStopped'
  constructor(
    readonly why: 'cancelled' | 'drained' | 'broken' | 'deleted' | 'parked',
    readonly by: string,
  ) {
    super(`The run was ${why} by ${by}.`)
  }
}
