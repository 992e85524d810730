import { readBrief } from './brief.ts'
import type { InstrumentName } from './instrument-words.ts'
import { chooseStyle } from './style.ts'

/** The lowest and the highest pitch of a melody, as MIDI numbers. */
export interface Voice {
  readonly lowest: number
  readonly highest: number
}

/** Where an instrument sings best; others sing in the middle. */
const VOICES: Partial<Readonly<Record<InstrumentName, Voice>>> = {
  flute: { lowest: 62, highest: 81 },
  'music-box': { lowest: 65, highest: 84 },
  violin: { lowest: 59, highest: 79 },
  strings: { lowest: 55, highest: 76 },
  cello: { lowest: 52, highest: 71 },
  trumpet: { lowest: 58, highest: 77 },
  clarinet: { lowest: 55, highest: 76 },
  saxophone: { lowest: 55, highest: 74 },
  guitar: { lowest: 55, highest: 74 },
  'drive-guitar': { lowest: 52, highest: 71 },
  sitar: { lowest: 55, highest: 74 },
  harp: { lowest: 60, highest: 79 },
}
export const MIDDLE: Voice = { lowest: 58, highest: 77 }
/** Semitones that a mood moves or narrows the range. */
const LIFT = 2
const NARROWING = 4

/** The range of a song's melody: its lead's, higher for a bright brief and narrower for a quiet one. */
export const voiceOf = (brief: string, seed: string | number): Voice => {
  const { valence, energy } = readBrief(brief)
  const { lead } = chooseStyle(brief, seed)
  const { lowest, highest } = VOICES[lead] ?? MIDDLE
  const lift = Math.round(valence * LIFT)
  return { lowest: lowest + lift, highest: highest + lift - Math.round(Math.max(0, -energy) * NARROWING) }
}
