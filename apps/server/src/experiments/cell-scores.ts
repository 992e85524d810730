import type { Run } from '@ensemble/core'
import { sha256Text } from '@ensemble/core/host'
import type { Validator } from '@ensemble/core/schema'
import { type Expectation, judgeOutcome, outcomeOf } from '@ensemble/core/trace'
import { inputOf } from '../engine/run-values.ts'
import { readSandboxed } from '../sandbox/load-sandboxed.ts'
import { askJudges, isJudged, measuresOf } from '../scores/measure-outcome.ts'
import type { ScoreParts } from '../scores/score-parts.ts'

/** The scores of an experiment's runs. */
export interface CellScores {
  /** The score of an ended run; undefined while a judge has not been asked. */
  of(run: Run, expect: readonly Expectation[]): Promise<number | undefined>
  /** Asks the judges about an ended run; resolves once they have answered. */
  ask(run: string, expect: readonly Expectation[]): Promise<void>
}

export interface CellScoresOptions extends ScoreParts {
  readonly validator: () => Promise<Validator>
}

/** So many scores are remembered. */
const MOST_KNOWN = 50_000

/** An ended run stays as it is, so that its score is found once for each state of the code that scores. */
export const createCellScores = (options: CellScoresOptions): CellScores => {
  const known = new Map<string, number>()
  const keyOf = async (run: string, expect: readonly Expectation[]): Promise<string> => {
    const code = await Promise.all(
      expect.flatMap((each) =>
        each.type === 'code' ? [readSandboxed(options.workspace.root, each.activity).catch(String)] : [],
      ),
    )
    return `${run} ${sha256Text(JSON.stringify([expect, code]))}`
  }
  const scoredOf = async (run: string) => {
    const events = await options.journal.read(run, { hydrate: true })
    const outcome = outcomeOf(events)
    return { input: inputOf(events), recorded: outcome, outcome }
  }
  return {
    of: async ({ id }, expect) => {
      const key = await keyOf(id, expect)
      const before = known.get(key)
      if (before !== undefined) return before
      const scored = await scoredOf(id)
      const measures = await measuresOf(options, expect, scored)
      const validator = await options.validator()
      const { status, score } = judgeOutcome(expect, scored.recorded, scored.outcome, { validator, measures })
      if (status === 'changed') return undefined
      if (known.size >= MOST_KNOWN) known.clear()
      known.set(key, score)
      return score
    },
    ask: async (run, expect) => {
      if (!isJudged(expect)) return
      const runs = await askJudges(options, expect, await scoredOf(run))
      const executor = await options.executor()
      await Promise.all(runs.map((each) => executor.settled(each)))
    },
  }
}
