import type { Breakpoint } from '@ensemble/core'
import { toggleBreakpoint } from '../../stores/run-breakpoints.ts'
import { sendBreakpoints } from '../../stores/run.ts'
import { notify } from '../../stores/notify.ts'

/** Sets or takes away a breakpoint, for Runs to come and for the open one while it goes on. */
export function switchPoint(point: Breakpoint): void {
  toggleBreakpoint(point)
  sendBreakpoints().catch((error: unknown) => notify.refusal(error))
}
