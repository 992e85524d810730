import { BasicMIDI, MIDIBuilder } from 'spessasynth_core'
import type { PartName, PlayedNote } from '../theory/parts.ts'
import type { Tune } from '../theory/tune.ts'
import { addConductor, addLyrics, TICKS } from './score-events.ts'

const DRUM_CHANNEL = 9

/** An empty file under a song's tempo, metre and key, with its sections as markers. */
const openFile = (tune: Tune): MIDIBuilder => {
  const midi = new MIDIBuilder({ timeDivision: TICKS, initialTempo: tune.tempo, format: 1, name: tune.title })
  addConductor(midi, tune)
  return midi
}

/** A standard MIDI file (format 1) with one part: the notes at their humanised times; the lead has the words. */
export const writeMidi = (
  notes: readonly PlayedNote[],
  options: { readonly tune: Tune; readonly part: PartName; readonly program: number },
): Uint8Array => {
  const { tune, part } = options
  const midi = openFile(tune)
  midi.addTrack(part)
  const channel = part === 'drums' ? DRUM_CHANNEL : 0
  const ticksOf = (seconds: number): number => Math.round((seconds * tune.tempo * TICKS) / 60)
  midi.programChange(0, 1, channel, options.program)
  const events = notes.flatMap((note) => [
    { time: ticksOf(note.start), note, on: true },
    { time: ticksOf(note.start + note.duration), note, on: false },
  ])
  // A note that ends where the same pitch begins again ends first.
  events.sort((a, b) => a.time - b.time || Number(a.on) - Number(b.on) || a.note.pitch - b.note.pitch)
  for (const { time, note, on } of events) {
    if (on) midi.noteOn(time, 1, channel, note.pitch, note.velocity)
    else midi.noteOff(time, 1, channel, note.pitch)
  }
  if (part === 'lead') addLyrics(midi, 1, tune, notes)
  midi.flush()
  return new Uint8Array(midi.writeMIDI())
}

/** The notes of a MIDI file in seconds, from all tracks and channels. Throws the parser's error for other bytes. */
export const readMidi = (bytes: Uint8Array): readonly PlayedNote[] => {
  const copy = new Uint8Array(bytes)
  const midi = BasicMIDI.fromArrayBuffer(copy.buffer, 'part.mid')
  return midi
    .getNoteTimes()
    .flat()
    .map((note) => ({
      start: note.start,
      duration: note.length,
      pitch: note.midiNote,
      velocity: Math.round(note.velocity * 127),
    }))
    .sort((a, b) => a.start - b.start || a.pitch - b.pitch)
}

/**
 * One file with the tracks of many, each on its own channel; percussion stays on channel 10. Throws the parser's error.
 */
export const combineMidi = (files: readonly Uint8Array[], tune: Tune): Uint8Array => {
  const midi = openFile(tune)
  let melodic = 0
  for (const file of files) {
    const [, ...tracks] = BasicMIDI.fromArrayBuffer(new Uint8Array(file).buffer).tracks
    for (const track of tracks) {
      // Channel 10 is skipped by the others.
      const channel = melodic === DRUM_CHANNEL ? (melodic += 1) : melodic
      const isMelodic = track.events.some(
        (event) => isVoice(event.statusByte) && channelOf(event.statusByte) !== DRUM_CHANNEL,
      )
      for (const event of track.events) {
        if (!isVoice(event.statusByte) || channelOf(event.statusByte) === DRUM_CHANNEL) continue
        event.statusByte = ((event.statusByte & 0xf0) | channel) as typeof event.statusByte // the same message on another channel
      }
      if (isMelodic) melodic += 1
      midi.tracks.push(track)
    }
  }
  midi.flush()
  return new Uint8Array(midi.writeMIDI())
}
const isVoice = (status: number): boolean => status >= 0x80 && status < 0xf0
const channelOf = (status: number): number => status & 0x0f
