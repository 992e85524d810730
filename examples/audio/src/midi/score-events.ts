import { MIDIMessageTypes, type MIDIBuilder } from 'spessasynth_core'
import type { PlayedNote } from '../theory/parts.ts'
import { signatureOf } from '../theory/pitch.ts'
import { quartersToSeconds, type Tune } from '../theory/tune.ts'

/** Ticks of a quarter note. */
export const TICKS = 480
const CONDUCTOR = 0
const UTF8 = new TextEncoder()

/** Writes the metre, the key and the names of the sections to the first track. */
export const addConductor = (midi: MIDIBuilder, { metre, key, sections }: Tune): void => {
  // Clocks of a metronome click, and thirty-seconds of a quarter note: both as every sequencer assumes.
  const signature = [metre.beats, Math.log2(metre.unit), 24, 8]
  midi.addEvent(0, CONDUCTOR, MIDIMessageTypes.timeSignature, signature)
  midi.addEvent(0, CONDUCTOR, MIDIMessageTypes.keySignature, [signatureOf(key) & 0xff, key.mode === 'minor' ? 1 : 0])
  for (const { name, start } of sections)
    midi.addEvent(Math.round(start * TICKS), CONDUCTOR, MIDIMessageTypes.marker, UTF8.encode(name))
}

/** A player is never this far from the beat, in seconds. */
const NEAR = 0.2

/** Writes each syllable where its note sounds. A hyphen says that the word continues, a space that it ends. */
export const addLyrics = (midi: MIDIBuilder, track: number, tune: Tune, played: readonly PlayedNote[]): void => {
  for (const { start, pitch, syllable } of tune.notes) {
    if (syllable === undefined) continue
    const time = quartersToSeconds(start, tune.tempo)
    const note = played.find((other) => other.pitch === pitch && Math.abs(other.start - time) < NEAR)
    const tick = Math.round(((note?.start ?? time) * tune.tempo * TICKS) / 60)
    midi.addEvent(tick, track, MIDIMessageTypes.lyric, UTF8.encode(syllable.endsWith('-') ? syllable : `${syllable} `))
  }
}
