import { hashText, createRandom, type Random } from '../random.ts'
import { leapsAnswered, motifRecurrence } from './contours.ts'
import { genreOf } from './genres.ts'
import { syllablesOf, type LyricSection } from './lyrics.ts'
import { LOWEST, type Line, type Step } from './melody-line.ts'
import { cheapestPath, firstHeard } from './melody-path.ts'
import { barQuarters, isStrongBeat, lineBars } from './metre.ts'
import { lineRhythm, picksUp, runInEighths, type RhythmFeel } from './rhythm.ts'
import { chordAt, materialOf, type Material, type Tune, type TuneNote } from './tune.ts'

/**
 * A melody over a tune's chords for given words: a repeated motif, chord tones on strong beats, answered leaps, one
 * peak, clear section ends. The cheapest path through all pitches; deterministic.
 */
export const composeMelody = (
  tune: Tune,
  lyrics: readonly LyricSection[],
  seed: string | number,
): readonly TuneNote[] => {
  let best = sketchMelody(tune, lyrics, seed, 0)
  for (let attempt = 1; attempt < SKETCHES && !isGood(best); attempt++) {
    const sketch = sketchMelody(tune, lyrics, seed, attempt)
    if (worthOf(sketch) > worthOf(best)) best = sketch
  }
  return best.notes
}

/** How often a monotonous melody restarts with another motif. */
const SKETCHES = 12
const ENOUGH_RECURRENCE = 0.68

interface Sketch {
  readonly notes: readonly TuneNote[]
  readonly recurrence: number
  readonly answered: number
}
const isGood = ({ recurrence, answered }: Sketch): boolean => recurrence >= ENOUGH_RECURRENCE && answered >= 0.75
/** A leap without an answer is worse than a motif heard once less. */
const worthOf = ({ recurrence, answered }: Sketch): number =>
  Math.min(recurrence, ENOUGH_RECURRENCE) + 0.5 * Math.min(answered, 0.75)

const sketchMelody = (tune: Tune, lyrics: readonly LyricSection[], seed: string | number, attempt: number): Sketch => {
  const again = attempt === 0 ? [] : [attempt]
  const random = createRandom('melody', seed, tune.title, ...again)
  const lines = layLines(tune, lyrics, random)
  const motif = createMotif(random)
  const steps = lines.flatMap((line) => lineSteps(tune, line, motif))
  const noise = hashText(['melody', seed, ...again].join(' '))
  // The first draft gives every material its tune; the second lets its returns follow it where their chords allow.
  const draft = cheapestPath(steps, tune.key, noise, new Map())
  const pitches = cheapestPath(steps, tune.key, noise, firstHeard(steps, draft))
  const moves = pitches.slice(1).map((pitch, index) => pitch - (pitches[index] ?? pitch))
  return {
    recurrence: motifRecurrence(moves),
    answered: leapsAnswered(moves),
    notes: steps.map((step, index) => ({
      start: step.start,
      duration: step.duration,
      pitch: pitches[index] ?? LOWEST,
      // Notes that continue a syllable have none themselves.
      ...(step.syllable === '' ? {} : { syllable: step.syllable }),
    })),
  }
}

const layLines = (tune: Tune, lyrics: readonly LyricSection[], random: Random): readonly Line[] => {
  const bar = barQuarters(tune.metre)
  const lineLength = lineBars(tune) * bar
  const { runs = false, swing = 0 } = genreOf(tune.genre)
  const feel: RhythmFeel = runs || swing > 0 ? 'even' : random.pick(['even', 'mixed', 'dotted'])
  const sung = tune.sections.filter((section) => !['intro', 'ending'].includes(materialOf(section.name)))
  const slots = sung.flatMap((section, index) => {
    const words = lyrics[index]?.lines ?? []
    const count = Math.max(1, Math.round(section.duration / lineLength))
    return Array.from({ length: count }, (_, place) => ({
      section,
      place,
      count,
      syllables: syllablesOf(words[place] ?? 'la la la la la la'),
    }))
  })
  const climax = climaxIndex(slots.map(({ section }) => materialOf(section.name)))
  return slots.map(({ section, place, count, syllables }, index) => {
    const start = section.start + place * lineLength
    const next = slots[index + 1]
    const rhythm = lineRhythm(syllables.length, tune, feel, {
      canPickUp: start > 0,
      nextPicksUp: next !== undefined && picksUp(next.syllables.length),
    })
    // Two words that are sung on one note are joined with ~ in ABC.
    const sung = rhythm.map((note, at) => ({ ...note, syllable: (syllables[at] ?? '').replaceAll('~', ' ') }))
    return {
      material: materialOf(section.name),
      place,
      closes: place === count - 1,
      isClimax: index === climax,
      middle: start + lineLength / 2,
      notes: (runs ? runInEighths(sung) : sung).map((note) => ({
        start: start + note.start / 2,
        duration: note.duration / 2,
        strong: note.strong && isStrongBeat(start + note.start / 2, tune),
        syllable: note.syllable,
      })),
    }
  })
}

/** The line of the second material nearest to two thirds of the song, else whichever is nearest. */
const climaxIndex = (materials: readonly Material[]): number => {
  const wanted = (materials.length - 1) * 0.66
  const candidates = materials.map((material, index) => ({
    index,
    away: Math.abs(index - wanted) + (material === 'b' ? 0 : 2),
  }))
  return candidates.reduce((best, item) => (item.away < best.away ? item : best)).index
}

/** Steps between the notes of a line, by place. */
interface Motif {
  readonly cell: readonly number[]
  readonly answer: readonly number[]
}
const CELLS: readonly [readonly number[], ...(readonly number[])[]] = [
  [1, 1, 1, -1],
  [2, -1, 1, 1],
  [-1, -1, 2, 1],
  [3, -1, -1, -1],
  [0, 1, 1, -2],
  [1, -1, 2, -1],
  [2, 2, -1, -1],
  [-2, 1, 1, 1],
]
const ANSWERS: readonly [readonly number[], ...(readonly number[])[]] = [
  [-1, -1, -1, 1],
  [1, -1, -1, -1],
  [-1, 1, -1, -1],
  [0, -1, -1, -1],
]
const createMotif = (random: Random): Motif => ({ cell: random.pick(CELLS), answer: random.pick(ANSWERS) })

/** The motif's demand at a place: stated, stated again, and answered; inverted in the second material. */
const wishAt = (motif: Motif, line: Line, place: number, isSecondHalf: boolean): number => {
  const isAnswer = isSecondHalf && line.place % 2 === 1
  const cell = isAnswer ? motif.answer : motif.cell
  const step = cell[place % 4] ?? 0
  return line.material === 'b' && !isAnswer ? -step : step
}

const lineSteps = (tune: Tune, line: Line, motif: Motif): readonly Step[] =>
  line.notes.map((note, place) => ({
    ...note,
    line,
    place,
    chord: chordAt(tune, note.start)?.chord,
    wish: wishAt(motif, line, place, note.start > line.middle - 1e-6),
    isLast: place === line.notes.length - 1,
  }))
