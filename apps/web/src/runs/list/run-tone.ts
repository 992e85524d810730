import type { RunStatus } from '@ensemble/core/journal'
import type { PillTone } from '../../platform/ui/Pill.tsx'

/** The colour of a Run's status. */
export const RUN_TONES: { readonly [status in RunStatus]: PillTone } = {
  queued: 'quiet',
  running: 'run',
  waiting: 'wait',
  completed: 'ok',
  failed: 'bad',
  cancelled: 'quiet',
}
