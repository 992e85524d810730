import type { RunStatus } from '../journal/run-types.ts'
import type { Json } from '../schema/json.ts'
import { agreementOf } from './agreement.ts'

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
      tokens: sum(own.map(({ tokens = 0 }) => tokens)),
      cost: own.some(({ cost }) => cost === null) ? null : sum(own.map(({ cost }) => cost ?? 0)),
    }
  })

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

const medianOf = (numbers: readonly number[]): number | null => {
  const sorted = numbers.toSorted((one, other) => one - other)
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? null
}
