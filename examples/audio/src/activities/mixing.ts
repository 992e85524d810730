import type { ActivityContext, Artifact } from '@ensemble/core'
import { parseAbc } from '../abc/parse-abc.ts'
import { combineMidi } from '../midi/write-midi.ts'
import type { TrackRole } from '../mix/mixdown.ts'
import { writeMusicXml } from '../musicxml/write-music-xml.ts'
import { submitJob } from '../studio/studio.ts'
import { jobOptions } from './job-options.ts'

interface Sound {
  readonly audio: Artifact
  readonly notes?: number
  readonly midi?: Artifact
  readonly places?: readonly string[]
}

/** The Composer's result. */
export interface Song {
  readonly title: string
  readonly audio: Artifact
  readonly seconds: number
  readonly loudness: number
  readonly truePeak: number
  readonly score: Artifact
  readonly midi?: Artifact
  readonly musicXml?: Artifact
  readonly parts: Readonly<Record<string, Artifact>>
}

const PARTS = ['lead', 'chords', 'pad', 'bass', 'drums'] as const
type MixSongCall = { readonly title: string; readonly notation: string } & Readonly<
  Record<(typeof PARTS)[number], Sound>
>

/** Mixes the parts of a song; a part that is silent in this score stays out. */
export const mixSong = async (call: MixSongCall, context: ActivityContext): Promise<Song> => {
  const playing = PARTS.filter((part) => call[part].notes !== 0)
  if (playing.length === 0)
    throw new Error('There is nothing to mix: every part is silent in this score. Write a melody or chords first.')
  const tracks = await Promise.all(
    playing.map(async (part) => ({ role: part as TrackRole, wav: await context.readArtifact(call[part].audio) })),
  )
  const tune = parseAbc(call.notation)
  const { tempo } = tune
  const mix = await submitJob({ type: 'mix', tracks, tempo }, jobOptions(context, 'mixing'))
  const files = await Promise.all(
    playing.flatMap((part) => {
      const { midi } = call[part]
      return midi ? [context.readArtifact(midi)] : []
    }),
  )
  const midi = combineMidi(files, { name: call.title, tempo })
  return {
    title: call.title,
    audio: await context.artifact('song.wav', mix.wav, { type: 'audio/wav' }),
    seconds: mix.seconds,
    loudness: mix.loudness,
    truePeak: mix.truePeak,
    score: await context.artifact('score.abc', new TextEncoder().encode(call.notation), { type: 'text/vnd.abc' }),
    midi: await context.artifact('song.mid', midi, { type: 'audio/midi' }),
    musicXml: await context.artifact('song.musicxml', new TextEncoder().encode(writeMusicXml(tune)), {
      type: 'application/vnd.recordare.musicxml+xml',
    }),
    parts: Object.fromEntries(playing.map((part) => [part, call[part].audio])),
  }
}

interface MixdownCall {
  readonly song: Song
  readonly ambience: Sound
}

/** Lays an ambience under a finished song: the ambience is a part of what comes back. */
export const mixdown = async (
  { song, ambience }: MixdownCall,
  context: ActivityContext,
): Promise<Song & { readonly places: readonly string[] }> => {
  const [songWav, ambienceWav, scoreBytes] = await Promise.all([
    context.readArtifact(song.audio),
    context.readArtifact(ambience.audio),
    context.readArtifact(song.score),
  ])
  const tracks = [
    { role: 'song' as const, wav: songWav },
    { role: 'ambience' as const, wav: ambienceWav },
  ]
  const score = new TextDecoder().decode(scoreBytes)
  const mix = await submitJob({ type: 'mix', tracks, score }, jobOptions(context, 'mixing'))
  return {
    ...song,
    audio: await context.artifact('song.wav', mix.wav, { type: 'audio/wav' }),
    seconds: mix.seconds,
    loudness: mix.loudness,
    truePeak: mix.truePeak,
    parts: {
      ...song.parts,
      ambience: mix.ambience
        ? await context.artifact('ambience.wav', mix.ambience, { type: 'audio/wav' })
        : ambience.audio,
    },
    places: ambience.places ?? [],
  }
}
