import type { EventData } from '../../journal/events.ts'
import { EnsembleError } from '../../schema/ensemble-error.ts'

/** Throws EnsembleError `run.imported` for a Run that another program recorded: none of it was composed here, so nothing can be repeated. */
export const refuseImported = ({ imported }: EventData['run.created'], run: string): void => {
  if (imported !== undefined)
    throw new EnsembleError(
      'run.imported',
      `Run ${run} was recorded by another program (${imported.program}). It can be viewed and kept as a case, but not replayed, forked or continued.`,
    )
}
