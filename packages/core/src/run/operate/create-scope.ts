import { Breakpoints } from '../approval/breakpoints.ts'
import { OpenApprovals } from '../approval/open-approvals.ts'
import { createStillParking, type Parking } from '../approval/parking.ts'
import { Budget } from '../limits/budget.ts'
import type { Wall } from '../limits/wall.ts'
import { profileOfRun } from '../loop/bindings-of-run.ts'
import type { Endpoints, RunScope, Watch } from '../perform/run-scope.ts'
import type { Recording } from '../record/recording.ts'

export interface ScopeGiven extends Omit<Recording, 'deps'> {
  readonly deps: Recording['deps']
  readonly signal: AbortSignal
  readonly endpoints: Endpoints
  /** For an active Run; one that is only read parks at its end. */
  readonly parking?: Parking
  /** A further Call waits for a person. */
  readonly onAsked?: (() => void) | undefined
  readonly wall?: Wall
  readonly watch?: Watch
}

/** One execution of a Run from its beginning, whether it happens or is read. */
export const createScope = ({ parking, onAsked, wall, watch = {}, ...given }: ScopeGiven): RunScope => ({
  ...given,
  profile: profileOfRun(given.deps.profile(given.created.profile), given.created),
  budget: new Budget(),
  people: {
    parking: parking ?? createStillParking(given.signal),
    approvals: new OpenApprovals(onAsked),
    breakpoints: new Breakpoints(given.created.breakpoints),
  },
  wall,
  watch,
})
