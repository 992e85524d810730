import { addUsage, NO_USAGE } from '../../journal/fold-run.ts'
import type { Usage } from '../../journal/run-types.ts'
import type { ModelUsage } from '../../model/model.ts'

/**
 * The spending of a Loop and its inner Loops (docs/contract/protocol.md#config). Requests reserve first, so branches
 * can't overdraw.
 */
export class Budget {
  readonly #parent: Budget | undefined
  #usage: Usage = NO_USAGE
  #calls = 0
  #reserved = 0

  /** `parent` is charged with everything too. */
  constructor(parent?: Budget) {
    this.#parent = parent
  }

  get usage(): Usage {
    return { ...this.#usage, calls: this.#calls }
  }

  get calls(): number {
    return this.#calls
  }

  get cost(): number {
    return this.#usage.cost ?? 0
  }

  /** Tokens spent and reserved, were `tokens` more reserved. */
  wouldUse(tokens: number): number {
    return this.#usage.inputTokens + this.#usage.outputTokens + this.#reserved + tokens
  }

  /** Sets tokens aside; gives the function that frees them again. */
  reserve(tokens: number): () => void {
    this.#reserved += tokens
    const release = this.#parent?.reserve(tokens)
    return () => {
      this.#reserved -= tokens
      release?.()
    }
  }

  spend(used: ModelUsage, cost: number | null): void {
    this.#usage = addUsage(this.#usage, used, cost)
    this.#parent?.spend(used, cost)
  }

  /** Counts one Call. */
  countCall(): void {
    this.#calls++
    this.#parent?.countCall()
  }
}
