import { createStore } from 'zustand/vanilla'
import { createEngine, decodeSound, type Engine } from './engine.ts'
import { takeTurn } from '../../artifacts/one-at-a-time.ts'
import { peaksOf } from './peaks.ts'
import type { Section } from './position.ts'

export interface Sound {
  readonly name: string
  /** The name under which it is saved. */
  readonly file: string
  readonly url: string
  readonly bytes: number
}

export interface Song extends Sound {
  readonly title: string
  /** Its recordings before the mix, by name; none where the sound was made in one piece. */
  readonly parts: readonly Sound[]
}

/** The one song that the page holds; it plays on when its panel is left. */
export interface SongView {
  readonly song: Song | null
  /** `parts` is of the parts alone: they are fetched when one is first muted or heard alone. */
  readonly loading: 'mix' | 'parts' | null
  readonly problem: string | null
  readonly playing: boolean
  readonly time: number
  /** Seconds; 0 until the mix is there. */
  readonly length: number
  readonly peaks: Float32Array | null
  /** The marked range of the waveform. */
  readonly section: Section | null
  /** Whether it goes round in the section, or in the whole song where none is marked. */
  readonly looping: boolean
  readonly muted: ReadonlySet<string>
  readonly solo: ReadonlySet<string>
}

const NONE: ReadonlySet<string> = new Set()
const EMPTY: SongView = {
  song: null,
  loading: null,
  problem: null,
  playing: false,
  time: 0,
  length: 0,
  peaks: null,
  section: null,
  looping: false,
  muted: NONE,
  solo: NONE,
}

export const songStore = createStore<SongView>(() => EMPTY)
const { getState, setState } = songStore

const PEAKS = 800
/** Parts of a larger song stay files: decoded samples take four times the room of a mono WAV. */
const PARTS_LIMIT = 96 * 2 ** 20

let engine: Engine | undefined
let opening: AbortController | undefined
let partsAsked = false

export const canMixParts = ({ parts }: Song): boolean =>
  parts.length > 1 && parts.reduce((sum, { bytes }) => sum + bytes, 0) <= PARTS_LIMIT

/** Shows a song and reads its waveform; an open one stays. With `continues` it takes over place and playing. */
export function openSong(song: Song, continues = false): void {
  const { song: open, problem, time, playing } = getState()
  if (open?.url === song.url && problem === null) return
  const place = continues ? { time: playing ? (engine?.position() ?? time) : time, playing } : {}
  closeSong()
  const stop = new AbortController()
  opening = stop
  setState({ ...EMPTY, song, loading: 'mix', ...place })
  decodeSound(song.url, stop.signal).then(
    (mix) => {
      if (stop.signal.aborted) return
      engine = createEngine(mix)
      const channels = Array.from({ length: mix.numberOfChannels }, (_, channel) => mix.getChannelData(channel))
      setState({ loading: null, length: mix.duration, peaks: peaksOf(channels, PEAKS) })
      if (getState().playing) begin()
    },
    (error: unknown) => fail(error, stop.signal),
  )
}

export function closeSong(): void {
  opening?.abort()
  engine?.close()
  engine = undefined
  partsAsked = false
  setState(EMPTY)
}

const fail = (error: unknown, signal: AbortSignal): void => {
  if (!signal.aborted) setState({ loading: null, playing: false, problem: error instanceof Error ? error.message : '' })
}

export function togglePlaying(): void {
  if (getState().playing) pauseSong()
  else {
    setState({ playing: true })
    begin()
  }
}

export function pauseSong(): void {
  engine?.pause()
  setState({ playing: false, time: engine?.position() ?? 0 })
}

/** Plays from the song's position; waits while the mix is being fetched. */
const begin = (): void => {
  const { time, length, looping, section } = getState()
  takeTurn(pauseSong)
  if (engine === undefined) return
  const round = looping ? (section ?? { from: 0, to: length }) : null
  const inside = round === null ? time < length - 0.05 : time >= round.from && time < round.to
  const from = inside ? time : (round?.from ?? 0)
  engine.play(from, round)
  setState({ time: from })
  requestAnimationFrame(tick)
}

const tick = (): void => {
  const { playing, length } = getState()
  if (!playing || engine === undefined) return
  const time = engine.position()
  if (time >= length) {
    engine.pause()
    setState({ playing: false, time: 0 })
  } else {
    setState({ time })
    requestAnimationFrame(tick)
  }
}

/** Seeks to a time in seconds; keeps playing if it played. */
export function seekSong(time: number): void {
  const { length, playing, looping, section } = getState()
  setState({
    time: Math.max(0, Math.min(length, time)),
    // Who leaves the marked section wants to hear the rest.
    ...(looping && section !== null && (time < section.from || time >= section.to) && { looping: false }),
  })
  if (playing) begin()
}

/** Marks a section and goes round in it; null takes the mark away. */
export function markSection(section: Section | null): void {
  setState({ section, looping: section !== null, ...(section !== null && { time: section.from }) })
  if (getState().playing) begin()
}

export function toggleLooping(): void {
  setState(({ looping }) => ({ looping: !looping }))
  if (getState().playing) begin()
}

const toggled = (set: ReadonlySet<string>, name: string): ReadonlySet<string> =>
  set.has(name) ? new Set([...set].filter((other) => other !== name)) : new Set([...set, name])

export function toggleMuted(name: string): void {
  setState(({ muted }) => ({ muted: toggled(muted, name) }))
  applyLevels()
}

export function toggleSolo(name: string): void {
  setState(({ solo }) => ({ solo: toggled(solo, name) }))
  applyLevels()
}

/** Whether a part is heard: alone among those marked solo, else unless it is muted. */
export const isHeard = (name: string, muted: ReadonlySet<string>, solo: ReadonlySet<string>): boolean =>
  solo.size > 0 ? solo.has(name) : !muted.has(name)

/** The finished mix sounds until a part is muted or heard alone; then the parts do. */
const applyLevels = (): void => {
  const { song, muted, solo, loading } = getState()
  if (song === null || engine === undefined || loading === 'parts') return
  const whole = muted.size === 0 && solo.size === 0
  if (!whole && !partsAsked) {
    void loadParts(song)
    return
  }
  engine.setLevels({
    mix: whole ? 1 : 0,
    parts: song.parts.map(({ name }) => (!whole && isHeard(name, muted, solo) ? 1 : 0)),
  })
}

const loadParts = async (song: Song): Promise<void> => {
  partsAsked = true
  setState({ loading: 'parts' })
  const signal = opening?.signal ?? new AbortController().signal
  try {
    const parts = await Promise.all(song.parts.map(({ url }) => decodeSound(url, signal)))
    if (signal.aborted) return
    engine?.addParts(parts)
    setState({ loading: null })
    applyLevels()
  } catch (error) {
    partsAsked = false
    fail(error, signal)
  }
}
