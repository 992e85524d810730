import type { Breakpoint } from '@ensemble/core'
import { toggleBreakpoint } from '../../open/run-breakpoints.ts'
import { sendBreakpoints } from '../../open/run.ts'
import { notify } from '../../../platform/session/notify.ts'

/** Sets or takes away a breakpoint, for Runs to come and for the open one while it goes on. */
export function switchPoint(point: Breakpoint): void {
  toggleBreakpoint(point)
  sendBreakpoints().catch((error: unknown) => notify.refusal(error))
}
