import { addUsage, NO_USAGE } from '../journal/fold-run.ts'
import type { Usage } from '../journal/run-types.ts'
import type { ModelUsage } from '../model/model.ts'

/**
 * What a Loop has spent and set aside, with every Loop inside it (PROTOCOL.md §1, Config; §6.4): the root's is the Run's.
 * A Request reserves before it asks and settles after, so that parallel branches cannot overdraw together.
 */
export interface Budget {
  readonly usage: Usage
  /** Tokens spent and reserved, were `tokens` more reserved. */
  wouldUse(tokens: number): number
  /** Sets tokens aside; gives the function that frees them again. */
  reserve(tokens: number): () => void
  spend(used: ModelUsage, cost: number | null): void
  /** Counts one Call. */
  countCall(): void
}

/** `parent` is charged with everything too. */
export function createBudget(parent?: Budget): Budget {
  let usage: Usage = NO_USAGE
  let reserved = 0
  return {
    get usage() {
      return usage
    },
    wouldUse: (tokens) => usage.inputTokens + usage.outputTokens + reserved + tokens,
    reserve(tokens) {
      reserved += tokens
      const release = parent?.reserve(tokens)
      return () => {
        reserved -= tokens
        release?.()
      }
    },
    spend(used, cost) {
      usage = addUsage(usage, used, cost)
      parent?.spend(used, cost)
    },
    countCall() {
      usage = { ...usage, calls: usage.calls + 1 }
      parent?.countCall()
    },
  }
}
