import { chordTones, type Chord } from './chord.ts'
import { genreOf } from './genres.ts'
import type { BassName } from './grooves.ts'
import { barQuarters, placesOf } from './metre.ts'
import { pitchClass } from './pitch.ts'
import { barsOfChanges, energyAt, materialAt, type Change, type ScoredNote } from './scored-note.ts'
import type { Tune } from './tune.ts'

const BASS_LOW = 33
const bassPitch = (pitch: number): number => BASS_LOW + pitchClass(pitch - BASS_LOW)

/** Lines that stay within a bar: root (`r`), fifth (`f`) and octave (`o`), with time and length in quarters. */
type Figure = readonly (readonly [time: number, tone: 'r' | 'f' | 'o', length: number])[]
const FIGURES: Partial<Readonly<Record<BassName, Figure>>> = {
  tumbao: [
    [0, 'r', 1.4],
    [1.5, 'f', 0.45],
    [2, 'f', 1.4],
    [3.5, 'r', 0.45],
  ],
  samba: [
    [0, 'r', 0.7],
    [0.75, 'r', 0.2],
    [1, 'f', 0.7],
    [1.75, 'f', 0.2],
  ],
  habanera: [
    [0, 'r', 0.7],
    [0.75, 'f', 0.22],
    [1, 'o', 0.45],
    [1.5, 'f', 0.45],
  ],
  // The first beat is left to silence, as the drummer leaves it.
  reggae: [
    [0.5, 'r', 0.45],
    [1, 'r', 0.8],
    [2, 'f', 0.8],
    [3, 'r', 0.45],
    [3.5, 'o', 0.4],
  ],
  funk: [
    [0, 'r', 0.4],
    [0.75, 'r', 0.2],
    [1.5, 'o', 0.2],
    [2, 'r', 0.4],
    [2.75, 'f', 0.2],
    [3.5, 'o', 0.4],
  ],
  sub: [
    [0, 'r', 1.7],
    [2.5, 'r', 1.3],
  ],
}

/** The bass as the genre wants it, from the chords alone. */
export const bassNotes = (tune: Tune): readonly ScoredNote[] => {
  const { bassline } = genreOf(tune.genre)
  const spans = barsOfChanges(tune)
  return spans.flatMap((span, index) => {
    const { start, duration, chord } = span
    if (materialAt(tune, start) === 'intro' && start < barQuarters(tune.metre)) return []
    const energy = energyAt(tune, start)
    const force = 0.55 + 0.2 * energy
    const root = bassPitch(chord.bass ?? chord.root)
    if (materialAt(tune, start) === 'ending' || duration < 1.4)
      return [{ start, duration: duration * 0.96, pitch: root, force }]
    return playLine(bassline, tune, span, { root, force, energy, next: spans[index + 1]?.chord })
  })
}

interface Hand {
  readonly root: number
  readonly force: number
  readonly energy: number
  readonly next: Chord | undefined
}

const playLine = (line: BassName, tune: Tune, span: Change, hand: Hand): readonly ScoredNote[] => {
  const { start, duration, chord } = span
  const { root, force, energy } = hand
  const fifth = fifthBelowOrAbove(root, chord)
  const whole = [{ start, duration: duration * 0.96, pitch: root, force }]
  const places = placesIn(tune, start, duration)
  const figure = FIGURES[line]
  if (figure) return playFigure(figure, span, { r: root, f: fifth, o: root + 12 }, force)
  switch (line) {
    case 'walking':
      return walking(tune, span, hand)
    case 'eighths':
      return every(0.5, duration).map((time, index) => ({
        start: start + time,
        duration: 0.46,
        pitch: root,
        force: force - (index % 2) * 0.08,
      }))
    case 'octaves':
      return every(0.5, duration).map((time, index) => ({
        start: start + time,
        duration: 0.42,
        pitch: root + (index % 2) * 12,
        force: force - (index % 2) * 0.06,
      }))
    case 'offbeat':
      return every(1, duration)
        .map((time) => ({ start: start + time + 0.5, duration: 0.42, pitch: root, force }))
        .filter((note) => note.start < start + duration)
    case 'stride':
      // Octaves on the beats, the chords between them.
      return every(1, duration).flatMap((time, index) =>
        [0, 12].map((octave) => ({
          start: start + time,
          duration: 0.42,
          pitch: (index % 2 === 0 ? root : fifth) + octave,
          force: force - octave * 0.01,
        })),
      )
    case 'half':
      return places.map(({ time, length }, index) => ({
        start: start + time,
        duration: length * 0.8,
        pitch: (placeNumber(tune, start) + index) % 2 === 0 ? root : fifth,
        force: force - (index % 2) * 0.05,
      }))
    default: {
      if (line === 'held' || energy < 0.5) return whole
      const [first, second] = places
      if (!first || !second) return [{ start, duration: duration * 0.9, pitch: root, force }]
      return [
        { start, duration: first.length * 0.72, pitch: root, force },
        { start: start + first.length * 0.75, duration: first.length * 0.22, pitch: root, force: force - 0.14 },
        {
          start: start + second.time,
          duration: second.length * 0.95,
          pitch: energy > 0.6 ? fifth : root,
          force: force - 0.05,
        },
      ]
    }
  }
}

const every = (step: number, duration: number): readonly number[] =>
  Array.from({ length: Math.round(duration / step - 1e-6) }, (_, index) => index * step).filter(
    (time) => time < duration - 1e-6,
  )

/** The places of the bar that a chord covers, from its own start. */
const placesIn = (
  tune: Tune,
  start: number,
  duration: number,
): readonly { readonly time: number; readonly length: number }[] => {
  const bar = barQuarters(tune.metre)
  const within = start % bar
  let place = 0
  return placesOf(tune).flatMap((length) => {
    const time = place - within
    place += length
    return time > -1e-6 && time < duration - 1e-6
      ? [{ time: Math.max(0, time), length: Math.min(length, duration - time) }]
      : []
  })
}
/** Where every bar is one place, the fifth takes its turn in the next. */
const placeNumber = (tune: Tune, start: number): number =>
  placesOf(tune).length === 1 ? Math.round(start / barQuarters(tune.metre)) : 0

const playFigure = (
  figure: Figure,
  { start, duration }: Change,
  tones: Readonly<Record<'r' | 'f' | 'o', number>>,
  force: number,
): readonly ScoredNote[] =>
  figure
    .filter(([time]) => time < duration - 1e-6)
    .map(([time, tone, length], index) => ({
      start: start + time,
      duration: Math.min(length, duration - time),
      pitch: tones[tone],
      force: force - (index % 2) * 0.07,
    }))

const fifthBelowOrAbove = (root: number, chord: Chord): number => {
  const fifth = chordTones(chord)[2] ?? pitchClass(root + 7)
  const above = root + pitchClass(fifth - root)
  return above - 12 >= BASS_LOW - 5 ? above - 12 : above
}

/** A step each beat to the next root: root, third, fifth, and the note a step from where it goes. */
const walking = (
  tune: Tune,
  { start, duration, chord }: Change,
  { root, force, next }: Hand,
): readonly ScoredNote[] => {
  const tones = chordTones(chord)
  const target = bassPitch(next?.root ?? chord.root)
  const beat = tune.metre.unit === 8 && tune.metre.beats % 3 === 0 ? 1.5 : 1
  const times = every(beat, duration)
  const line = [root, root + pitchClass((tones[1] ?? 0) - root), root + pitchClass((tones[2] ?? 0) - root)]
  const approach = target > root + 3 ? target - 1 : target + 1
  return times.map((time, index) => ({
    start: start + time,
    duration: Math.min(beat * 0.9, duration - time),
    pitch: index === times.length - 1 && index > 0 ? approach : (line[index % 3] ?? root),
    force: force - (index % 2) * 0.06,
  }))
}
