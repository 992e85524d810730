import { counterNotes } from './counter.ts'
import { changesOf, energyAt, materialAt, sectionIndexAt, type ScoredNote } from './scored-note.ts'
import type { Tune } from './tune.ts'

/** Long tones under everything from the second section on; the voices of the chords an octave apart stay in the middle. */
const heldChords = (tune: Tune): readonly ScoredNote[] =>
  changesOf(tune)
    .filter(({ start }) => sectionIndexAt(tune, start) >= 1)
    .flatMap(({ start, duration, voicing }) =>
      voicing.map((pitch) => ({
        start,
        duration: padLength(tune, start, duration),
        pitch,
        force: 0.34 + 0.3 * energyAt(tune, start),
      })),
    )

/** A pitch that the chord already holds is not struck twice. */
const withSecondVoice = (pad: readonly ScoredNote[], voice: readonly ScoredNote[]): readonly ScoredNote[] => [
  ...pad,
  ...voice.filter(
    (note) =>
      !pad.some(
        (held) =>
          held.pitch === note.pitch &&
          held.start < note.start + note.duration &&
          note.start < held.start + held.duration,
      ),
  ),
]

/** Tones overlap a little; the last ones leave the end to what still rings. */
const padLength = (tune: Tune, start: number, duration: number): number =>
  materialAt(tune, start) === 'ending' ? duration * 0.45 : duration + 0.15

/** Held chords, and above them the second voice of the full sections. */
export const padNotes = (tune: Tune): readonly ScoredNote[] => withSecondVoice(heldChords(tune), counterNotes(tune))
