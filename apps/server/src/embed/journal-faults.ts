import { EnsembleError, type Executor, type Run } from '@ensemble/core'
import { storageSentence } from '../workspace/storage-trouble.ts'

const sentenceOf = (error: unknown): string => {
  const text = storageSentence(error) ?? (error instanceof Error ? error.message : String(error))
  return text.replace(/\.?$/, '.')
}

const faultOf = (error: unknown, begin: string, remedy: string): EnsembleError =>
  error instanceof EnsembleError
    ? error
    : new EnsembleError('engine.storage', `${begin}: ${sentenceOf(error)} ${remedy}`, { cause: error })

/** Faults of the Journal, for the program that waits for a Run. */
export interface JournalFaults {
  /** The Journal refused an event of this Run, which stops where it is. */
  readonly broken: (run: string, error: unknown) => void
  /** The same executor, whose `start` and `settled` throw EnsembleError `engine.storage` for what the Journal refused. */
  readonly over: (executor: Executor) => Executor
}

export const createJournalFaults = (): JournalFaults => {
  const faults = new Map<string, EnsembleError>()
  const isUnfinished = ({ status }: Run): boolean => status === 'queued' || status === 'running'
  return {
    broken: (run, error) => {
      const remedy = 'The Run stops there; `resume` continues it once the Journal records again.'
      faults.set(run, faultOf(error, `The Journal refused an event of Run ${run}`, remedy))
    },
    over: (executor) => ({
      ...executor,
      start: (options) =>
        executor.start(options).catch((error: unknown) => {
          throw faultOf(error, 'The Run could not start', 'Try again once its cause is gone.')
        }),
      settled: async (id) => {
        const run = await executor.settled(id).catch((error: unknown) => {
          throw faults.get(id) ?? faultOf(error, `Run ${id} could not be read`, 'Try again once its cause is gone.')
        })
        const fault = isUnfinished(run) ? faults.get(id) : undefined
        if (fault !== undefined) throw fault
        return run
      },
    }),
  }
}
