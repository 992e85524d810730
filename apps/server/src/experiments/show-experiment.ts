import type { Journal } from '@ensemble/core'
import { hasEnded } from '@ensemble/core/journal'
import {
  type ExperimentCell,
  type VariantComparison,
  type VariantSummary,
  agreementOfCell,
  compareVariants,
  runTime,
  summariseVariants,
} from '@ensemble/core/trace'
import { outputOf } from '../engine/run-values.ts'
import type { CellScores } from './cell-scores.ts'
import { cellsOf, keyOf } from './experiment-cells.ts'
import type { Experiment } from './experiment-file.ts'

/** A cell of the table with its run; `agreement` with the first variant is known once both have completed. */
export interface ShownCell extends ExperimentCell {
  readonly run?: string
  readonly refused?: string
  readonly agreement: number | null
}

export interface ShownExperiment extends Omit<Experiment, 'runs' | 'refused' | 'version'> {
  readonly cells: readonly ShownCell[]
  readonly summary: readonly VariantSummary[]
  /** Each variant compared with the first. */
  readonly comparisons: readonly VariantComparison[]
}

/** The table of an experiment's runs now. */
export const showExperiment = async (
  journal: Journal,
  experiment: Experiment,
  scores: CellScores,
): Promise<ShownExperiment> => {
  const { runs: _runs, refused: _refused, version: _version, ...shown } = experiment
  const cells = await Promise.all(cellsOf(experiment).map((cell) => showCell(journal, experiment, cell, scores)))
  return {
    ...shown,
    cells: cells.map((cell) => ({ ...cell, agreement: agreementOfCell(cells, cell) })),
    summary: summariseVariants(cells, experiment.variants.length),
    comparisons: compareVariants(cells, { variants: experiment.variants.length, inputs: experiment.inputs.length }),
  }
}

const showCell = async (
  journal: Journal,
  experiment: Experiment,
  cell: Omit<ExperimentCell, 'status'>,
  scores: CellScores,
): Promise<Omit<ShownCell, 'agreement'>> => {
  const key = keyOf(cell.variant, cell.input, cell.repeat)
  const refused = experiment.refused[key]
  const id = experiment.runs[key]
  const run = id === undefined ? undefined : await journal.runs.get(id)
  if (run === undefined) return { ...cell, ...(refused !== undefined && { refused }) }
  const output = await outputOf(journal, run)
  const { expect } = experiment
  const isScored = expect !== undefined && hasEnded(run) && run.status !== 'cancelled'
  const score = isScored ? await scores.of(run, expect) : undefined
  return {
    ...cell,
    run: run.id,
    status: run.status,
    ...(output !== undefined && { output }),
    ...(score !== undefined && { score }),
    // At work: a person who takes a day to decide makes no variant slower.
    ...(run.endedAt !== undefined && { ms: runTime(run, Date.parse(run.endedAt)).workMs }),
    tokens: run.usage.inputTokens + run.usage.outputTokens,
    // A run's cost is known with its last Request.
    ...(hasEnded(run) && { cost: run.usage.cost }),
  }
}
