import { SpessaLog, SpessaSynthProcessor } from 'spessasynth_core'
import { createStereo, fade, SAMPLE_RATE, secondsToSamples, type Stereo } from '../audio-buffer.ts'
import type { InstrumentName } from '../theory/instrument-words.ts'
import type { PlayedNote } from '../theory/parts.ts'
import { soundBank } from './sound-bank.ts'

/** The synthesiser takes events between blocks: 1.5 ms, finer than any ear. */
const BLOCK = 64
const CHANNEL = 0

// A new synthesiser looks for presets before it can be given a bank, and would warn of each on the console.
SpessaLog.setLogLevel(false, false, false)

/** Plays notes with one instrument of the bank, dry; `seconds` is the length with the tail. Reports progress from 0 to 1 about every second of sound. */
export const renderNotes = (
  notes: readonly PlayedNote[],
  instrument: InstrumentName,
  options: { readonly seconds: number; readonly progress?: (done: number) => void },
): Stereo => {
  const sound = createStereo(secondsToSamples(options.seconds))
  if (notes.length === 0) return sound
  const synth = new SpessaSynthProcessor(SAMPLE_RATE, {
    effectsEnabled: false,
    eventsEnabled: false,
    maxBufferSize: BLOCK,
    initialTime: 0,
  })
  synth.soundBankManager.addSoundBank(soundBank(instrument, notes), 'bank')
  synth.programChange(CHANNEL, 0)
  const makeRoom = voiceRoom(synth)
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
        synth.noteOn(CHANNEL, event.note.pitch, event.note.velocity)
      } else synth.noteOff(CHANNEL, event.note.pitch)
      next += 1
    }
    synth.process(sound.left, sound.right, from, Math.min(BLOCK, sound.left.length - from))
    if (from % (BLOCK * 700) === 0) options.progress?.(from / sound.left.length)
  }
  fade(sound, 0.002, 0.4)
  return sound
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
