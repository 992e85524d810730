import { createStereo, decibelsToGain, fade, SAMPLE_RATE, secondsToSamples, type Stereo } from '../audio-buffer.ts'
import { integratedLoudness } from '../measure/loudness.ts'
import { truePeak } from '../measure/true-peak.ts'
import { compress, limit, scale } from './dynamics.ts'
import { applyBiquad, highPass, highShelf } from './filters.ts'
import { polish } from './polish.ts'
import { pingPong, reverb } from './reverb.ts'

/** A track's content: a part of an arrangement, an ambience, or a finished song. */
export const TRACK_ROLES = ['lead', 'counter', 'chords', 'pad', 'bass', 'drums', 'ambience', 'song'] as const
/** A track's role in a mix, which decides its level and its place. */
export type TrackRole = (typeof TRACK_ROLES)[number]

export interface Track {
  readonly role: TrackRole
  /** In samples. */
  readonly length: number
  /** Reads its sound, once and when it is its turn: the mix writes over the samples. */
  readonly read: () => Stereo
}

interface Strip {
  /** Loudness the track is brought to before the bus, in LUFS. */
  readonly loudness: number
  /** -1 left to 1 right. */
  readonly pan: number
  readonly room: number
  readonly echo: number
  /** Hertz. */
  readonly lowCut: number
}
const STRIPS: Readonly<Record<TrackRole, Strip>> = {
  lead: { loudness: -19, pan: 0, room: 0.3, echo: 0.16, lowCut: 150 },
  counter: { loudness: -27, pan: 0.35, room: 0.4, echo: 0.08, lowCut: 180 },
  chords: { loudness: -23.5, pan: -0.22, room: 0.22, echo: 0.04, lowCut: 110 },
  pad: { loudness: -28, pan: 0.08, room: 0.4, echo: 0, lowCut: 140 },
  bass: { loudness: -23, pan: 0, room: 0.03, echo: 0, lowCut: 32 },
  drums: { loudness: -25, pan: 0.05, room: 0.12, echo: 0, lowCut: 32 },
  ambience: { loudness: -27, pan: 0, room: 0, echo: 0, lowCut: 60 },
  song: { loudness: -16, pan: 0, room: 0, echo: 0, lowCut: 25 },
}

export interface MixOptions {
  /** Quarter notes a minute: echoes fall on dotted eighths. */
  readonly tempo?: number
  /** LUFS. */
  readonly loudness?: number
  /** dBTP. */
  readonly ceiling?: number
  readonly progress?: (done: number) => void
}
export interface Mix {
  readonly sound: Stereo
  readonly loudness: number
  readonly truePeak: number
}

const TARGET_LOUDNESS = -16
const CEILING = -1
const TAIL_SECONDS = 2.5
/** Notes held to the last bar fade out; plucked ones have died already. */
const FADE_SECONDS = 4.5

/**
 * One stereo mix of all tracks: level, place, one room and echo, gentle compression, target loudness and peak.
 * Deterministic.
 */
export const mixdown = (tracks: readonly Track[], options: MixOptions = {}): Mix => {
  const hasRoom = tracks.some(({ role }) => STRIPS[role].room > 0)
  // A dry sound rings no longer than it lasts.
  const tail = hasRoom ? secondsToSamples(TAIL_SECONDS) : 0
  const length = Math.max(0, ...tracks.map((track) => track.length)) + tail
  const dry = createStereo(length)
  const sends = hasRoom ? { room: createStereo(length), echo: createStereo(length) } : undefined
  tracks.forEach((track, index) => {
    addTrack(track, dry, sends)
    options.progress?.((0.4 * (index + 1)) / tracks.length)
  })
  if (sends) {
    const { room, echo } = sends
    pingPong(echo, { time: Math.min(0.6, (60 / (options.tempo ?? 90)) * 0.75), feedback: 0.36 })
    add(dry, echo, 0.8)
    add(room, echo, 0.3)
    options.progress?.(0.5)
    // The echoes are heard already: their samples are free for the room's answer.
    const wet = echo
    reverb(room, wet, { decay: 2.1, damping: 0.32 })
    for (const channel of [wet.left, wet.right]) applyBiquad(channel, highPass(220))
    add(dry, wet, 0.9)
    polish(dry)
  }
  options.progress?.(0.7)
  return master(hasRoom ? withoutSilentEnd(dry) : dry, options)
}

interface Sends {
  readonly room: Stereo
  readonly echo: Stereo
}

const addTrack = ({ role, read }: Track, dry: Stereo, sends: Sends | undefined): void => {
  const strip = STRIPS[role]
  const sound = read()
  const loudness = integratedLoudness(sound)
  if (!Number.isFinite(loudness)) return
  const gain = decibelsToGain(strip.loudness - loudness)
  // Constant power: the sum of squares stays the same at any place of the track.
  const angle = ((strip.pan + 1) * Math.PI) / 4
  for (const channel of new Set([sound.left, sound.right])) applyBiquad(channel, highPass(strip.lowCut))
  for (const [filtered, side, level] of [
    [sound.left, 'left', gain * Math.cos(angle) * Math.SQRT2],
    [sound.right, 'right', gain * Math.sin(angle) * Math.SQRT2],
  ] as const) {
    addAt(dry[side], filtered, level, 1)
    if (sends && strip.room > 0) addAt(sends.room[side], filtered, level, strip.room)
    if (sends && strip.echo > 0) addAt(sends.echo[side], filtered, level, strip.echo)
  }
}

const addAt = (target: Float32Array, source: Float32Array, level: number, share: number): void => {
  for (let index = 0; index < source.length; index++)
    target[index] = (target[index] as number) + (source[index] as number) * level * share // index is below both lengths
}

/** The audible floor against the loudest moment: -60 dB. */
const INAUDIBLE = 0.001
const LAST_BREATH_SECONDS = 0.4
/** A song ends when its last sound has died away, not when the longest of its tracks does. */
const withoutSilentEnd = ({ left, right }: Stereo): Stereo => {
  const levelAt = (index: number): number => Math.max(Math.abs(left[index] as number), Math.abs(right[index] as number)) // both have one length
  let loudest = 0
  for (let index = 0; index < left.length; index++) loudest = Math.max(loudest, levelAt(index))
  let last = left.length - 1
  while (last > 0 && levelAt(last) <= loudest * INAUDIBLE) last -= 1
  const end = Math.min(left.length, last + 1 + secondsToSamples(LAST_BREATH_SECONDS))
  return { left: left.subarray(0, end), right: right.subarray(0, end) }
}

const add = (target: Stereo, source: Stereo, gain: number): void => {
  addAt(target.left, source.left, gain, 1)
  addAt(target.right, source.right, gain, 1)
}

const master = (sound: Stereo, options: MixOptions): Mix => {
  const target = options.loudness ?? TARGET_LOUDNESS
  const ceiling = options.ceiling ?? CEILING
  for (const channel of [sound.left, sound.right]) {
    applyBiquad(channel, highPass(24))
    applyBiquad(channel, highShelf(7500, 1.5))
  }
  bringTo(sound, target)
  compress(sound, { threshold: -15, ratio: 1.7, attack: 0.02, release: 0.22 })
  fade(sound, 0.003, Math.min(FADE_SECONDS, (sound.left.length / SAMPLE_RATE) * 0.15))
  options.progress?.(0.8)
  // Limiting takes a little loudness away; a second pass gives it back.
  for (const _ of [1, 2]) {
    bringTo(sound, target)
    limit(sound, ceiling - 0.1)
  }
  options.progress?.(1)
  return { sound, loudness: integratedLoudness(sound), truePeak: truePeak(sound) }
}

const bringTo = (sound: Stereo, target: number): void => {
  const loudness = integratedLoudness(sound)
  if (Number.isFinite(loudness)) scale(sound, decibelsToGain(target - loudness))
}
