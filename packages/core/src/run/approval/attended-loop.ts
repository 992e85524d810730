import type { LimitedLoop } from '../limits/limited-loop.ts'
import type { Recording } from '../record/recording.ts'
import type { Breakpoints } from './breakpoints.ts'
import type { OpenApprovals } from './open-approvals.ts'
import type { Parking } from './parking.ts'

/** People's part in a Run. */
export interface People {
  readonly parking: Parking
  /** Calls that wait for a person now, by Call id. */
  readonly approvals: OpenApprovals
  readonly breakpoints: Breakpoints
}

/** A Run in which people may be asked. */
export interface AttendedRun extends Recording {
  readonly people: People
}

/** One of its Loops. */
export interface AttendedLoop extends LimitedLoop {
  readonly run: AttendedRun
  readonly enclosing: AttendedLoop | undefined
  readonly address: string
}

/** Addresses of the Ideas whose Loops hold this one, the Run's first; this one's last. */
export const callersOf = ({ enclosing, address }: AttendedLoop): readonly string[] => [
  ...(enclosing === undefined ? [] : callersOf(enclosing)),
  address,
]
