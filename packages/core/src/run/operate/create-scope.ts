import { Breakpoints } from '../approval/breakpoints.ts'
import { OpenApprovals, type PendingApproval } from '../approval/open-approvals.ts'
import { createStillParking, type Parking } from '../approval/parking.ts'
import { Budget } from '../limits/budget.ts'
import type { Wall } from '../limits/wall.ts'
import type { Endpoints, RunScope, Watch } from '../perform/run-scope.ts'
import type { Recording } from '../record/recording.ts'

export interface ScopeGiven extends Recording {
  readonly signal: AbortSignal
  readonly endpoints: Endpoints
  /** For an active Run; one that is only read parks at its end. */
  readonly parking?: Parking
  /** A further Call waits for a person. */
  readonly onAsked?: ((asked: PendingApproval) => void) | undefined
  readonly wall?: Wall
  readonly breakpoints?: Breakpoints | undefined
  readonly watch?: Watch
}

/** One execution of a Run from its beginning, whether it happens or is read. */
export function createScope(given: ScopeGiven): RunScope {
  const { id, deps, created, history, pin, signal, endpoints, parking, onAsked, wall, watch = {}, breakpoints } = given
  const people = {
    parking: parking ?? createStillParking(signal),
    approvals: new OpenApprovals(onAsked),
    breakpoints: breakpoints ?? new Breakpoints(created.breakpoints),
  }
  return { id, deps, created, history, pin, signal, endpoints, people, limits: { budget: new Budget(), wall }, watch }
}
