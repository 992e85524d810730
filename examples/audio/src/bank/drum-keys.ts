/** General MIDI keys of the kit. */
export const DRUM_KEYS = {
  kick: 36,
  rim: 37,
  snare: 38,
  clap: 39,
  brush: 40,
  closedHat: 42,
  lowTom: 45,
  openHat: 46,
  highTom: 48,
  crash: 49,
  ride: 51,
  tambourine: 54,
  shaker: 70,
} as const
export type DrumName = keyof typeof DRUM_KEYS
