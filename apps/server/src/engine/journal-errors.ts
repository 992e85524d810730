import { EnsembleError } from '@ensemble/core'

export const unknownRun = (run: string): EnsembleError => new EnsembleError('run.unknown', `There is no run ${run}.`)

export const closedJournal = (): EnsembleError =>
  new EnsembleError('engine.draining', 'The server is shutting down; its Journal is closed.')

export const damagedRun = (run: string, place: string): EnsembleError =>
  new EnsembleError(
    'run.damaged',
    `Run ${run} is not as it was recorded: ${place} was changed or is lost. The other runs are as they were.`,
  )
