import type { RunStatus } from '../journal/run-types.ts'
import type { Json } from '../schema/json.ts'
import { agreementOf } from './agreement.ts'
import { pairedStatistics, type PairedStatistics } from './paired-statistics.ts'

/** One Run of an experiment, as far as it has come. */
export interface ExperimentCell {
  /** Places in the experiment's lists, from 0. */
  readonly variant: number
  readonly input: number
  readonly repeat: number
  /** Undefined while the Run has not begun. */
  readonly status?: RunStatus
  readonly output?: Json
  /** Milliseconds. */
  readonly ms?: number
  readonly tokens?: number
  /** USD; null where no price is known. */
  readonly cost?: number | null
  /** 0 to 1, by what the experiment expects of a Run that ended; undefined until all of it is decided. */
  readonly score?: number
}

/** The totals of one variant's Runs. */
export interface VariantSummary {
  readonly runs: number
  readonly ended: number
  readonly completed: number
  /** Mean agreement of its outputs with the first variant's for the same input and repeat; null if unknown. */
  readonly agreement: number | null
  /** The median time of its completed Runs in milliseconds; null without one. */
  readonly medianMs: number | null
  readonly tokens: number
  /** The mean of its scores; null without one. */
  readonly score: number | null
  /** USD over all Runs; null where a price is missing. */
  readonly cost: number | null
}

/** How far a cell's output agrees with the first variant's; null where either has none. */
export const agreementOfCell = (cells: readonly ExperimentCell[], cell: ExperimentCell): number | null => {
  const first = cells.find(
    ({ variant, input, repeat }) => variant === 0 && input === cell.input && repeat === cell.repeat,
  )
  if (first?.status !== 'completed' || cell.status !== 'completed') return null
  return agreementOf(first.output, cell.output)
}

/** The table of an experiment: a line for each of `variants` (docs/contract/page.md#runs). */
export const summariseVariants = (cells: readonly ExperimentCell[], variants: number): readonly VariantSummary[] =>
  Array.from({ length: variants }, (_, variant) => {
    const own = cells.filter((cell) => cell.variant === variant)
    const completed = own.filter(({ status }) => status === 'completed')
    const agreements = own.flatMap((cell) => agreementOfCell(cells, cell) ?? [])
    return {
      runs: own.length,
      ended: own.filter(({ status }) => status === 'completed' || status === 'failed' || status === 'cancelled').length,
      completed: completed.length,
      agreement: agreements.length === 0 ? null : sum(agreements) / agreements.length,
      medianMs: medianOf(completed.flatMap(({ ms }) => ms ?? [])),
      score: meanOf(own.flatMap(({ score }) => score ?? [])),
      tokens: sum(own.map(({ tokens = 0 }) => tokens)),
      cost: own.some(({ cost }) => cost === null) ? null : sum(own.map(({ cost }) => cost ?? 0)),
    }
  })

/** The figures in which variants are compared: a score is better if higher, the others if lower. */
export const METRICS = ['score', 'cost', 'ms', 'tokens'] as const
export type Metric = (typeof METRICS)[number]

/** A variant compared with the first in one figure, over the pairs of Runs with the same input and repeat. */
export interface VariantComparison extends PairedStatistics {
  readonly variant: number
  readonly metric: Metric
  /** The variant with the better figure; null while undecided. */
  readonly better: number | null
  /** How many more repeats of every input would decide, if they go as these did; 0 if decided, null if unknown. */
  readonly moreRepeats: number | null
}

/**
 * Compares each variant with the first. Cost, time and tokens count where both Runs completed; scores where both ended.
 * A figure that no pair has is left out.
 */
export const compareVariants = (
  cells: readonly ExperimentCell[],
  { variants, inputs }: { readonly variants: number; readonly inputs: number },
): readonly VariantComparison[] => {
  const placeOf = ({ input, repeat }: ExperimentCell): string => `${input}/${repeat}`
  const baseline = new Map(cells.filter(({ variant }) => variant === 0).map((cell) => [placeOf(cell), cell]))
  return Array.from({ length: Math.max(0, variants - 1) }, (_, before) => before + 1).flatMap((variant) => {
    const own = cells.filter((cell) => cell.variant === variant)
    return METRICS.flatMap((metric) => {
      const pairs = own.flatMap((cell) => {
        const [first, second] = [figureOf(baseline.get(placeOf(cell)), metric), figureOf(cell, metric)]
        return first === undefined || second === undefined ? [] : [[first, second] as const]
      })
      if (pairs.length === 0) return []
      const statistics = pairedStatistics(pairs)
      const { difference, isDecided, more } = statistics
      const isHigher = (difference ?? 0) > 0
      const better = isDecided ? (isHigher === (metric === 'score') ? variant : 0) : null
      return [
        {
          variant,
          metric,
          ...statistics,
          better,
          moreRepeats: more === null ? null : Math.ceil(more / Math.max(1, inputs)),
        },
      ]
    })
  })
}

const figureOf = (cell: ExperimentCell | undefined, metric: Metric): number | undefined => {
  if (cell === undefined) return undefined
  if (metric === 'score') return cell.score
  return cell.status === 'completed' ? (cell[metric] ?? undefined) : undefined
}

const meanOf = (numbers: readonly number[]): number | null =>
  numbers.length === 0 ? null : sum(numbers) / numbers.length

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

const medianOf = (numbers: readonly number[]): number | null => {
  const sorted = numbers.toSorted((one, other) => one - other)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null
}
