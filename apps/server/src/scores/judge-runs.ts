import { EnsembleError, type Json, type Run } from '@ensemble/core'
import { hasEnded } from '@ensemble/core/journal'
import { canonicalJson, sha256Text } from '@ensemble/core/host'
import { type Expectation, type JudgeExpectation, type Measure, readMeasure } from '@ensemble/core/trace'
import { outputOf } from '../engine/run-values.ts'
import type { ScoreParts } from './score-parts.ts'

type Parts = Omit<ScoreParts, 'sandbox'>

/** The value at an expectation's path, and the input that led to it. */
export interface JudgedValue {
  readonly input: Json
  readonly value: Json
}

export const isJudge = (expectation: Expectation): expectation is JudgeExpectation => expectation.type === 'judge'

const addressOf = ({ idea }: JudgeExpectation): string => `idea://${idea}`

const inputOf = ({ rubric }: JudgeExpectation, { input, value }: JudgedValue): Json => ({
  ...(rubric !== undefined && { rubric }),
  input,
  value,
})

/** The same judge, asked the same, has judged already. Throws EnsembleError where there is no such Idea. */
const keyOf = async ({ workspace }: Parts, expectation: JudgeExpectation, judged: JudgedValue): Promise<string> => {
  const { hash } = await workspace.ideas.resolve(addressOf(expectation))
  return `judge:${sha256Text(canonicalJson([hash, inputOf(expectation, judged)]))}`
}

/** Judgements that failed are asked for again under the next of these keys. */
const MOST_ATTEMPTS = 20

/** The latest Run that judges this value, and the key of the next attempt. */
const attemptsOf = async (
  parts: Parts,
  expectation: JudgeExpectation,
  judged: JudgedValue,
): Promise<{ readonly latest: Run | undefined; readonly next: string }> => {
  const key = await keyOf(parts, expectation, judged)
  let latest: Run | undefined
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const next = attempt === 0 ? key : `${key}#${attempt}`
    const run = await parts.journal.runs.byKey(next)
    if (run === undefined) return { latest, next }
    latest = run
  }
  throw new EnsembleError(
    'run.conflict',
    `The judge ${expectation.idea} has failed ${MOST_ATTEMPTS} times about one value.`,
  )
}

/** The verdict of a judge that has been asked; undefined if it hasn't, or has not ended. */
export const judgementOf = async (
  parts: Parts,
  expectation: JudgeExpectation,
  judged: JudgedValue,
): Promise<(Measure & { readonly run?: string }) | undefined> => {
  const found = await attemptsOf(parts, expectation, judged).catch((error: unknown) => {
    if (error instanceof EnsembleError) return error
    throw error
  })
  if (found instanceof EnsembleError) return { problem: found.message }
  const { latest } = found
  if (latest === undefined || !hasEnded(latest)) return undefined
  if (latest.status !== 'completed')
    return {
      problem: `The judge's run ${latest.id} ended without an output: ${latest.error?.message ?? latest.status}`,
    }
  return { ...readMeasure(await outputOf(parts.journal, latest)), run: latest.id }
}

/** Asks a judge that has not judged this value, or failed to; the id of its Run, undefined if it has judged. */
export const askJudge = async (
  parts: Parts,
  expectation: JudgeExpectation,
  judged: JudgedValue,
  model?: string,
): Promise<string | undefined> => {
  const { latest, next } = await attemptsOf(parts, expectation, judged)
  if (latest?.status === 'completed') return undefined
  if (latest !== undefined && !hasEnded(latest)) return latest.id
  const { id } = await (
    await parts.executor()
  ).start({
    idea: addressOf(expectation),
    input: inputOf(expectation, judged),
    idempotencyKey: next,
    ...(model !== undefined && { model }),
  })
  return id
}
