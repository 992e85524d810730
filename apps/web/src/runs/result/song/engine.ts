import { request } from '../../../platform/api/client.ts'
import { fitLevels } from './fit-levels.ts'
import { positionAfter, type Section } from './position.ts'

/** The gains of a song: 0 or 1 for the mix and for every part. */
export interface Levels {
  readonly mix: number
  readonly parts: readonly number[]
}

const SAMPLE_RATE = 44_100
/** Seconds between the order to play and the first sample: every source is ready by then, so all start on the same one. */
const LEAD = 0.06
/** Seconds of a fade; long enough that nothing clicks. */
const FADE = 0.02

/** Decodes without an audible context, which browsers allow before the first click. Rejects bytes that aren't sound. */
export async function decodeSound(url: string, signal: AbortSignal): Promise<AudioBuffer> {
  const response = await request(url, { signal })
  return await new OfflineAudioContext(2, 1, SAMPLE_RATE).decodeAudioData(await response.arrayBuffer())
}

/** Plays a mix and its parts on one clock; which of them are heard changes without a seam. */
export interface Engine {
  /** The parts, in the order of `Levels.parts`; they join what already plays. */
  addParts(parts: readonly AudioBuffer[]): void
  setLevels(levels: Levels): void
  play(from: number, loop: Section | null): void
  pause(): void
  /** Seconds from the song's beginning. */
  position(): number
  /** Releases the sound device and all samples. */
  close(): void
}

interface Voice {
  readonly buffer: AudioBuffer
  /** Factors of the left and right channel. */
  readonly sides: readonly [left: number, right: number]
  readonly level: () => number
  fader?: GainNode
  source?: AudioBufferSourceNode
}

export function createEngine(mix: AudioBuffer): Engine {
  let context: AudioContext | undefined
  let levels: Levels = { mix: 1, parts: [] }
  let voices: Voice[] = [{ buffer: mix, sides: [1, 1], level: () => levels.mix }]
  let loop: Section | null = null
  let begun: { readonly at: number; readonly from: number } | undefined
  let resting = 0

  const connect = (voice: Voice, into: AudioContext): GainNode => {
    const fader = into.createGain()
    fader.gain.value = voice.level()
    const merger = into.createChannelMerger(2)
    const isMono = voice.buffer.numberOfChannels === 1
    const splitter = into.createChannelSplitter(2)
    fader.connect(splitter)
    voice.sides.forEach((factor, side) => {
      const gain = into.createGain()
      gain.gain.value = factor
      splitter.connect(gain, isMono ? 0 : side)
      gain.connect(merger, 0, side)
    })
    merger.connect(into.destination)
    return fader
  }

  const start = (voice: Voice, at: number, from: number): void => {
    if (context === undefined) return
    voice.fader ??= connect(voice, context)
    const source = context.createBufferSource()
    source.buffer = voice.buffer
    if (loop !== null) {
      source.loop = true
      source.loopStart = loop.from
      source.loopEnd = loop.to
    }
    source.connect(voice.fader)
    source.start(at, from)
    voice.source = source
  }

  const position = (): number =>
    begun === undefined || context === undefined
      ? resting
      : Math.min(positionAfter(begun.from, Math.max(0, context.currentTime - begun.at), loop), mix.duration)

  const pause = (): void => {
    resting = position()
    for (const voice of voices) {
      voice.source?.disconnect()
      delete voice.source
    }
    begun = undefined
  }

  return {
    addParts: (parts) => {
      const sides = [0, 1].map((side) =>
        fitLevels(
          mix.getChannelData(Math.min(side, mix.numberOfChannels - 1)),
          parts.map((part) => part.getChannelData(Math.min(side, part.numberOfChannels - 1))),
        ),
      )
      const added = parts.map((buffer, index): Voice => {
        const [left = [], right = []] = sides
        return {
          buffer: asLongAs(mix, buffer),
          sides: [left[index] ?? 1, right[index] ?? 1],
          level: () => levels.parts[index] ?? 0,
        }
      })
      voices = [...voices, ...added]
      if (begun === undefined || context === undefined) return
      const at = context.currentTime + LEAD
      const from = positionAfter(begun.from, at - begun.at, loop)
      for (const voice of added) start(voice, at, from)
    },
    setLevels: (next) => {
      levels = next
      for (const voice of voices)
        if (context !== undefined) voice.fader?.gain.setTargetAtTime(voice.level(), context.currentTime, FADE / 3)
    },
    play: (from, section) => {
      if (begun !== undefined) pause()
      context ??= new AudioContext({ sampleRate: SAMPLE_RATE, latencyHint: 'playback' })
      void context.resume()
      loop = section
      const at = context.currentTime + LEAD
      begun = { at, from }
      for (const voice of voices) start(voice, at, from)
    },
    pause,
    position,
    close: () => {
      pause()
      voices = []
      void context?.close()
    },
  }
}

/** Every source goes round in the same section, so none may be shorter than another. */
const asLongAs = (mix: AudioBuffer, part: AudioBuffer): AudioBuffer => {
  const { length, sampleRate } = mix
  if (part.length === length) return part
  const fitted = new AudioBuffer({ length, sampleRate, numberOfChannels: part.numberOfChannels })
  for (let channel = 0; channel < part.numberOfChannels; channel++)
    fitted.copyToChannel(part.getChannelData(channel).subarray(0, length), channel)
  return fitted
}
