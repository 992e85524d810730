import { createRandom, hashText, type Random } from '../random.ts'
import { chordTones, isDominant, isTonic, type Chord } from './chord.ts'
import { lineBars } from './form.ts'
import type { LyricSection } from './lyrics.ts'
import { syllablesOf } from './lyrics.ts'
import { isMinorLike, pitchClass, scaleOf, type Key } from './pitch.ts'
import { lineRhythm, picksUp, type RhythmFeel } from './rhythm.ts'
import { barQuarters } from './style.ts'
import { chordAt, materialOf, type Material, type Tune, type TuneNote } from './tune.ts'

/** A sung line with its rhythm; times in quarters from the start of the tune. */
interface Line {
  readonly material: Material
  /** Place among the lines of its section. */
  readonly place: number
  readonly closes: boolean
  readonly isClimax: boolean
  readonly notes: readonly {
    readonly start: number
    readonly duration: number
    readonly strong: boolean
    readonly syllable: string
  }[]
}
interface Step {
  readonly start: number
  readonly duration: number
  readonly strong: boolean
  readonly syllable: string
  readonly line: Line
  readonly place: number
  readonly chord: Chord | undefined
  /** Scale steps from the note before that the motif asks for. */
  readonly wish: number
  readonly isLast: boolean
}

/** The lead's range: a comfortable octave and a half. */
const LOWEST = 58
const HIGHEST = 77

/**
 * A melody over a tune's chords for given words: one motif repeated, moved by sequence and inverted in the second material; chord tones on
 * strong beats, leaps answered by steps, one highest note near two thirds, section ends on tonic or dominant. Found as the cheapest path
 * through all pitches, so that every rule weighs on every note. The same tune, words and seed give the same melody.
 */
export const composeMelody = (
  tune: Tune,
  lyrics: readonly LyricSection[],
  seed: string | number,
): readonly TuneNote[] => {
  const random = createRandom('melody', seed, tune.title)
  const lines = layLines(tune, lyrics, random)
  const motif = createMotif(random)
  const steps = lines.flatMap((line) => lineSteps(tune, line, motif))
  const noise = hashText(`melody ${seed}`)
  // The first draft gives every material its tune; the second lets its returns follow it where their chords allow.
  const draft = cheapestPath(steps, tune.key, noise, new Map())
  const pitches = cheapestPath(steps, tune.key, noise, firstHeard(steps, draft))
  return steps.map((step, index) => ({
    start: step.start,
    duration: step.duration,
    pitch: pitches[index] ?? LOWEST,
    syllable: step.syllable,
  }))
}

/** Which pitch a place of a material was first heard with. */
type Heard = ReadonlyMap<string, number>
const placeOf = ({ line, place }: Step): string => `${line.material}/${line.place}/${place}`
const firstHeard = (steps: readonly Step[], pitches: readonly number[]): Heard => {
  const heard = new Map<string, number>()
  steps.forEach((step, index) => {
    const key = placeOf(step)
    if (!heard.has(key)) heard.set(key, pitches[index] ?? LOWEST)
  })
  return heard
}

const layLines = (tune: Tune, lyrics: readonly LyricSection[], random: Random): readonly Line[] => {
  const bar = barQuarters(tune.metre)
  const lineLength = lineBars(tune) * bar
  const feel: RhythmFeel = random.pick(['even', 'mixed', 'dotted'])
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
    const rhythm = lineRhythm(syllables.length, tune.metre, feel, {
      canPickUp: start > 0,
      nextPicksUp: next !== undefined && picksUp(next.syllables.length),
    })
    return {
      material: materialOf(section.name),
      place,
      closes: place === count - 1,
      isClimax: index === climax,
      notes: rhythm.map((note, noteIndex) => ({
        start: start + note.start / 2,
        duration: note.duration / 2,
        strong: note.strong && isStrongBeat(start + note.start / 2, tune),
        // Two words that are sung on one note are joined with ~ in ABC.
        syllable: (syllables[noteIndex] ?? '').replaceAll('~', ' '),
      })),
    }
  })
}

/** The first beat of a bar, and its middle where the bar has four beats or two groups of three. */
export const isStrongBeat = (time: number, tune: Pick<Tune, 'metre'>): boolean => {
  const bar = barQuarters(tune.metre)
  const within = ((time % bar) + bar) % bar
  const isAt = (place: number): boolean => Math.abs(within - place) < 1e-6
  return isAt(0) || (tune.metre.beats !== 3 && isAt(bar / 2))
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

/** What the motif asks for at a place: stated, stated again, and answered; inverted in the second material. */
const wishAt = (motif: Motif, line: Line, place: number): number => {
  const half = place < 4 ? 0 : 1
  const isAnswer = half === 1 && line.place % 2 === 1
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
    wish: wishAt(motif, line, place),
    isLast: place === line.notes.length - 1,
  }))

/** Cost of a move by its size in scale steps: steps are free, large leaps rare, a sixth or octave possible, a seventh not. */
const MOVE_COST = [0.9, 0, 0.5, 1.4, 2, 2.8, 8, 4]

/** Cost of a semitone away from what was heard before. */
const RETURN_WEIGHT = 0.6

const cheapestPath = (steps: readonly Step[], key: Key, noise: number, heard: Heard): readonly number[] => {
  const ladder = ladderOf(key)
  const size = ladder.length
  const climax = findClimax(steps, ladder)
  // cost[q * size + p]: the cheapest way to have played ladder[q], then ladder[p].
  let cost = new Float64Array(size * size)
  const back: Int16Array[] = []
  steps.forEach((step, index) => {
    const next = new Float64Array(size * size).fill(Infinity)
    const from = new Int16Array(size * size)
    const known = heard.get(placeOf(step))
    const own = ladder.map(({ pitch }, p) => {
      const isClimax = index === climax.step
      const strange = known === undefined || isClimax ? 0 : RETURN_WEIGHT * Math.min(7, Math.abs(pitch - known))
      const whim = (hashText(`${noise}/${index}/${p}`) % 1000) / 2000
      return noteCost(step, ladder, p, { rung: climax.rung, isHere: isClimax }, key) + strange + whim
    })
    for (let p = 0; p < size; p++) {
      const ownCost = own[p] ?? Infinity
      if (ownCost === Infinity) continue
      for (let q = 0; q < size; q++) {
        const move = index === 0 ? 0 : moveCost(step, steps[index - 1], ladder, q, p, key)
        let best = Infinity
        let bestFrom = 0
        for (let r = 0; r < size; r++) {
          const before = cost[r * size + q] ?? Infinity
          if (before === Infinity) continue
          const total = before + (index < 2 ? 0 : turnCost(r, q, p))
          if (total < best) {
            best = total
            bestFrom = r
          }
        }
        next[q * size + p] = best + move + ownCost
        from[q * size + p] = bestFrom
      }
    }
    cost = next
    back.push(from)
  })
  return trace(cost, back, size).map((place) => ladder[place]?.pitch ?? LOWEST)
}

const trace = (cost: Float64Array, back: readonly Int16Array[], size: number): readonly number[] => {
  let state = 0
  cost.forEach((value, index) => {
    if (value < (cost[state] ?? Infinity)) state = index
  })
  const path: number[] = []
  for (let index = back.length - 1; index >= 0; index--) {
    const q = Math.floor(state / size)
    const p = state % size
    path.unshift(p)
    state = (back[index]?.[state] ?? 0) * size + q
  }
  return path
}

interface Rung {
  readonly pitch: number
  /** Scale degrees counted through the octaves; a raised leading tone stands on the seventh's. */
  readonly degree: number
  readonly raised: boolean
}
/** Every pitch the lead may sing: the scale, and in minor keys the leading tone. */
const ladderOf = (key: Key): readonly Rung[] => {
  const scale = scaleOf(key)
  const leading = pitchClass(key.tonic - 1)
  const rungs: Rung[] = []
  for (let pitch = LOWEST; pitch <= HIGHEST; pitch++) {
    const place = scale.indexOf(pitchClass(pitch))
    const octave = Math.floor((pitch - key.tonic) / 12)
    if (place >= 0) rungs.push({ pitch, degree: octave * 7 + place, raised: false })
    else if (isMinorLike(key.mode) && pitchClass(pitch) === leading)
      rungs.push({ pitch, degree: octave * 7 + 6, raised: true })
  }
  return rungs
}
interface Climax {
  readonly step: number
  /** Place on the ladder of the highest note of the song. */
  readonly rung: number
}
/** The strong note of the climax line whose chord reaches highest; it alone sings that pitch. */
const findClimax = (steps: readonly Step[], ladder: readonly Rung[]): Climax => {
  const reaches = steps.flatMap((step, index) => {
    if (!step.line.isClimax || !step.strong || step.isLast) return []
    const tones = step.chord ? chordTones(step.chord) : []
    const rung = ladder.findLastIndex(
      ({ pitch, raised }) => !raised && (tones.length === 0 || tones.includes(pitchClass(pitch))),
    )
    return rung < 0 ? [] : [{ step: index, rung }]
  })
  const top = { step: -1, rung: ladder.length - 1 }
  return reaches.reduce((best, reach) => (best.step < 0 || reach.rung >= best.rung ? reach : best), top)
}

const noteCost = (
  step: Step,
  ladder: readonly Rung[],
  p: number,
  climax: { readonly rung: number; readonly isHere: boolean },
  key: Key,
): number => {
  const rung = ladder[p]
  const peak = ladder[climax.rung]
  if (!rung || !peak) return Infinity
  const { chord, line } = step
  const tones = chord ? chordTones(chord) : []
  const isChordTone = tones.includes(pitchClass(rung.pitch))
  const clashes =
    chord !== undefined &&
    !isChordTone &&
    tones.some(
      (tone) => Math.abs(pitchClass(rung.pitch) - tone) === 1 || Math.abs(pitchClass(rung.pitch) - tone) === 11,
    )
  let cost = 0
  if (rung.raised && !isChordTone) return Infinity
  if (!isChordTone) cost += step.strong ? 9 : step.duration >= 1.5 ? 5 : clashes ? 2.2 : 1
  // The register follows the song: the second material lies higher, the climax highest, ends sink.
  const centre =
    peak.degree - (line.isClimax ? 2.5 : line.material === 'b' ? 4 : 6) - (step.isLast && line.closes ? 1 : 0)
  cost += 0.09 * (rung.degree - centre) ** 2
  if (climax.isHere) cost += p === climax.rung ? 0 : 40
  else if (rung.degree >= peak.degree) cost += 30
  if (step.isLast) cost += endCost(step, rung, key, isChordTone)
  return cost
}

/** A closing line ends on the tonic over a tonic chord, on the dominant's fifth or root over a dominant; an inner line on any chord tone. */
const endCost = (step: Step, rung: Rung, key: Key, isChordTone: boolean): number => {
  const degree = ((rung.degree % 7) + 7) % 7
  const base = isChordTone ? 0 : 12
  if (!step.line.closes || !step.chord) return base + (degree === 0 ? 1 : 0)
  if (isTonic(step.chord, key)) return degree === 0 ? 0 : 25
  if (isDominant(step.chord, key)) return degree === 1 || degree === 4 ? base : 8 + base
  return base
}

const moveCost = (
  step: Step,
  before: Step | undefined,
  ladder: readonly Rung[],
  q: number,
  p: number,
  key: Key,
): number => {
  const from = ladder[q]
  const to = ladder[p]
  if (!from || !to) return Infinity
  const move = to.degree - from.degree
  const semitones = Math.abs(to.pitch - from.pitch)
  let cost = MOVE_COST[Math.abs(move)] ?? 30
  if (semitones === 6 || (Math.abs(move) === 1 && semitones === 3)) cost += 8
  if (from.raised && pitchClass(to.pitch) !== key.tonic && pitchClass(to.pitch) !== pitchClass(from.pitch)) cost += 12
  if (from.raised !== to.raised && move === 0) cost += 20
  // A leap lands on a chord tone.
  if (Math.abs(move) >= 3 && step.chord && !chordTones(step.chord).includes(pitchClass(to.pitch))) cost += 6
  const opensLine = before?.line !== step.line
  return cost + (opensLine ? 0 : 0.65 * Math.abs(move - step.wish))
}

/** A leap is answered by a smaller move the other way; no note is struck more than twice; no leap follows a leap in the same direction. */
const turnCost = (r: number, q: number, p: number): number => {
  const first = q - r
  const second = p - q
  if (first === 0 && second === 0) return 3
  if (Math.abs(first) < 3) return 0
  const answered = Math.sign(second) === -Math.sign(first) && Math.abs(second) <= 2
  return answered ? 0 : second === 0 ? 2 : 6
}
