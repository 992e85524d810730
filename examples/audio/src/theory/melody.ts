import { hashText, createRandom, type Random } from '../random.ts'
import { leapsAnswered, motifRecurrence } from './contours.ts'
import { genreOf } from './genres.ts'
import type { LyricSection } from './lyrics.ts'
import { ladderOf, type Line, type Step } from './melody-line.ts'
import { cheapestPath, firstHeard } from './melody-path.ts'
import { barQuarters, isStrongBeat, lineBars } from './metre.ts'
import { lineRhythm, rhythmsOf } from './rhythm.ts'
import { startsWeak, syllablesOf } from './syllables.ts'
import { chordAt, isSung, materialOf, type Material, type Tune, type TuneNote } from './tune.ts'
import { MIDDLE, type Voice } from './voice.ts'

/**
 * A melody over a tune's chords for given words: a repeated motif, chord tones on strong beats, answered leaps, one
 * peak, clear section ends. The cheapest path through all pitches; deterministic.
 */
export const composeMelody = (
  tune: Tune,
  lyrics: readonly LyricSection[],
  seed: string | number,
  voice: Voice = MIDDLE,
): readonly TuneNote[] => {
  const lines = layLines(tune, lyrics, seed)
  let best = sketchMelody(tune, lines, seed, voice, 0)
  for (let attempt = 1; attempt < SKETCHES && !isGood(best); attempt++) {
    const sketch = sketchMelody(tune, lines, seed, voice, attempt)
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

const sketchMelody = (
  tune: Tune,
  lines: readonly Line[],
  seed: string | number,
  voice: Voice,
  attempt: number,
): Sketch => {
  const again = attempt === 0 ? [] : [attempt]
  const random = createRandom('melody', seed, tune.title, ...again)
  const motif = createMotif(random)
  const steps = markLeans(
    lines.flatMap((line) => lineSteps(tune, line, motif)),
    seed,
  )
  const ladder = ladderOf(tune.key, voice, genreOf(tune.genre).blue)
  const noise = hashText(['melody', seed, ...again].join(' '))
  // The first draft gives every material its tune; the second lets its returns follow it where their chords allow.
  const draft = cheapestPath(steps, ladder, tune.key, noise, new Map())
  const pitches = cheapestPath(steps, ladder, tune.key, noise, firstHeard(steps, draft))
  const moves = pitches.slice(1).map((pitch, index) => pitch - (pitches[index] ?? pitch))
  return {
    recurrence: motifRecurrence(moves),
    answered: leapsAnswered(moves),
    notes: steps.map((step, index) => ({
      start: step.start,
      duration: step.duration,
      pitch: pitches[index] ?? voice.lowest,
      // Notes that continue a syllable have none themselves.
      ...(step.syllable === '' ? {} : { syllable: step.syllable }),
    })),
  }
}

const layLines = (tune: Tune, lyrics: readonly LyricSection[], seed: string | number): readonly Line[] => {
  const lineLength = lineBars(tune) * barQuarters(tune.metre)
  const rhythms = rhythmsOf(tune, seed)
  const times = new Map<Material, number>()
  const slots = tune.sections.filter(isSung).flatMap((section, index) => {
    const words = lyrics[index]?.lines ?? []
    const material = materialOf(section.name)
    const time = times.get(material) ?? 0
    times.set(material, time + 1)
    const count = Math.max(1, Math.round(section.duration / lineLength))
    return Array.from({ length: count }, (_, place) => ({ section, material, time, place, count, text: words[place] }))
  })
  const climax = climaxIndex(slots.map(({ material }) => material))
  return settleLines(
    slots.map(({ section, material, time, place, count, text }, index) => {
      const start = section.start + place * lineLength
      const syllables = syllablesOf(text ?? '')
      const words =
        syllables.length > 0
          ? { syllables: syllables.length, picksUp: start > 0 && startsWeak(syllables) }
          : { syllables: WORDLESS[place % 2] ?? 6, picksUp: start > 0 }
      const rhythm = lineRhythm(words, { material, time, line: place }, rhythms)
      return {
        material,
        place,
        closes: place === count - 1,
        isClimax: index === climax,
        middle: start + lineLength / 2,
        notes: rhythm.map((note) => ({
          start: Math.max(0, start + note.start),
          duration: note.duration,
          beat: start + note.beat,
          strong: isStrongBeat(start + note.start, tune),
          // Two words that are sung on one note are joined with ~ in ABC.
          syllable: note.syllable === undefined ? '' : (syllables[note.syllable] ?? '').replaceAll('~', ' '),
        })),
      }
    }),
  )
}
/** Notes of a line without words, as many as syllables of a verse. */
const WORDLESS = [8, 6]

/** The shortest note that leaves room for one before its beat. */
const SHORTEST = 0.25
/** A note that comes early takes the end of the one before it. */
const settleLines = (lines: readonly Line[]): readonly Line[] => {
  let after = 0
  const ends: number[] = []
  const started = lines.map((line) => ({
    ...line,
    notes: line.notes.map((note) => {
      const start = Math.max(note.start, after)
      after = start + SHORTEST
      ends.push(start)
      return { ...note, start, duration: Math.max(SHORTEST, note.start + note.duration - start) }
    }),
  }))
  let next = 0
  return started.map((line) => ({
    ...line,
    notes: line.notes.map((note) => {
      next += 1
      return { ...note, duration: Math.min(note.duration, (ends[next] ?? Infinity) - note.start) }
    }),
  }))
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
    chord: chordAt(tune, note.beat)?.chord,
    wish: wishAt(motif, line, place, note.start > line.middle - 1e-6),
    isLast: place === line.notes.length - 1,
    leans: false,
    resolves: false,
  }))

/** How many of the strong notes lean on the next one. */
const LEANING = 0.15
/** Quarters after which a dissonance must have found its way. */
const LONGEST_LEAN = 2
/** Chooses strong notes that lean: a suspension or an accented passing tone, and a step to a tone of its chord. */
const markLeans = (steps: readonly Step[], seed: string | number): readonly Step[] => {
  const wanted = Math.round(steps.filter(({ strong }) => strong).length * LEANING)
  // The same place of a material leans each time that it returns.
  const rank = ({ line, place }: Step): number => hashText(`lean ${seed} ${line.material} ${line.place} ${place}`)
  const leaning = new Set(
    steps
      .flatMap((step, index) => (canLean(step, steps[index + 1]) ? [{ index, rank: rank(step) }] : []))
      .sort((a, b) => a.rank - b.rank || a.index - b.index)
      .slice(0, wanted)
      .map(({ index }) => index),
  )
  return steps.map((step, index) => ({ ...step, leans: leaning.has(index), resolves: leaning.has(index - 1) }))
}

const canLean = (step: Step, next: Step | undefined): boolean =>
  step.strong &&
  step.place > 0 &&
  step.chord !== undefined &&
  next?.line === step.line &&
  next.chord === step.chord &&
  !step.line.isClimax &&
  !next.isLast &&
  !next.strong &&
  next.start - step.start <= LONGEST_LEAN
