import { addUsage, NO_USAGE } from '../journal/fold-run.ts'
import type { Usage } from '../journal/run-types.ts'
import type { ModelUsage } from '../model/model.ts'

/**
 * What a Run has spent and set aside, over all its branches (PROTOCOL.md §1, Config). A Request reserves before it asks
 * and settles after, so that parallel branches cannot overdraw together.
 */
export interface Budget {
  readonly usage: Usage
  /** Tokens spent and reserved, were `tokens` more reserved. */
  wouldUse(tokens: number): number
  /** Sets tokens aside; gives the function that frees them again. */
  reserve(tokens: number): () => void
  spend(used: ModelUsage, cost: number | null): void
  /** Counts one Call; how many there are now. */
  countCall(): number
}

export function createBudget(): Budget {
  let usage: Usage = NO_USAGE
  let reserved = 0
  return {
    get usage() {
      return usage
    },
    wouldUse: (tokens) => usage.inputTokens + usage.outputTokens + reserved + tokens,
    reserve(tokens) {
      reserved += tokens
      return () => {
        reserved -= tokens
      }
    },
    spend(used, cost) {
      usage = addUsage(usage, { ...used, cost })
    },
    countCall() {
      usage = { ...usage, calls: usage.calls + 1 }
      return usage.calls
    },
  }
}
