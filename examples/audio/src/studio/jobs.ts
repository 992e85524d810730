import { parseAbc } from '../abc/parse-abc.ts'
import { renderAmbience } from '../ambience/render-ambience.ts'
import { createStereo, SAMPLE_RATE, secondsToSamples, type Stereo } from '../audio-buffer.ts'
import { renderNotes, soundFontsReady } from '../bank/render-notes.ts'
import { MIDI_PROGRAMS } from '../midi/midi-programs.ts'
import { writeMidi } from '../midi/write-midi.ts'
import { breathe } from '../mix/breathe.ts'
import { scale } from '../mix/dynamics.ts'
import { fitAmbience } from '../mix/fit-ambience.ts'
import { layInSequence } from '../mix/lay-in-sequence.ts'
import { mixdown, type Track, type TrackRole } from '../mix/mixdown.ts'
import { writeMp3 } from '../mp3/write-mp3.ts'
import { createRandom } from '../random.ts'
import { arrangePart } from '../theory/arrange.ts'
import type { InstrumentName } from '../theory/instrument-words.ts'
import type { AmbienceKind } from '../theory/lexicon.ts'
import type { PartName } from '../theory/parts.ts'
import type { Players } from '../theory/players.ts'
import { quartersToSeconds, type Tune } from '../theory/tune.ts'
import { packWav, readSound, soundLength } from '../sound-file.ts'
import { isMono, writeWav } from '../wav.ts'
import { chooseInstrument, type Colour } from './choose-instrument.ts'

/** Work of the studio that takes long enough to leave the main thread. Everything in and out can be sent between threads. */
export type Job = SoundJob | EncodeJob | PackJob

/** Makes an MP3 of a recording. */
export interface EncodeJob {
  readonly type: 'encode'
  readonly wav: Uint8Array
  readonly title: string
}

/** Makes a FLAC file of a recording. */
export interface PackJob {
  readonly type: 'pack'
  readonly wav: Uint8Array
}

/** Makes a sound. */
export type SoundJob =
  | {
      readonly type: 'part'
      readonly score: string
      readonly part: PartName
      readonly colour?: Colour
      /** Without them every part plays, on an instrument of the colour. */
      readonly players?: Players
      readonly seed: string
      /** A path to an .sf2 or .sf3 file, whose General MIDI instruments play instead of the bank's. */
      readonly soundFont?: string
    }
  | {
      readonly type: 'ambience'
      readonly kinds: readonly AmbienceKind[]
      readonly seconds: number
      readonly seed: string
    }
  | {
      readonly type: 'mix'
      /** WAV or FLAC files. */
      readonly tracks: readonly { readonly role: TrackRole; readonly wav: Uint8Array }[]
      readonly tempo?: number
      /** Lets an ambience step back in the full sections of the form. */
      readonly score?: string
    }
  | {
      readonly type: 'sequence'
      readonly sounds: readonly Uint8Array[]
      /** Seconds in which one crosses into the next. */
      readonly overlap: number
    }

/** A rendered part: a WAV and a MIDI file, and what plays in them. */
export interface PartResult {
  readonly wav: Uint8Array
  readonly midi: Uint8Array
  readonly instrument: InstrumentName
  readonly seconds: number
  readonly notes: number
}
/** A rendered ambience: a WAV file and its length. */
export interface AmbienceResult {
  readonly wav: Uint8Array
  readonly seconds: number
}
/** A rendered mix: a WAV file, its length and how loud it came out. */
export interface MixResult {
  readonly wav: Uint8Array
  readonly seconds: number
  /** LUFS. */
  readonly loudness: number
  /** dBTP. */
  readonly truePeak: number
  /** The ambience under the song: of its length, breathing with its form. */
  readonly ambience?: Uint8Array
}
export interface SequenceResult extends MixResult {
  /** Each sound at its place in the whole. */
  readonly tracks: readonly Uint8Array[]
}
/** An MP3 file. */
export interface EncodeResult {
  readonly mp3: Uint8Array
}
/** A FLAC file. */
export interface PackResult {
  readonly flac: Uint8Array
}
export type JobResult<J extends Job> = J extends EncodeJob
  ? EncodeResult
  : J extends PackJob
    ? PackResult
    : SoundResult<J>
type SoundResult<J> = J extends { readonly type: 'part' }
  ? PartResult
  : J extends { readonly type: 'ambience' }
    ? AmbienceResult
    : J extends { readonly type: 'sequence' }
      ? SequenceResult
      : MixResult

/** From 0 to 1. */
export type Progress = (done: number) => void

/** Does a job here and now. Pure: the same job gives the same bytes. Throws AbcError or RangeError on input that cannot be rendered. */
export const runJob = <J extends SoundJob>(job: J, progress: Progress): JobResult<J> => {
  // The result's type follows the job's type, which a switch cannot express.
  switch (job.type) {
    case 'part':
      return renderPartJob(job, progress) as JobResult<J>
    case 'ambience':
      return renderAmbienceJob(job, progress) as JobResult<J>
    case 'mix':
      return mixJob(job, progress) as JobResult<J>
    case 'sequence':
      return sequenceJob(job, progress) as JobResult<J>
  }
}

/** Does any job: an encoder has to be loaded first. Rejects with what `runJob` throws. */
export const performJob = async <J extends Job>(job: J, progress: Progress): Promise<JobResult<J>> => {
  const { type } = job
  // As in `runJob`: the result's type follows the job's type.
  if (type === 'encode') return { mp3: await writeMp3(job.wav, job.title) } as JobResult<J>
  if (type === 'pack') return { flac: packWav(job.wav) } as JobResult<J>
  if (type === 'part' && job.soundFont !== undefined) await soundFontsReady()
  return runJob(job, progress) as JobResult<J>
}

/** Seconds a part rings on after the score's end. */
const TAIL = 2.5
const songSeconds = (tune: Tune): number => quartersToSeconds(tune.duration, tune.tempo)
const secondsOf = (sound: Stereo): number => Math.round((sound.left.length / SAMPLE_RATE) * 100) / 100

const renderPartJob = (job: Extract<SoundJob, { type: 'part' }>, progress: Progress): PartResult => {
  const tune = parseAbc(job.score)
  const instrument = chooseInstrument(job.part, job.colour, job.players)
  const notes = arrangePart(tune, job.part, job.seed, job.players)
  const sound = renderNotes(notes, instrument, {
    seconds: songSeconds(tune) + TAIL,
    progress: (done) => progress(done * 0.9),
    ...(job.soundFont !== undefined && { soundFont: job.soundFont }),
  })
  const midi = writeMidi(notes, { tune, part: job.part, program: MIDI_PROGRAMS[instrument] })
  const wav = writeWav(sound, isMono(sound) ? 1 : 2)
  progress(1)
  return { wav, midi, instrument, seconds: secondsOf(sound), notes: notes.length }
}

const renderAmbienceJob = (job: Extract<SoundJob, { type: 'ambience' }>, progress: Progress): AmbienceResult => {
  const { seconds } = job
  const sounds = job.kinds.map((kind, index) => {
    const sound = renderAmbience(kind, { seconds, seed: job.seed })
    progress((0.9 * (index + 1)) / job.kinds.length)
    return sound
  })
  const wav = writeWav(sumOf(sounds))
  progress(1)
  return { wav, seconds }
}

const sumOf = (sounds: readonly Stereo[]): Stereo => {
  const [first, ...rest] = sounds
  if (!first) return createStereo(0)
  for (const sound of rest) {
    for (let index = 0; index < first.left.length; index++) {
      first.left[index] = (first.left[index] as number) + (sound.left[index] as number) // same length: same seconds
      first.right[index] = (first.right[index] as number) + (sound.right[index] as number) // likewise
    }
  }
  scale(first, 1 / Math.sqrt(sounds.length))
  return first
}

/** Seconds that a place is heard after the music has ended. */
const AFTER_SONG = 1.5

const mixJob = (job: Extract<SoundJob, { type: 'mix' }>, progress: Progress): MixResult => {
  const musical = job.tracks.filter(({ role }) => role !== 'ambience').map(({ wav }) => soundLength(wav))
  const tune = job.score === undefined ? undefined : parseAbc(job.score)
  let ambience: Uint8Array | undefined
  const tracks = job.tracks.map(({ role, wav }): Track => {
    if (role !== 'ambience' || musical.length === 0)
      return { role, length: soundLength(wav), read: () => readSound(wav) }
    const length = Math.max(...musical) + secondsToSamples(AFTER_SONG)
    const read = (): Stereo => {
      const fitted = fitAmbience(readSound(wav), length)
      if (tune) breathe(fitted, tune)
      ambience ??= writeWav(fitted)
      return fitted
    }
    return { role, length, read }
  })
  const mix = mixdown(tracks, { ...(job.tempo === undefined ? {} : { tempo: job.tempo }), progress })
  return {
    wav: writeWav(mix.sound),
    seconds: secondsOf(mix.sound),
    loudness: round(mix.loudness),
    truePeak: round(mix.truePeak),
    ...(ambience && { ambience }),
  }
}

const sequenceJob = (job: Extract<SoundJob, { type: 'sequence' }>, progress: Progress): SequenceResult => {
  const tracks = layInSequence(job.sounds.map(readSound), job.overlap)
  const mix = mixdown(
    tracks.map(({ left, right }) => ({
      role: 'ambience' as const,
      length: left.length,
      read: () => ({ left: left.slice(), right: right.slice() }),
    })),
    { progress },
  )
  return {
    wav: writeWav(mix.sound),
    tracks: tracks.map((track) => writeWav(track)),
    seconds: secondsOf(mix.sound),
    loudness: round(mix.loudness),
    truePeak: round(mix.truePeak),
  }
}

/** Silence has no loudness; -70 is where its measure begins. */
const round = (value: number): number => Math.round(Math.max(-70, value) * 100) / 100

/** A seed for work that was given none: the same work gets the same seed. */
export const seedFrom = (...parts: readonly string[]): string => String(Math.floor(createRandom(...parts)() * 2 ** 32))
