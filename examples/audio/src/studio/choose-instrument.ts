import { INSTRUMENT_NAMES, type InstrumentName } from '../theory/instrument-words.ts'
import type { PartName } from '../theory/parts.ts'
import type { Players } from '../theory/players.ts'

/** The colour of a patch, from dark to light. */
export const COLOURS = ['soft', 'warm', 'bright', 'airy'] as const
/** How a part should sound, in a word. */
export type Colour = (typeof COLOURS)[number]

const PALETTE: Readonly<Record<PartName, Readonly<Record<Colour, InstrumentName>>>> = {
  lead: { soft: 'felt-piano', warm: 'electric-piano', bright: 'music-box', airy: 'flute' },
  counter: { soft: 'warm-pad', warm: 'strings', bright: 'harp', airy: 'flute' },
  chords: { soft: 'felt-piano', warm: 'electric-piano', bright: 'guitar', airy: 'harp' },
  pad: { soft: 'warm-pad', warm: 'warm-pad', bright: 'strings', airy: 'strings' },
  bass: { soft: 'round-bass', warm: 'round-bass', bright: 'round-bass', airy: 'round-bass' },
  drums: { soft: 'drum-kit', warm: 'drum-kit', bright: 'drum-kit', airy: 'drum-kit' },
}

/** The instrument that plays a part: the one that the players name for it, else by the colour of the patch. */
export const chooseInstrument = (part: PartName, colour: Colour = 'warm', players?: Players): InstrumentName => {
  if (part === 'drums') return 'drum-kit'
  const named = part === 'counter' ? undefined : players?.[part]
  return INSTRUMENT_NAMES.find((name) => name === named && name !== 'drum-kit') ?? PALETTE[part][colour]
}
