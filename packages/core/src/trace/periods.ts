import type { Period } from './span.ts'

/** A stretch of time that has ended, in milliseconds since the epoch. */
export interface Stretch {
  readonly from: number
  readonly to: number
}

/** The same time as ascending stretches that don't touch; empty ones are left out. */
export const merged = (stretches: readonly Stretch[]): readonly Stretch[] => {
  const result: { from: number; to: number }[] = []
  for (const { from, to } of stretches.toSorted((a, b) => a.from - b.from)) {
    if (to <= from) continue
    const last = result.at(-1)
    if (last === undefined || from > last.to) result.push({ from, to })
    else last.to = Math.max(last.to, to)
  }
  return result
}

/** The parts of merged `stretches` that merged `others` don't cover. */
export const without = (stretches: readonly Stretch[], others: readonly Stretch[]): readonly Stretch[] => {
  const result: Stretch[] = []
  let next = 0
  for (const { from, to } of stretches) {
    let at = from
    while (next < others.length && (others[next]?.to ?? 0) <= from) next++
    for (let other = next; other < others.length && (others[other]?.from ?? 0) < to; other++) {
      const { from: gone, to: back } = others[other] ?? { from: to, to }
      if (gone > at) result.push({ from: at, to: gone })
      at = Math.max(at, back)
    }
    if (at < to) result.push({ from: at, to })
  }
  return result
}

/** Milliseconds of merged `stretches` between two instants. */
export const lengthBetween = (stretches: readonly Stretch[], from: number, to: number): number =>
  stretches.reduce((sum, each) => sum + Math.max(0, Math.min(to, each.to) - Math.max(from, each.from)), 0)

/** A period as a stretch; an open one ends at `end`. */
export const closedAt = ({ from, to }: Period, end: number): Stretch => ({ from, to: Math.max(from, to ?? end) })
