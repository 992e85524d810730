import { DRUM_KEYS, type DrumName } from '../bank/drums.ts'
import type { Random } from '../random.ts'
import { energyAt, materialAt, type ScoredNote } from './scored-note.ts'
import { barQuarters } from './style.ts'
import { materialOf, type Tune } from './tune.ts'

/** Strokes of one bar, in quarters from its start: `[time, drum, force]`. */
type Stroke = readonly [time: number, drum: DrumName, force: number]

const every = (step: number, length: number, drum: DrumName, strong: number, weak: number): readonly Stroke[] =>
  Array.from(
    { length: Math.round(length / step) },
    (_, index) => [index * step, drum, index % 2 === 0 ? strong : weak] as const,
  )

const soft = (length: number): readonly Stroke[] => [
  ...every(0.5, length, 'shaker', 0.42, 0.28),
  [0, 'kick', 0.4],
  [length / 2, 'rim', 0.34],
]
const PATTERNS: Readonly<Record<string, (energy: number, length: number) => readonly Stroke[]>> = {
  ballad: (energy, length) =>
    energy < 0.6
      ? soft(length)
      : [
          ...every(0.5, length, 'closedHat', 0.42, 0.26),
          [0, 'kick', 0.6],
          [length / 2, 'brush', 0.55],
          [length * 0.375, 'kick', 0.32],
        ],
  waltz: (energy) => [
    [0, 'kick', 0.45],
    [1, 'brush', 0.28 + energy * 0.1],
    [2, 'brush', 0.24 + energy * 0.1],
  ],
  march: () => [
    [0, 'kick', 0.65],
    [1, 'snare', 0.5],
    [1.75, 'snare', 0.28],
    [2, 'kick', 0.6],
    [3, 'snare', 0.52],
    [3.5, 'snare', 0.34],
    [3.75, 'snare', 0.3],
  ],
  jazz: (energy) => [
    [0, 'ride', 0.5],
    [1, 'ride', 0.55],
    [1.5, 'ride', 0.36],
    [2, 'ride', 0.5],
    [3, 'ride', 0.55],
    [3.5, 'ride', 0.36],
    [1, 'closedHat', 0.45],
    [3, 'closedHat', 0.45],
    [0, 'kick', 0.28],
    [2.5, 'brush', 0.18 + energy * 0.14],
  ],
  bossa: (_, length) => [
    ...every(0.5, length, 'shaker', 0.4, 0.26),
    [0, 'kick', 0.5],
    [1.5, 'kick', 0.36],
    [2, 'kick', 0.46],
    [3.5, 'kick', 0.34],
    [0, 'rim', 0.42],
    [1.5, 'rim', 0.42],
    [3, 'rim', 0.42],
  ],
  folk: (energy, length) => [
    ...every(0.5, length, 'tambourine', 0.22 + energy * 0.12, 0.14),
    [0, 'kick', 0.55],
    [length / 2, 'kick', 0.48],
  ],
  pop: (energy, length) => [
    ...every(0.5, length, 'closedHat', 0.5, 0.3),
    [0, 'kick', 0.75],
    [1, energy > 0.6 ? 'snare' : 'rim', 0.6],
    [2, 'kick', 0.65],
    [2.5, 'kick', 0.4],
    [3, energy > 0.6 ? 'snare' : 'rim', 0.62],
  ],
  dance: (energy, length) => [
    ...every(1, length, 'kick', 0.85, 0.82),
    [0.5, 'openHat', 0.4],
    [1.5, 'openHat', 0.4],
    [2.5, 'openHat', 0.4],
    [3.5, 'openHat', 0.4],
    [1, 'snare', 0.4 + energy * 0.2],
    [3, 'snare', 0.4 + energy * 0.2],
  ],
}
const patternOf = (genre: string): ((energy: number, length: number) => readonly Stroke[]) =>
  PATTERNS[genre === 'jingle' ? 'pop' : genre] ?? PATTERNS['ballad'] ?? (() => [])

/** A fill over the last two quarters before a new section. */
const FILLS: readonly [readonly Stroke[], ...(readonly Stroke[])[]] = [
  [
    [-2, 'highTom', 0.4],
    [-1.5, 'highTom', 0.46],
    [-1, 'lowTom', 0.5],
    [-0.5, 'lowTom', 0.56],
  ],
  [
    [-1, 'brush', 0.4],
    [-0.75, 'brush', 0.34],
    [-0.5, 'highTom', 0.46],
    [-0.25, 'lowTom', 0.5],
  ],
  [
    [-1.5, 'rim', 0.36],
    [-1, 'lowTom', 0.42],
    [-0.5, 'highTom', 0.48],
  ],
]

/** Drums from the second sung section on, or from the first where the tune is lively; fills lead into sections; the ending has one last stroke. */
export const drumNotes = (tune: Tune, random: Random): readonly ScoredNote[] => {
  if (tune.remarks['drums'] === 'no') return []
  const length = barQuarters(tune.metre)
  const pattern = patternOf(tune.genre)
  const isLively = Number(tune.remarks['density'] ?? 0.5) > 0.55
  return tune.sections.flatMap((section, index) => {
    const material = materialOf(section.name)
    if (material === 'intro' || (material === 'a' && !isLively && energyAt(tune, section.start) < 0.5)) return []
    if (materialAt(tune, section.start) === 'ending')
      return [toNote([0, 'kick', 0.5], section.start), toNote([0, 'ride', 0.4], section.start)]
    const bars = Math.round(section.duration / length)
    const fill = index + 1 < tune.sections.length ? random.pick(FILLS) : []
    return Array.from({ length: bars }, (_, bar) => bar).flatMap((bar) => {
      const start = section.start + bar * length
      const strokes = pattern(energyAt(tune, start), length).filter(([time]) => time < length)
      if (bar < bars - 1) return strokes.map((stroke) => toNote(stroke, start))
      const fillStart = length + Math.min(0, ...fill.map(([time]) => time))
      return [
        ...strokes.filter(([time]) => time < fillStart).map((stroke) => toNote(stroke, start)),
        ...fill.filter(([time]) => length + time >= 0).map((stroke) => toNote(stroke, start + length)),
      ]
    })
  })
}

const toNote = ([time, drum, force]: Stroke, start: number): ScoredNote => ({
  start: start + time,
  duration: 0.25,
  pitch: DRUM_KEYS[drum],
  force,
})
