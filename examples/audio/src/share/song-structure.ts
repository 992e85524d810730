import { chordSymbol } from '../theory/chord.ts'
import { barQuarters } from '../theory/metre.ts'
import { quartersToSeconds, type Tune, type TuneSection } from '../theory/tune.ts'

/** One moment of a bar; times in seconds. */
export interface Cell {
  readonly at: number
  readonly chord?: string
  readonly syllable?: string
  /** The word continues in the next syllable. */
  readonly continues?: true
}
export interface Bar {
  readonly at: number
  readonly cells: readonly Cell[]
}
export interface Section {
  readonly name: string
  readonly at: number
  readonly until: number
  readonly bars: readonly Bar[]
}

/** The sections of a song with their bars, chords and words, by the second. */
export const songStructure = (tune: Tune): readonly Section[] => {
  const secondsOf = (quarters: number): number => Math.round(quartersToSeconds(quarters, tune.tempo) * 1000) / 1000
  return tune.sections.map((section) => ({
    name: section.name,
    at: secondsOf(section.start),
    until: secondsOf(section.start + section.duration),
    bars: barsOf(tune, section).map(([start, end]) => ({
      at: secondsOf(start),
      cells: cellsOf(tune, start, end).map(({ start: at, ...cell }) => ({ at: secondsOf(at), ...cell })),
    })),
  }))
}

const barsOf = (tune: Tune, { start, duration }: TuneSection): readonly (readonly [start: number, end: number])[] => {
  const bar = barQuarters(tune.metre)
  const count = Math.max(1, Math.round(duration / bar))
  return Array.from({ length: count }, (_, index) => [start + index * bar, start + (index + 1) * bar] as const)
}

type CellInQuarters = Omit<Cell, 'at'> & { readonly start: number }

const cellsOf = (tune: Tune, start: number, end: number): readonly CellInQuarters[] => {
  const cells = new Map<number, CellInQuarters>()
  const put = (at: number, cell: Omit<Cell, 'at'>): void => {
    cells.set(Math.round(at * 1e6), { ...cells.get(Math.round(at * 1e6)), start: at, ...cell })
  }
  const isHere = (at: number): boolean => at >= start - 1e-6 && at < end - 1e-6
  for (const { start: at, chord } of tune.chords) if (isHere(at)) put(at, { chord: chordSymbol(chord, tune.key) })
  for (const { start: at, syllable } of tune.notes) {
    if (syllable === undefined || !isHere(at)) continue
    const continues = syllable.endsWith('-')
    put(at, { syllable: continues ? syllable.slice(0, -1) : syllable, ...(continues && { continues }) })
  }
  return [...cells.values()].toSorted((a, b) => a.start - b.start)
}
