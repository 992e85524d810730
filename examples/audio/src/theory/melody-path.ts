import { hashText } from '../random.ts'
import { chordTones } from './chord.ts'
import type { Rung, Step } from './melody-line.ts'
import { moveCost, noteCost, turnCost } from './melody-rules.ts'
import { pitchClass, type Key } from './pitch.ts'

/** Which pitch a place of a material was first heard with. */
export type Heard = ReadonlyMap<string, number>
const placeOf = ({ line, place }: Step): string => `${line.material}/${line.place}/${place}`
export const firstHeard = (steps: readonly Step[], pitches: readonly number[]): Heard => {
  const heard = new Map<string, number>()
  steps.forEach((step, index) => {
    const key = placeOf(step)
    if (!heard.has(key)) heard.set(key, pitches[index] ?? 0)
  })
  return heard
}

/** Cost of a semitone away from what was heard before. */
const RETURN_WEIGHT = 0.6

/** The pitches of all steps, from a ladder of those that may be sung. */
export const cheapestPath = (
  steps: readonly Step[],
  ladder: readonly Rung[],
  key: Key,
  noise: number,
  heard: Heard,
): readonly number[] => {
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
  return trace(cost, back, size).map((place) => ladder[place]?.pitch ?? 0)
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

interface Climax {
  readonly step: number
  /** Place on the ladder of the highest note of the song. */
  readonly rung: number
}
/** The note of the climax line whose chord reaches highest, a strong one if there is one; it alone sings that pitch. */
const findClimax = (steps: readonly Step[], ladder: readonly Rung[]): Climax => {
  const reaches = steps.flatMap((step, index) => {
    if (!step.line.isClimax || step.isLast) return []
    const tones = step.chord ? chordTones(step.chord) : []
    const rung = ladder.findLastIndex(
      ({ pitch, raised, blue }) => !raised && !blue && (tones.length === 0 || tones.includes(pitchClass(pitch))),
    )
    return rung < 0 ? [] : [{ step: index, rung, strong: step.strong }]
  })
  const strong = reaches.filter((reach) => reach.strong)
  const top = { step: -1, rung: ladder.length - 1 }
  const candidates = strong.length > 0 ? strong : reaches
  return candidates.reduce<Climax>((best, reach) => (best.step < 0 || reach.rung >= best.rung ? reach : best), top)
}
