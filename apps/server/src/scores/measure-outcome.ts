import { EnsembleError, type Json } from '@ensemble/core'
import { getByPointer } from '@ensemble/core/host'
import { type Expectation, type Measure, type Measures, type Outcome, readMeasure } from '@ensemble/core/trace'
import { SANDBOX_SUFFIX } from '../sandbox/sandbox-activity.ts'
import { readSandboxed } from '../sandbox/load-sandboxed.ts'
import { type JudgedValue, askJudge, isJudge, judgementOf } from './judge-runs.ts'
import type { ScoreParts } from './score-parts.ts'

/** An outcome to score: of a recorded Run, or of one that was asked again. */
export interface Scored {
  readonly input: Json
  readonly recorded: Outcome
  readonly outcome: Outcome
}

const judgedAt = ({ path }: Expectation, { input, outcome }: Scored): JudgedValue => ({
  input,
  value: getByPointer(outcome, path) ?? null,
})

/** Throws EnsembleError `engine.draining` once `signal` says that no one waits for the scores any more. */
export const checkAwaited = (signal: AbortSignal): void => {
  if (signal.aborted) throw new EnsembleError('engine.draining', 'The scoring was stopped. Score again.')
}

/**
 * The scores of code and judges, for those expectations that have one. Code runs in the sandbox until `signal` aborts;
 * no model is asked. Throws EnsembleError `engine.draining` then.
 */
export const measuresOf = async (
  parts: ScoreParts,
  expectations: readonly Expectation[],
  scored: Scored,
  signal: AbortSignal = new AbortController().signal,
): Promise<Measures> => {
  const found = await Promise.all(
    expectations.map(
      async (expectation) => [expectation, await measureOf({ ...parts, signal }, expectation, scored)] as const,
    ),
  )
  checkAwaited(signal)
  return new Map(found.flatMap(([expectation, measure]) => (measure === undefined ? [] : [[expectation, measure]])))
}

interface MeasureParts extends ScoreParts {
  readonly signal: AbortSignal
}

const measureOf = async (
  parts: MeasureParts,
  expectation: Expectation,
  scored: Scored,
): Promise<Measure | undefined> => {
  if (isJudge(expectation)) return judgementOf(parts, expectation, judgedAt(expectation, scored))
  if (expectation.type !== 'code') return undefined
  const { activity, path } = expectation
  const call: Json = {
    value: getByPointer(scored.outcome, path) ?? null,
    recorded: getByPointer(scored.recorded, path) ?? null,
    input: scored.input,
  }
  return runCode(parts, activity, call).catch((error: unknown) => ({
    problem: `activities/${activity}${SANDBOX_SUFFIX}: ${error instanceof Error ? error.message : String(error)}`,
  }))
}

const runCode = async (
  { workspace, sandbox, signal }: MeasureParts,
  activity: string,
  call: Json,
): Promise<Measure> => {
  const code = await readSandboxed(workspace.root, activity)
  const file = `${activity}${SANDBOX_SUFFIX}`
  const options = { signal, onLog: () => undefined, onProgress: () => undefined }
  return readMeasure(await sandbox.run({ file, code, call, context: {} }, options))
}

/** Whether a judge is among these expectations. */
export const isJudged = (expectations: readonly Expectation[]): boolean => expectations.some(isJudge)

/** Asks the judges among these expectations that have not judged yet; the ids of their Runs. */
export const askJudges = async (
  parts: ScoreParts,
  expectations: readonly Expectation[],
  scored: Scored,
  model?: string,
): Promise<readonly string[]> => {
  const runs = await Promise.all(
    expectations.filter(isJudge).map((judge) => askJudge(parts, judge, judgedAt(judge, scored), model)),
  )
  return runs.filter((run) => run !== undefined)
}
