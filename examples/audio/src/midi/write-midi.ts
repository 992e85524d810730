import { BasicMIDI, MIDIBuilder } from 'spessasynth_core'
import type { PartName, PlayedNote } from '../theory/parts.ts'

const TICKS = 480
const DRUM_CHANNEL = 9

/** A standard MIDI file (format 1) with one track: the notes at their humanised times, under the song's tempo. */
export const writeMidi = (
  notes: readonly PlayedNote[],
  options: { readonly name: string; readonly tempo: number; readonly part: PartName; readonly program: number },
): Uint8Array => {
  const midi = new MIDIBuilder({ timeDivision: TICKS, initialTempo: options.tempo, format: 1, name: options.name })
  midi.addTrack(options.part)
  const channel = options.part === 'drums' ? DRUM_CHANNEL : 0
  const ticksOf = (seconds: number): number => Math.round((seconds * options.tempo * TICKS) / 60)
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
export const combineMidi = (
  files: readonly Uint8Array[],
  options: { readonly name: string; readonly tempo: number },
): Uint8Array => {
  const midi = new MIDIBuilder({ timeDivision: TICKS, initialTempo: options.tempo, format: 1, name: options.name })
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
