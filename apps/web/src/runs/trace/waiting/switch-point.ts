import type { Breakpoint } from '@ensemble/core/journal'
import { toggleBreakpoint } from '../../open/run-breakpoints.ts'
import { sendBreakpoints } from '../../open/run.ts'
import { notify } from '../../../platform/session/notify.ts'

/** Sets or removes a breakpoint, for future Runs and for the open one while it continues. */
export function switchPoint(point: Breakpoint): void {
  toggleBreakpoint(point)
  sendBreakpoints().catch((error: unknown) => notify.refusal(error))
}
