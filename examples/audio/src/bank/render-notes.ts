import { SoundBankLoader, SpessaLog, SpessaSynthProcessor, type BasicSoundBank } from 'spessasynth_core'
import { readFileSync } from 'node:fs'
import { createStereo, fade, SAMPLE_RATE, secondsToSamples, type Stereo } from '../audio-buffer.ts'
import { MIDI_PROGRAMS } from '../midi/midi-programs.ts'
import type { InstrumentName } from '../theory/instrument-words.ts'
import type { PlayedNote } from '../theory/parts.ts'
import { DRUM_TURNS } from './drums.ts'
import { soundBank } from './sound-bank.ts'

/** The synthesiser takes events between blocks: 1.5 ms, finer than any ear. */
const BLOCK = 64
/** The channel of percussion in General MIDI. */
const DRUM_CHANNEL = 9

// A new synthesiser looks for presets before it can be given a bank, and would warn of each on the console.
SpessaLog.setLogLevel(false, false, false)

/** Plays notes with one instrument of the bank, or of the sound font at a path, dry; `seconds` is the length with the tail. Reports progress from 0 to 1 about every second of sound. */
export const renderNotes = (
  notes: readonly PlayedNote[],
  instrument: InstrumentName,
  options: { readonly seconds: number; readonly progress?: (done: number) => void; readonly soundFont?: string },
): Stereo => {
  const sound = createStereo(secondsToSamples(options.seconds))
  if (notes.length === 0) return sound
  const synth = new SpessaSynthProcessor(SAMPLE_RATE, {
    effectsEnabled: false,
    eventsEnabled: false,
    maxBufferSize: BLOCK,
    initialTime: 0,
  })
  const { soundFont } = options
  const channel = soundFont !== undefined && instrument === 'drum-kit' ? DRUM_CHANNEL : 0
  synth.soundBankManager.addSoundBank(
    soundFont === undefined ? soundBank(instrument, notes) : fontAt(soundFont),
    'bank',
  )
  synth.programChange(channel, soundFont === undefined ? 0 : MIDI_PROGRAMS[instrument])
  const makeRoom = voiceRoom(synth)
  const isOwnKit = soundFont === undefined && instrument === 'drum-kit'
  const takeTurn = turnsOf((turn) => synth.programChange(channel, turn))
  const events = notes
    .flatMap((note) => [
      { sample: secondsToSamples(note.start), note, on: true },
      { sample: secondsToSamples(note.start + note.duration), note, on: false },
    ])
    .sort((a, b) => a.sample - b.sample || Number(a.on) - Number(b.on) || a.note.pitch - b.note.pitch)
  let next = 0
  for (let from = 0; from < sound.left.length; from += BLOCK) {
    let started = 0
    for (let event = events[next]; event && event.sample < from + BLOCK; event = events[next]) {
      if (event.on) {
        started += 1
        makeRoom(started)
        if (isOwnKit) takeTurn(event.note.pitch)
        synth.noteOn(channel, event.note.pitch, event.note.velocity)
      } else synth.noteOff(channel, event.note.pitch)
      next += 1
    }
    synth.process(sound.left, sound.right, from, Math.min(BLOCK, sound.left.length - from))
    if (from % (BLOCK * 700) === 0) options.progress?.(from / sound.left.length)
  }
  fade(sound, 0.002, 0.4)
  return sound
}

/** Resolves when the compressed samples of an .sf3 file can be read. */
export const soundFontsReady = (): Promise<void> =>
  new SpessaSynthProcessor(SAMPLE_RATE, { effectsEnabled: false, eventsEnabled: false }).processorInitialized

/** The font that was read last: the parts of a song play the same one. */
let font: { readonly path: string; readonly bank: BasicSoundBank } | undefined

const fontAt = (path: string): BasicSoundBank => {
  if (font?.path === path) return font.bank
  try {
    const bank = SoundBankLoader.fromArrayBuffer(new Uint8Array(readFileSync(path)).buffer)
    font = { path, bank }
    return bank
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new RangeError(
      `ENSEMBLE_SOUND_FONT names ${path}, which can’t be read as an .sf2 or .sf3 file (${reason}). Correct the path, or unset it.`,
      { cause: error },
    )
  }
}

/** Round robin: every drum plays its strokes in turn. */
const turnsOf = (play: (turn: number) => void): ((pitch: number) => void) => {
  const strokes = new Map<number, number>()
  return (pitch) => {
    const stroke = strokes.get(pitch) ?? 0
    strokes.set(pitch, stroke + 1)
    play(stroke % DRUM_TURNS)
  }
}

/** As many of an instrument's zones sound together. */
const VOICES_OF_NOTE = 2
const FEWEST_VOICES = 16
/** The synthesiser's own limit. */
const MOST_VOICES = 350

/** The synthesiser looks at every voice that it may use in every block, sounding or not: it gets few, and more when notes need them. */
const voiceRoom = (synth: SpessaSynthProcessor): ((started: number) => void) => {
  let room = FEWEST_VOICES
  synth.setSystemParameter('voiceCap', room)
  return (started) => {
    const needed = synth.voiceCount + started * VOICES_OF_NOTE
    if (needed <= room || room === MOST_VOICES) return
    room = Math.min(MOST_VOICES, Math.max(needed, room * 2))
    synth.setSystemParameter('voiceCap', room)
  }
}
