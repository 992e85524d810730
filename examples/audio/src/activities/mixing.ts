import type { ActivityContext, Artifact } from '@ensemble/core'
import { parseAbc } from '../abc/parse-abc.ts'
import { combineMidi, readMidi } from '../midi/write-midi.ts'
import type { TrackRole } from '../mix/mixdown.ts'
import { writeMusicXml } from '../musicxml/write-music-xml.ts'
import { writeSongPage, type SharedSong } from '../share/write-song-page.ts'
import type { MixResult } from '../studio/jobs.ts'
import { submitJob } from '../studio/studio.ts'
import { flacFile, jobOptions } from './job-options.ts'

interface Sound {
  readonly audio: Artifact
  readonly instrument?: string
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
  /** The recording as MP3, to send to somebody. */
  readonly mp3?: Artifact
  /** The song as one HTML file that plays anywhere, with its score and words. */
  readonly page?: Artifact
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
  const tune = { ...parseAbc(call.notation), title: call.title }
  const mix = await submitJob({ type: 'mix', tracks, tempo: tune.tempo }, jobOptions(context, 'mixing'))
  const midis = await Promise.all(
    playing.flatMap((part) => {
      const { midi } = call[part]
      return midi ? [context.readArtifact(midi).then((bytes) => ({ part, bytes }))] : []
    }),
  )
  const played = midis.map(({ part, bytes }) => {
    const { instrument } = call[part]
    return { part, notes: readMidi(bytes), ...(instrument !== undefined && { instrument }) }
  })
  const midi = combineMidi(
    midis.map(({ bytes }) => bytes),
    tune,
  )
  const xml = encode(writeMusicXml(tune, played))
  const files = [
    { name: 'song.mid', type: 'audio/midi', bytes: midi },
    { name: 'song.musicxml', type: MUSIC_XML, bytes: xml },
  ]
  return {
    title: call.title,
    ...(await recordingOf(mix, { title: call.title, score: call.notation, files }, context)),
    score: await context.artifact('score.abc', encode(call.notation), { type: 'text/vnd.abc' }),
    midi: await context.artifact('song.mid', midi, { type: 'audio/midi' }),
    musicXml: await context.artifact('song.musicxml', xml, { type: MUSIC_XML }),
    parts: Object.fromEntries(playing.map((part) => [part, call[part].audio])),
  }
}

const MUSIC_XML = 'application/vnd.recordare.musicxml+xml'
const encode = (text: string): Uint8Array => new TextEncoder().encode(text)

/** The files of a mix, its length and its levels. */
const recordingOf = async (
  mix: MixResult,
  { title, score, files }: Pick<SharedSong, 'title' | 'score' | 'files'>,
  context: ActivityContext,
): Promise<Pick<Song, 'audio' | 'mp3' | 'page' | 'seconds' | 'loudness' | 'truePeak'>> => {
  const { mp3 } = await submitJob({ type: 'encode', wav: mix.wav, title }, jobOptions(context, 'encoding'))
  const page = encode(await writeSongPage({ title, seconds: mix.seconds, score, mp3, files }))
  return {
    audio: await context.artifact('song.wav', mix.wav, { type: 'audio/wav' }),
    mp3: await context.artifact('song.mp3', mp3, { type: 'audio/mpeg' }),
    page: await context.artifact('song.html', page, { type: 'text/html' }),
    seconds: mix.seconds,
    loudness: mix.loudness,
    truePeak: mix.truePeak,
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
  const files = await Promise.all(
    [song.midi, song.musicXml].flatMap((file) =>
      file === undefined
        ? []
        : [context.readArtifact(file).then((bytes) => ({ name: file.$artifact, type: file.type, bytes }))],
    ),
  )
  return {
    ...song,
    ...(await recordingOf(mix, { title: song.title, score, files }, context)),
    parts: {
      ...song.parts,
      ambience: mix.ambience ? await flacFile(context, 'ambience', mix.ambience) : ambience.audio,
    },
    places: ambience.places ?? [],
  }
}
