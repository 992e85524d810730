import type { RunStatus } from '@ensemble/core'
import type { PillTone } from '../../platform/ui/Pill.tsx'

/** How a Run that stands so is coloured. */
export const RUN_TONES: { readonly [status in RunStatus]: PillTone } = {
  queued: 'quiet',
  running: 'run',
  waiting: 'wait',
  completed: 'ok',
  failed: 'bad',
  cancelled: 'quiet',
}
