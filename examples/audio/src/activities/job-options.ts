import type { ActivityContext } from '@ensemble/core'
import type { JobOptions } from '../studio/studio.ts'

/** Progress in percent, and an end when the Run is cancelled. */
export const jobOptions = (context: ActivityContext, text: string): JobOptions => ({
  signal: context.signal,
  progress: (done) => context.progress(Math.round(done * 100), 100, text),
})
