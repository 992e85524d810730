import type { ActivityContext, Artifact } from '@ensemble/core'
import { submitJob, type JobOptions } from '../studio/studio.ts'

/** Progress in percent, and an end when the Run is cancelled. */
export const jobOptions = (context: ActivityContext, text: string): JobOptions => ({
  signal: context.signal,
  progress: (done) => context.progress(Math.round(done * 100), 100, text),
})

/** Keeps a recording as a FLAC file, small and with every sample. */
export const flacFile = async (context: ActivityContext, name: string, wav: Uint8Array): Promise<Artifact> => {
  const { flac } = await submitJob({ type: 'pack', wav }, { signal: context.signal })
  return context.artifact(`${name}.flac`, flac, { type: 'audio/flac' })
}
