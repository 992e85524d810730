import type { JournalEvent } from '../journal/events.ts'
import type { ReplayReport } from '../run/operate/replay.ts'
import { hasOwn, isArray, isObject, type Json, type Pointer } from '../schema/json.ts'
import { getByPointer } from '../schema/pointer.ts'
import type { Validator } from '../schema/validator.ts'
import type { CaseChange } from './case-change.ts'
import type { Expectation, Operator } from './case.ts'
import { changeSentence, messageNumber } from './change-sentence.ts'
import type { Outcome } from './outcome.ts'
import { parentOf } from '../journal/parent-of.ts'
import { ideaName, loopOf, ordinalOf, spanKind } from './span-path.ts'
import type { Measure } from './measure.ts'
import { similarityOf } from './similarity.ts'
import { changedFields } from './value-diff.ts'

/** The verdict on one expectation of a case. */
export interface JudgedExpectation {
  readonly expectation: Expectation
  /** Undecided: the files changed before that place was reached, and no model was asked again. */
  readonly status: 'passed' | 'failed' | 'undecided'
  /** 0 to 1; null if undecided. */
  readonly score: number | null
  /** Why it failed or has this score, in a sentence. */
  readonly message?: string
}

/** Scores that are found outside: by code and by judges, for those expectations that have one already. */
export type Measures = ReadonlyMap<Expectation, Measure>

/** The result of replaying a case against the current files. */
export interface CaseVerdict {
  /** `changed`: nothing failed, but a part needs the model to decide. */
  readonly status: 'passed' | 'changed' | 'failed'
  /** 0 to 1: the mean over its expectations; an undecided one counts as 0. */
  readonly score: number
  readonly expectations: readonly JudgedExpectation[]
}

/** Names the turn in which a replay diverged; null where it did not. */
export const changeOf = (events: readonly JournalEvent[], report: ReplayReport): CaseChange | null => {
  if (report.identical) return null
  const { key, seq, path, expected, actual } = report.divergence
  const [span = '', fact = ''] = key.split('#')
  const request = requestOf(span)
  const started = events.find((event) => event.type === 'request.started' && event.span === request)
  const role = roleAt(started?.type === 'request.started' ? started.data.messages : undefined, path)
  return {
    key,
    seq,
    request,
    path,
    expected,
    actual,
    ...(role !== undefined && { role }),
    turn: request === '' ? 0 : ordinalOf(request) + 1,
    idea: ideaName(started?.type === 'request.started' ? started.data.idea : loopIdea(events, request)),
    what: whatOf(fact, path),
  }
}

/** Undefined where no message differs, or the messages lie apart. */
const roleAt = (messages: unknown, path: Pointer): string | undefined => {
  const number = messageNumber(path)
  if (number === undefined || !Array.isArray(messages)) return undefined
  const message: unknown = messages[number - 1]
  return isObject(message) && typeof message['role'] === 'string' ? message['role'] : undefined
}

/** The Request that a span is, or that proposed it. */
const requestOf = (span: string): string => (spanKind(span) === 'call' ? (parentOf(span) ?? '') : span)

/** The address of the Idea that a Request without a record belongs to. */
const loopIdea = (events: readonly JournalEvent[], request: string): string => {
  const loop = request === '' ? '' : loopOf(request)
  const entered = events.find((event) => event.type === 'module.entered' && event.span === loop)
  if (entered?.type === 'module.entered') return entered.data.address
  const [created] = events
  return created?.type === 'run.created' ? created.data.idea : ''
}

const whatOf = (fact: string, path: Pointer): CaseChange['what'] => {
  if (fact.startsWith('run.')) return 'end'
  if (fact.startsWith('module.')) return 'module'
  if (fact.startsWith('state.')) return 'state'
  if (!fact.startsWith('request.')) return 'call'
  if (path.startsWith('/schema') || path.startsWith('/tools')) return 'tools'
  return path.startsWith('/messages') ? 'prompt' : 'model'
}

/**
 * Compares a replay with the expectations. If it differs, only `identical` for the whole is known without the model.
 */
export const judgeReplay = (
  expectations: readonly Expectation[],
  recorded: Outcome,
  change: CaseChange | null,
  { validator, measures }: Measuring,
): CaseVerdict =>
  verdictOf(
    expectations.map((expectation) => {
      if (change === null) return judge(expectation, recorded, recorded, { validator, measures })
      if (expectation.type !== 'identical' || expectation.path !== '') return undecided(expectation)
      return { expectation, status: 'failed', score: 0, message: `${changeSentence(change)}.` }
    }),
  )

/** The means of judging. */
export interface Measuring {
  readonly validator: Validator
  readonly measures?: Measures | undefined
}

/** Holds the Outcome of a Run that was asked again against what is expected and what was recorded. */
export const judgeOutcome = (
  expectations: readonly Expectation[],
  recorded: Outcome,
  outcome: Outcome,
  measuring: Measuring,
): CaseVerdict => verdictOf(expectations.map((expectation) => judge(expectation, recorded, outcome, measuring)))

const verdictOf = (expectations: readonly JudgedExpectation[]): CaseVerdict => {
  const has = (status: JudgedExpectation['status']): boolean => expectations.some((one) => one.status === status)
  return {
    status: has('failed') ? 'failed' : has('undecided') ? 'changed' : 'passed',
    score: expectations.reduce((sum, { score }) => sum + (score ?? 0), 0) / Math.max(1, expectations.length),
    expectations,
  }
}

const undecided = (expectation: Expectation, message?: string): JudgedExpectation => ({
  expectation,
  status: 'undecided',
  score: null,
  ...(message !== undefined && { message }),
})

const judge = (
  expectation: Expectation,
  recorded: Outcome,
  outcome: Outcome,
  { validator, measures }: Measuring,
): JudgedExpectation => {
  switch (expectation.type) {
    case 'similar': {
      const { path, value = getByPointer(recorded, path), least } = expectation
      const score = similarityOf(value, getByPointer(outcome, path))
      return scored(expectation, { score }, least)
    }
    case 'code':
    case 'judge': {
      const measure = measures?.get(expectation)
      if (measure === undefined) return undecided(expectation, notMeasured(expectation))
      return scored(expectation, measure, expectation.least ?? 1)
    }
    default: {
      const message = faultOf(expectation, recorded, outcome, validator)
      if (message === undefined) return { expectation, status: 'passed', score: 1 }
      return { expectation, status: 'failed', score: 0, message }
    }
  }
}

const scored = (expectation: Expectation, measure: Measure, least: number): JudgedExpectation => {
  if ('problem' in measure) return { expectation, status: 'failed', score: 0, message: measure.problem }
  const { score, reason } = measure
  if (score >= least) return { expectation, status: 'passed', score, ...(reason !== undefined && { message: reason }) }
  const missed = `The score is ${rounded(score)}, expected at least ${rounded(least)}`
  return { expectation, status: 'failed', score, message: reason === undefined ? `${missed}.` : `${missed}: ${reason}` }
}

const rounded = (score: number): string => String(Math.round(score * 1000) / 1000)

const notMeasured = (expectation: Expectation): string | undefined =>
  expectation.type === 'judge' ? `The judge ${expectation.idea} has not been asked about this yet.` : undefined

const faultOf = (
  expectation: Exclude<Expectation, { readonly type: 'similar' | 'code' | 'judge' }>,
  recorded: Outcome,
  outcome: Outcome,
  validator: Validator,
): string | undefined => {
  const { path } = expectation
  const value = getByPointer(outcome, path)
  switch (expectation.type) {
    case 'identical':
      return differenceOf(path, getByPointer(recorded, path), value)
    case 'equals':
      return differenceOf(path, expectation.value, value)
    case 'schema': {
      if (value === undefined) return `There is nothing at ${path}.`
      const verdict = validator.check(expectation.schema, value)
      return verdict.ok ? undefined : (verdict.issues[0]?.message ?? 'It does not fit its schema.')
    }
    case 'calls': {
      const { tool, min = 0, max = Infinity } = expectation
      if (!isObject(value)) return `There is no Run or Module at ${path}.`
      const count = countOf(value['calls'], tool)
      if (count < min) return `${tool} was called ${times(count)}, expected at least ${times(min)}.`
      return count > max ? `${tool} was called ${times(count)}, expected at most ${times(max)}.` : undefined
    }
    case 'compare': {
      const { operator, value: than } = expectation
      if (value === undefined) return `There is nothing at ${path}.`
      const wanted = operator === 'contains' ? `to contain ${brief(than)}` : `${operator} ${brief(than)}`
      return compares(value, operator, than) ? undefined : `${path} is ${brief(value)}, expected ${wanted}.`
    }
  }
}

const compares = (value: Json, operator: Operator, than: Json): boolean => {
  if (operator === '!=') return changedFields(than, value).length > 0
  if (operator === 'contains') {
    if (typeof value === 'string') return typeof than === 'string' && value.includes(than)
    return isArray(value) && value.some((item) => changedFields(than, item).length === 0)
  }
  const isOrdered =
    (typeof value === 'number' && typeof than === 'number') || (typeof value === 'string' && typeof than === 'string')
  if (!isOrdered) return false
  switch (operator) {
    case '<':
      return value < than
    case '<=':
      return value <= than
    case '>':
      return value > than
    case '>=':
      return value >= than
  }
}

const differenceOf = (path: Pointer, expected: Json | undefined, actual: Json | undefined): string | undefined => {
  const [first] = changedFields(expected, actual)
  if (first === undefined) return undefined
  const place = `${path}${first.path}`
  return `${place === '' ? 'The outcome' : place} is ${brief(first.after)}, expected ${brief(first.before)}.`
}

const LONGEST = 120
const brief = (value: Json | undefined): string => {
  if (value === undefined) return 'not there'
  const text = JSON.stringify(value)
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

const countOf = (calls: Json | undefined, tool: string): number => {
  const made = isObject(calls) && hasOwn(calls, tool) ? calls[tool] : undefined
  return Array.isArray(made) ? made.length : 0
}

const times = (count: number): string => (count === 1 ? 'once' : count === 2 ? 'twice' : `${count} times`)
