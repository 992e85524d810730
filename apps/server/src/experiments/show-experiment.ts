import type { Journal, Json, Run } from '@ensemble/core'
import { hasEnded } from '@ensemble/core/journal'
import { isBodyRef } from '@ensemble/core/host'
import { type ExperimentCell, type VariantSummary, agreementOfCell, summariseVariants } from '@ensemble/core/trace'
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
}

/** The table of an experiment's runs now. */
export const showExperiment = async (journal: Journal, experiment: Experiment): Promise<ShownExperiment> => {
  const { runs: _runs, refused: _refused, version: _version, ...shown } = experiment
  const cells = await Promise.all(cellsOf(experiment).map((cell) => showCell(journal, experiment, cell)))
  return {
    ...shown,
    cells: cells.map((cell) => ({ ...cell, agreement: agreementOfCell(cells, cell) })),
    summary: summariseVariants(cells, experiment.variants.length),
  }
}

const showCell = async (
  journal: Journal,
  experiment: Experiment,
  cell: Omit<ExperimentCell, 'status'>,
): Promise<Omit<ShownCell, 'agreement'>> => {
  const key = keyOf(cell.variant, cell.input, cell.repeat)
  const refused = experiment.refused[key]
  const id = experiment.runs[key]
  const run = id === undefined ? undefined : await journal.runs.get(id)
  if (run === undefined) return { ...cell, ...(refused !== undefined && { refused }) }
  const output = await outputOf(journal, run)
  return {
    ...cell,
    run: run.id,
    status: run.status,
    ...(output !== undefined && { output }),
    ...(run.endedAt !== undefined && { ms: Date.parse(run.endedAt) - Date.parse(run.startedAt) }),
    tokens: run.usage.inputTokens + run.usage.outputTokens,
    // A run's cost is known with its last Request.
    ...(hasEnded(run) && { cost: run.usage.cost }),
  }
}

const outputOf = async (journal: Journal, { output }: Run): Promise<Json | undefined> => {
  if (!isBodyRef(output)) return output
  const bytes = await journal.bodies.get(output.$body)
  return bytes && (JSON.parse(new TextDecoder().decode(bytes)) as Json) // its hash is that of JSON text
}
