import { chordTones, isDominant, isTonic } from './chord.ts'
import type { Rung, Step } from './melody-line.ts'
import { pitchClass, type Key } from './pitch.ts'

/** Cost of a move by its size in scale steps: steps are free, large leaps rare, a sixth or octave possible, a seventh not. */
const MOVE_COST = [0.9, 0, 0.5, 1.4, 2, 2.8, 8, 4]

export const noteCost = (
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
  if (step.leans) cost += isChordTone ? 12 : 0
  else if (step.resolves) cost += isChordTone ? 0 : 16
  else if (!isChordTone) cost += step.strong ? 9 : step.duration >= 1.5 ? 5 : clashes && !rung.blue ? 2.2 : 1
  // The register follows the song: the second material is higher, the climax highest, ends sink.
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
  if (isTonic(step.chord, key) || step.chord.root === key.tonic) return degree === 0 ? 0 : 25
  if (isDominant(step.chord, key)) return degree === 1 || degree === 4 ? base : 8 + base
  return base
}

export const moveCost = (
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
  if (step.resolves) return resolution(from, to, step)
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

/** A dissonance goes down by a step, or up by a semitone. */
const resolution = (from: Rung, to: Rung, { wish }: Step): number => {
  const semitones = to.pitch - from.pitch
  if (semitones === -1 || semitones === -2) return 0.2 * Math.abs(-1 - wish)
  return semitones === 1 ? 1 : semitones === 2 ? 3 : 14
}

/** A leap is answered by a smaller move the other way; no note is struck more than twice; no leap follows a leap in the same direction. */
export const turnCost = (r: number, q: number, p: number): number => {
  const first = q - r
  const second = p - q
  if (first === 0 && second === 0) return 3
  if (Math.abs(first) < 3) return 0
  const answered = Math.sign(second) === -Math.sign(first) && Math.abs(second) <= 2
  return answered ? 0 : second === 0 ? 2 : 6
}
