import { EnsembleError, type Json, type Run } from '@ensemble/core'
import { type RunScore, hasEnded } from '@ensemble/core/journal'
import {
  type CaseVerdict,
  type Expectation,
  type JudgeAgreement,
  type Outcome,
  judgeOutcome,
  kappaOf,
  outcomeOf,
} from '@ensemble/core/trace'
import { inputOf, outputOf } from '../engine/run-values.ts'
import { rest } from '../rest.ts'
import type { Services } from '../services.ts'
import { askJudges, checkAwaited, measuresOf } from './measure-outcome.ts'

/** Who scores a Run when a person does. */
export const PERSON = 'person'

/** A request to score recorded Runs by what is expected of them. */
export interface ScoreRequest {
  readonly expect: readonly Expectation[]
  /** The name that the scores get on the Runs; they are not stored without one. */
  readonly by?: string
  /** An address; only Runs of this Idea. */
  readonly idea?: string
  /** Only these Runs. */
  readonly runs?: readonly string[]
  /** Asks judges that have not judged yet. */
  readonly ask?: boolean
  readonly model?: string
  readonly cursor?: string
  readonly limit: number
  /** Stops the scoring: the Runs that are left, and code that runs. */
  readonly signal: AbortSignal
}

/** A scored Run: its score and, where that isn't full, why. */
export interface ScoredRun {
  readonly run: string
  readonly score: number
  readonly status: CaseVerdict['status']
  readonly reasons: readonly string[]
}

export interface ScoredRuns {
  readonly items: readonly ScoredRun[]
  /** The Runs of judges that were asked; score again once they have ended. */
  readonly asked: readonly string[]
  readonly next: string | null
}

/** Scores a page of recorded Runs; only `ask` asks a model. Throws EnsembleError `case.invalid`, `run.unknown`, `engine.draining`. */
export const scoreRuns = async (services: Services, request: ScoreRequest): Promise<ScoredRuns> => {
  const { expect, by, ask = false, model, signal } = request
  checkWithoutRecord(expect)
  const { runs, next } = await runsToScore(services, request)
  const validator = await services.validator()
  const asked: string[] = []
  const items: ScoredRun[] = []
  const stored: Promise<unknown>[] = []
  for (const run of runs) {
    checkAwaited(signal)
    const { input, outcome } = await outcomeToScore(services, run, expect)
    const scored = { input, recorded: outcome, outcome }
    if (ask) asked.push(...(await askJudges(services, expect, scored, model)))
    const measures = await measuresOf(services, expect, scored, signal)
    const { status, score, expectations } = judgeOutcome(expect, outcome, outcome, { validator, measures })
    const reasons = expectations.flatMap(({ message }) => message ?? [])
    items.push({ run: run.id, score, status, reasons })
    // An undecided score may still change.
    if (by !== undefined && status !== 'changed')
      stored.push(services.journal.score(run.id, by, scoreOf(by, score, reasons)))
    await rest()
  }
  await Promise.all(stored)
  return { items, asked, next }
}

const MOST_REASON = 500

const scoreOf = (by: string, score: number, reasons: readonly string[]): RunScore => {
  const reason = reasons.join(' ').slice(0, MOST_REASON)
  return { by, score, ...(reason !== '' && { reason }) }
}

/** Without a case there is no record to compare with. Throws EnsembleError `case.invalid`. */
export const checkWithoutRecord = (expect: readonly Expectation[]): void => {
  const at = expect.findIndex(
    (expectation) =>
      expectation.type === 'identical' || (expectation.type === 'similar' && expectation.value === undefined),
  )
  if (at < 0) return
  const message = `\`${expect[at]?.type ?? ''}\` compares with the record of a case, and a run has none. Give a \`value\`, or use a case.`
  throw new EnsembleError('case.invalid', message, { errors: [{ path: `/expect/${at}`, message }] })
}

const runsToScore = async (
  { journal }: Services,
  { runs, idea, cursor, limit }: ScoreRequest,
): Promise<{ readonly runs: readonly Run[]; readonly next: string | null }> => {
  const isScorable = (run: Run): boolean => hasEnded(run) && run.status !== 'cancelled'
  if (runs !== undefined) {
    const found = await Promise.all(runs.map((id) => journal.runs.get(id)))
    const lost = runs.find((_, at) => found[at] === undefined)
    if (lost !== undefined) throw new EnsembleError('run.unknown', `There is no run ${lost}.`)
    return { runs: found.filter((run) => run !== undefined).filter(isScorable), next: null }
  }
  const page = await journal.runs.list({
    limit,
    trials: false,
    ...(idea !== undefined && { idea }),
    ...(cursor !== undefined && { cursor }),
  })
  return { runs: page.items.filter(isScorable), next: page.next }
}

/** Expectations about the output alone need no Journal. */
const outcomeToScore = async (
  { journal }: Services,
  run: Run,
  expect: readonly Expectation[],
): Promise<{ readonly input: Json; readonly outcome: Outcome }> => {
  const isOutput = ({ type, path }: Expectation): boolean =>
    type !== 'calls' && type !== 'judge' && type !== 'code' && (path === '/status' || /^\/output(\/|$)/.test(path))
  if (expect.every(isOutput)) {
    const output = (await outputOf(journal, run)) ?? null
    return { input: null, outcome: { status: run.status, output, calls: {} } }
  }
  const events = await journal.read(run.id, { hydrate: true })
  return { input: inputOf(events), outcome: outcomeOf(events) }
}

/** Everyone who scored, with how far each agrees with people. */
export interface Scorer {
  readonly by: string
  readonly runs: number
  /** The mean of its scores. */
  readonly mean: number
  /** On the Runs that a person scored, too; a score of at least a half is a yes. Null for people themselves. */
  readonly withPerson: JudgeAgreement | null
}

const isYes = (score: number): boolean => score >= 0.5

/** The scorers of these annotations, by name. */
export const scorersOf = (annotated: readonly (readonly RunScore[])[]): readonly Scorer[] => {
  const byScorer = new Map<string, { readonly scores: number[]; readonly pairs: (readonly [boolean, boolean])[] }>()
  for (const scores of annotated) {
    const person = scores.find(({ by }) => by === PERSON)
    for (const { by, score } of scores) {
      const known = byScorer.get(by) ?? { scores: [], pairs: [] }
      byScorer.set(by, known)
      known.scores.push(score)
      if (person !== undefined) known.pairs.push([isYes(score), isYes(person.score)])
    }
  }
  return [...byScorer]
    .map(([by, { scores, pairs }]) => ({
      by,
      runs: scores.length,
      mean: scores.reduce((sum, score) => sum + score, 0) / scores.length,
      withPerson: by === PERSON ? null : kappaOf(pairs),
    }))
    .toSorted((one, other) => (one.by < other.by ? -1 : 1))
}
