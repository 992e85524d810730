import type { ActivityContext, Artifact } from '@ensemble/core'
import { flacFile, submitJob } from '@ensemble/audio'

const SCENES = ['opening', 'middle', 'ending'] as const
type JoinSoundsCall = { readonly title: string } & Readonly<
  Record<`${(typeof SCENES)[number]}Sound`, { readonly audio: Artifact }>
>

/** Seconds in which one scene crosses into the next. */
const CROSSING = 1.5

/** Lays three sounds one after another. */
export const joinSounds = async (call: JoinSoundsCall, context: ActivityContext) => {
  const sounds = await Promise.all(SCENES.map((scene) => context.readArtifact(call[`${scene}Sound`].audio)))
  const joined = await submitJob(
    { type: 'sequence', sounds, overlap: CROSSING },
    {
      signal: context.signal,
      progress: (done) => context.progress(Math.round(done * 100), 100, 'joining'),
    },
  )
  const parts = await Promise.all(
    SCENES.map(async (scene, index) => {
      const track = joined.tracks[index] ?? new Uint8Array()
      return [scene, await flacFile(context, scene, track)] as const
    }),
  )
  return {
    title: call.title,
    audio: await context.artifact('trailer.wav', joined.wav, { type: 'audio/wav' }),
    seconds: joined.seconds,
    loudness: joined.loudness,
    truePeak: joined.truePeak,
    parts: Object.fromEntries(parts),
  }
}
