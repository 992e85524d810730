/** The parts of an arrangement, in score order. */
export const PART_NAMES = ['lead', 'counter', 'chords', 'pad', 'bass', 'drums'] as const
/** A part of an arrangement by its name. */
export type PartName = (typeof PART_NAMES)[number]

/** One note to play: times in seconds, pitch as MIDI number, velocity 1 to 127. */
export interface PlayedNote {
  readonly start: number
  readonly duration: number
  readonly pitch: number
  readonly velocity: number
}
