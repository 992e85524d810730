import { EnsembleError, type IdeaSource, type LoadedIdea } from '@ensemble/core'
import { isTrial } from '@ensemble/core/trace'

/** Ideas made for one Run and kept in no file: a Tool tried alone. Their content is pinned by the Run that uses them. */
export interface Trials {
  /** The workspace's Ideas and those that were added. */
  readonly ideas: IdeaSource
  /** Resolves to the address under which a Run finds it. */
  readonly add: (trial: LoadedIdea) => string
}

const MOST_KEPT = 100

export const createTrials = (workspace: IdeaSource): Trials => {
  const known = new Map<string, LoadedIdea>()
  return {
    ideas: {
      resolve: async (address, from) => {
        const trial = known.get(address)
        if (trial !== undefined) return trial
        if (isTrial({ idea: address }))
          throw new EnsembleError('module.unresolved', 'This trial is over; start it again from the Tool.')
        return workspace.resolve(address, from)
      },
    },
    add: (trial) => {
      known.set(trial.address, trial)
      const [oldest] = known.keys()
      if (known.size > MOST_KEPT && oldest !== undefined) known.delete(oldest)
      return trial.address
    },
  }
}
