import { DRUM_KEYS, type DrumName } from '../bank/drum-keys.ts'
import type { Random } from '../random.ts'
import { genreOf } from './genres.ts'
import { COMPOUND_GROOVE, GROOVES, TRIPLE_GROOVE, type Voice } from './grooves.ts'
import { barQuarters, isCompound, placesOf } from './metre.ts'
import { energyAt, materialAt, type ScoredNote } from './scored-note.ts'
import { materialOf, type Tune } from './tune.ts'

/** Strokes of one bar, in quarters from its start: `[time, drum, force]`. */
type Stroke = readonly [time: number, drum: DrumName, force: number]

const FORCE: Readonly<Record<string, number>> = { X: 0.8, x: 0.55, o: 0.32 }
const STEP = 0.25

interface Kit {
  readonly voices: readonly Voice[]
  /** The places that a groove is laid into, in quarters. */
  readonly places: readonly number[]
  /** Sixteenths of a beat. */
  readonly beat: number
}
/** The voices that suit the metre: a groove in twos has none of the three eighths of 6/8, nor the one place of 3/4. */
const kitOf = (tune: Tune): Kit => {
  const { groove } = genreOf(tune.genre)
  // A brief may ask for drums that the genre lacks.
  const own = GROOVES[groove === 'none' ? 'folk' : groove]
  const steps = own[0]?.steps.split('|')[0]?.length ?? 0
  const length = barQuarters(tune.metre)
  if (isCompound(tune.metre)) {
    const places = Array.from({ length: Math.round(length / 1.5) }, () => 1.5)
    return { voices: steps === 6 ? own : COMPOUND_GROOVE, places, beat: 6 }
  }
  if (length === 3) return { voices: steps === 12 ? own : TRIPLE_GROOVE, places: [3], beat: 4 }
  return { voices: steps === 12 || steps === 6 ? GROOVES.folk : own, places: placesOf(tune), beat: 4 }
}

/** A voice in the places of a bar: a place longer than the groove's repeats its last beat. */
const layVoice = ({ drum, steps }: Voice, { places, beat }: Kit): readonly Stroke[] => {
  const written = steps.split('|')
  let start = 0
  return places.flatMap((length, index) => {
    const text = written[index % written.length] ?? ''
    const from = start
    start += length
    return Array.from({ length: Math.round(length / STEP) }, (_, step) => step).flatMap((step) => {
      const force = FORCE[text[step < text.length ? step : text.length - beat + (step % beat)] ?? '.']
      return force === undefined ? [] : [[from + step * STEP, drum, force] as const]
    })
  })
}

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
/** Kits that mark a full section's first beat with a cymbal. */
const CRASHES = new Set(['pop', 'rock', 'punk', 'metal', 'house', 'techno', 'breakbeat', 'march', 'ska', 'trap'])

/** Drums from the second sung section on, or from the first where the tune is lively; fills lead into sections; the ending has one last stroke. */
export const drumNotes = (tune: Tune, random: Random, density: number): readonly ScoredNote[] => {
  const { groove } = genreOf(tune.genre)
  const length = barQuarters(tune.metre)
  const kit = kitOf(tune)
  const isLively = density > 0.55
  return tune.sections.flatMap((section, index) => {
    const material = materialOf(section.name)
    const energy = energyAt(tune, section.start)
    if (material === 'intro' || material === 'break' || (material === 'a' && !isLively && energy < 0.5)) return []
    if (materialAt(tune, section.start) === 'ending')
      return [toNote([0, 'kick', 0.5], section.start), toNote([0, 'ride', 0.4], section.start)]
    const bars = Math.round(section.duration / length)
    const fill = index + 1 < tune.sections.length ? random.pick(FILLS) : []
    const strokes = kit.voices.filter(({ from = 0 }) => energy >= from).flatMap((part) => layVoice(part, kit))
    const crash: readonly Stroke[] = CRASHES.has(groove) && energy > 0.9 ? [[0, 'crash', 0.5]] : []
    return Array.from({ length: bars }, (_, bar) => bar).flatMap((bar) => {
      const start = section.start + bar * length
      const opening = bar === 0 ? [...crash, ...strokes] : strokes
      if (bar < bars - 1) return opening.map((stroke) => toNote(stroke, start))
      const fillStart = length + Math.min(0, ...fill.map(([time]) => time))
      return [
        ...opening.filter(([time]) => time < fillStart).map((stroke) => toNote(stroke, start)),
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
