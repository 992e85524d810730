import { genreOf } from './genres.ts'
import type { CompName } from './grooves.ts'
import { barQuarters, isCompound, placesOf } from './metre.ts'
import { barsOfChanges, energyAt, materialAt, type Change, type ScoredNote } from './scored-note.ts'
import type { Tune } from './tune.ts'

const BROKEN_FOUR = [0, 1, 2, 1, 3, 1, 2, 1]
const BROKEN_SIX = [0, 1, 2, 3, 2, 1]

/** Strokes of one bar: time and length in quarters, `+` a little stronger. */
type Strokes = readonly (readonly [time: number, length: number, accent?: '+'])[]
const STROKES: Partial<Readonly<Record<CompName, Strokes>>> = {
  comped: [
    [0, 0.6, '+'],
    [1.5, 0.5],
    [2.5, 0.5],
  ],
  four: [
    [0, 0.3],
    [1, 0.4, '+'],
    [2, 0.3],
    [3, 0.4, '+'],
  ],
  backbeat: [
    [1, 0.35],
    [3, 0.35],
  ],
  stabs: [
    [0, 0.3, '+'],
    [0.75, 0.3],
    [1.5, 0.4],
    [2.75, 0.3],
    [3.5, 0.3],
  ],
  marcato: [
    [0, 0.4, '+'],
    [1, 0.35],
    [2, 0.4, '+'],
    [3, 0.35],
    [3.5, 0.3],
  ],
  habanera: [
    [0.5, 0.3],
    [1, 0.4, '+'],
    [1.5, 0.3],
  ],
  samba: [
    [0, 0.4, '+'],
    [0.75, 0.2],
    [1.25, 0.45],
    [1.75, 0.2],
  ],
  montuno: [
    [0, 0.4, '+'],
    [1, 0.4],
    [1.5, 0.4],
    [2.5, 0.4],
    [3.5, 0.4],
  ],
  // The second beat is the heavy one.
  sarabande: [
    [0, 0.9],
    [1, 1.9, '+'],
  ],
  polonaise: [
    [0, 0.45, '+'],
    [0.5, 0.2],
    [0.75, 0.2],
    [1, 0.45],
    [1.5, 0.4],
    [2, 0.45],
    [2.5, 0.4],
  ],
  strum: [
    [0, 0.9, '+'],
    [1, 0.45],
    [1.5, 0.4],
    [2.5, 0.4],
    [3, 0.45, '+'],
    [3.5, 0.4],
  ],
}

/** The chords as the genre wants them; the last one rolled. */
export const chordNotes = (tune: Tune): readonly ScoredNote[] => {
  const { comp } = genreOf(tune.genre)
  return barsOfChanges(tune).flatMap((change) => {
    const energy = energyAt(tune, change.start)
    const force = 0.36 + 0.22 * energy
    if (materialAt(tune, change.start) === 'ending') return rolled(change, force)
    return play(comp, tune, change, force, energy)
  })
}

const play = (comp: CompName, tune: Tune, change: Change, force: number, energy: number): readonly ScoredNote[] => {
  // A pattern in twos would stumble over three eighths.
  const isForeign = isCompound(tune.metre) && STROKES[comp] !== undefined
  const strokes = isForeign ? undefined : STROKES[comp]
  if (strokes) return struck(tune, change, strokes, force, comp === 'strum' ? 0.02 : 0)
  switch (comp) {
    case 'block':
      return block(change, force)
    case 'drone':
      return drone(change, force)
    case 'oom-pah':
    case 'stride':
      return oomPah(tune, change, force)
    case 'offbeats':
      return each(change, 1, 0.5, 0.3, force)
    case 'sixteenths':
      return sixteenths(change, force - 0.06)
    case 'sixteenth-chops':
      return chops(change, force)
    case 'power':
      return power(change, force, energy)
    case 'ostinato':
      return ostinato(change, force)
    case 'pulsed':
      return energy > 0.7 ? pulsed(tune, change, force) : broken(tune, change, force)
    default:
      return broken(tune, change, force)
  }
}

const chordAtTime = (
  { voicing }: Change,
  start: number,
  duration: number,
  force: number,
  spread = 0,
): readonly ScoredNote[] => voicing.map((pitch, index) => ({ start: start + index * spread, duration, pitch, force }))

const rolled = (change: Change, force: number): readonly ScoredNote[] =>
  change.voicing.map((pitch, index) => ({
    start: change.start + index * 0.06,
    duration: change.duration - index * 0.06,
    pitch,
    force,
  }))

const struck = (tune: Tune, change: Change, strokes: Strokes, force: number, spread: number): readonly ScoredNote[] => {
  const bar = barQuarters(tune.metre)
  const within = change.start % bar
  const mine = strokes.filter(([time]) => time > within - 1e-6 && time < within + change.duration - 1e-6)
  // A chord that the pattern would pass over is struck where it begins.
  const heard: Strokes = mine.length > 0 ? mine : [[within, Math.min(1, change.duration)]]
  return heard.flatMap(([time, length, accent]) =>
    chordAtTime(
      change,
      change.start + time - within,
      Math.min(length, within + change.duration - time),
      force + (accent ? 0.06 : 0),
      spread,
    ),
  )
}

const broken = (tune: Tune, { start, duration, voicing }: Change, force: number): readonly ScoredNote[] => {
  const isInThrees = isCompound(tune.metre) || barQuarters(tune.metre) === 3
  const order = isInThrees ? BROKEN_SIX : BROKEN_FOUR
  const ladder = [...voicing, (voicing[0] ?? 60) + 12]
  return Array.from({ length: Math.round(duration / 0.5) }, (_, index) => ({
    start: start + index * 0.5,
    duration: Math.min(duration - index * 0.5, index % 2 === 0 ? 1.4 : 0.9),
    pitch: ladder[order[index % order.length] ?? 0] ?? 60,
    force: force + (index === 0 ? 0.1 : index % 4 === 0 ? 0.04 : -0.04),
  }))
}

/** Between the basses: the second and third beat of a waltz, the weak beats of four, the last eighth of three. */
const oomPah = (tune: Tune, change: Change, force: number): readonly ScoredNote[] => {
  const { start, duration } = change
  const bar = barQuarters(tune.metre)
  let place = 0
  const taken = placesOf(tune).map((length) => {
    const at = place
    place += length
    return at
  })
  const compound = isCompound(tune.metre)
  const beats = tune.metre.beats === 2 && !compound ? [0.5, 1.5] : undefined
  return Array.from({ length: Math.round(duration * 2) }, (_, index) => index / 2).flatMap((time) => {
    const within = (start + time) % bar
    const isPah = compound
      ? Math.abs((within % 1.5) - 1) < 1e-6
      : (beats?.includes(within) ?? (within % 1 === 0 && !taken.some((at) => Math.abs(at - within) < 1e-6)))
    return isPah ? chordAtTime(change, start + time, compound ? 0.4 : beats ? 0.35 : 0.7, force - 0.02) : []
  })
}

/** One chord each `step`, `late` after the beat. */
const each = (change: Change, step: number, late: number, length: number, force: number): readonly ScoredNote[] =>
  Array.from({ length: Math.ceil(change.duration / step) }, (_, index) => index * step + late)
    .filter((time) => time < change.duration - 1e-6)
    .flatMap((time) => chordAtTime(change, change.start + time, length, force))

const pulsed = (tune: Tune, change: Change, force: number): readonly ScoredNote[] => {
  const step = isCompound(tune.metre) ? 1.5 : 1
  return Array.from({ length: Math.ceil(change.duration / step - 1e-6) }, (_, beat) => beat * step).flatMap(
    (time, beat) =>
      chordAtTime(
        change,
        change.start + time,
        Math.min(step * 0.85, change.duration - time),
        force + (beat % 4 === 0 ? 0.06 : -0.02),
      ),
  )
}

const block = (change: Change, force: number): readonly ScoredNote[] =>
  chordAtTime(change, change.start, change.duration * 0.98, force)

/** Root and fifth alone, struck at each bar and left to ring. */
const drone = (change: Change, force: number): readonly ScoredNote[] => {
  const root = 48 + (change.chord.root % 12)
  return [0, 7, 12].map((interval, index) => ({
    start: change.start + index * 0.25,
    duration: Math.max(0.3, change.duration - index * 0.25),
    pitch: root + interval,
    force: force - index * 0.03,
  }))
}

/** Up and down the chord, as a machine arpeggiates. */
const sixteenths = ({ start, duration, voicing }: Change, force: number): readonly ScoredNote[] => {
  const ladder = [...voicing, (voicing[0] ?? 60) + 12]
  return Array.from({ length: Math.round(duration * 4) }, (_, index) => ({
    start: start + index / 4,
    duration: 0.22,
    pitch: ladder[index % ladder.length] ?? 60,
    force: force + (index % 4 === 0 ? 0.08 : 0),
  }))
}

const OSTINATO = [0, 0, 1, 0, 2, 0, 1, 0]
/** Short eighths that come back to the lowest voice. */
const ostinato = ({ start, duration, voicing }: Change, force: number): readonly ScoredNote[] =>
  Array.from({ length: Math.round(duration * 2) }, (_, index) => ({
    start: start + index / 2,
    duration: 0.36,
    pitch: voicing[OSTINATO[index % OSTINATO.length] ?? 0] ?? 60,
    force: force + (index % 4 === 0 ? 0.1 : 0),
  }))

const CHOPS = [0.5, 0.75, 1.75, 2.5, 3.25, 3.5]
const chops = (change: Change, force: number): readonly ScoredNote[] =>
  CHOPS.filter((time) => time < change.duration).flatMap((time) =>
    chordAtTime(change, change.start + time, 0.18, force),
  )

/** Root, fifth and octave in eighths; held where the section is quiet. */
const power = ({ start, duration, chord }: Change, force: number, energy: number): readonly ScoredNote[] => {
  const root = 40 + ((chord.root - 4 + 12) % 12)
  const step = energy < 0.5 ? duration : 0.5
  return Array.from({ length: Math.max(1, Math.round(duration / step)) }, (_, index) => index * step).flatMap(
    (time, index) =>
      [0, 7, 12].map((interval) => ({
        start: start + time,
        duration: Math.min(step, duration - time) * 0.9,
        pitch: root + interval,
        force: force + (index % 4 === 0 ? 0.08 : 0),
      })),
  )
}
