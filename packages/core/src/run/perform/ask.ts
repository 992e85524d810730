import type { Reasoned } from '../../idea/message.ts'
import type { RawAnswer, RawCall } from '../../model/wire.ts'
import { decodeRaw } from '../../model/decoder.ts'
import { estimateUsage, sumUsage } from '../../model/estimate-usage.ts'
import { misfitOf } from '../../model/limits.ts'
import { ModelError, type ModelDelta, type ModelUsage } from '../../model/model.ts'
import { isBodyRef } from '../../journal/events.ts'
import { traceparentOf } from '../../journal/trace-context.ts'
import { onAbort } from '../../schema/on-abort.ts'
import { AnswerStream } from './answer-stream.ts'
import { textOfSolution } from '../../model/solution-text.ts'
import type { QueuedBy, Slot } from '../limits/slots.ts'
import { AnswerEffect } from '../record/answer-effect.ts'
import type { KeptRequest } from '../record/reuse.ts'
import type { Question } from './question.ts'
import { outputOf } from '../record/request-events.ts'
import { publish } from '../record/publish.ts'
import { step } from '../record/step.ts'
import type { RunScope } from './run-scope.ts'

export type Answered =
  | {
      readonly type: 'complete'
      readonly answer: RawAnswer
      /** The model's reasoning, which goes back to it with the next question. */
      readonly reasoned?: Reasoned | undefined
    }
  | Failed

/** The Request failed. With Calls in `answer` they run to their end; the Request is never asked again. */
export interface Failed {
  readonly type: 'failed'
  readonly code: string
  readonly message: string
  readonly answer: RawAnswer
  readonly retryable: boolean
}

const ATTEMPTS = 4
/** The same where another model can be asked in its place: a fault that passes, no more. */
const ATTEMPTS_BEFORE_FALLBACK = 2
/** A wait that is named, or a timeout, takes longer than asking another model. */
const WAITS_LONG: ReadonlySet<string> = new Set(['model.rateLimited', 'model.stalled'])
/** Errors of an endpoint that had taken the question: it charges for that, also where no answer came. */
const WAS_TAKEN: ReadonlySet<string> = new Set(['model.cut', 'model.stalled', 'model.length', 'model.refused'])
const LONGEST_DELAY = 30_000

/** Asks the model once and journals the answer, or reads it from the record (docs/contract/protocol.md#the-loop, docs/contract/protocol.md#the-journal). */
export function ask(run: RunScope, question: Question): Promise<Answered> {
  run.watch.onQuestion?.(question)
  const answer = new AnswerEffect(run, question)
  return step(answer, {
    deliver: (known) => (known.type === 'cut' ? resumeCut(run, question, known.calls) : deliver(run, question, known)),
    live: () => askLive(run, question, answer.wasAsked ? lostToCrash(question) : undefined),
  })
}

/** An answer that is recorded, here or in the Run this one was forked from. */
async function deliver(run: RunScope, question: Question, known: KeptRequest): Promise<Answered> {
  const { span, composition, encoded } = question
  const raw = textOfAnswer(question, known)
  const answer = decodeRaw(encoded.wire, composition, raw, known.type === 'completed')
  for (const call of answer.calls) await question.calls.take(call)
  // The source paid for a fork's kept parts.
  if (!known.data.source) spend(run, question, known.data.usage)
  if (known.type === 'failed') {
    await run.history.emit('request.failed', span, known.data)
    return {
      type: 'failed',
      code: known.data.code,
      message: known.data.message,
      answer,
      retryable: known.data.retryable === true,
    }
  }
  const data = known.data.edited
    ? { ...known.data, raw, calls: answer.calls.length, output: outputOf(answer) }
    : known.data
  await run.history.emit('request.completed', span, data)
  // Reasoning led to the model's own answer, not to one that a person wrote.
  const reasoned = known.solution === undefined && known.data.edited !== true ? known.data.reasoned : undefined
  return { type: 'complete', answer, reasoned: isBodyRef(reasoned) ? undefined : reasoned }
}

const textOfAnswer = ({ composition, encoded }: Question, known: KeptRequest): string =>
  known.type === 'completed' && known.solution !== undefined
    ? textOfSolution(encoded.wire, composition, known.solution)
    : String(known.data.raw ?? '')

/** A crash in the middle of an answer whose Calls were already durable: the Request failed, its Calls remain. */
async function resumeCut(run: RunScope, question: Question, calls: readonly RawCall[]): Promise<Answered> {
  const { span } = question
  const message = 'The process ended while the answer was still streaming.'
  for (const call of calls) await question.calls.take(call)
  const raw = encodeCut(question.encoded.wire, calls)
  // The endpoint's count was lost with the process.
  const usage = estimateUsage(question.encoded.body, raw.length)
  spend(run, question, usage)
  await run.history.emit('request.failed', span, { code: 'model.cut', message, raw, usage, ms: 0 })
  return {
    type: 'failed',
    code: 'model.cut',
    message,
    answer: { calls, outputText: undefined, raw, length: raw.length },
    retryable: false,
  }
}

/** The Calls that survived, as an answer that decodes to them on either wire. */
const encodeCut = (wire: string, calls: readonly RawCall[]): string =>
  wire === 'tools'
    ? JSON.stringify({
        role: 'assistant',
        content: null,
        tool_calls: calls.map((call) => ({ type: 'function', function: { name: call.tool, arguments: call.text } })),
      })
    : `{"calls":[${calls.map((call) => call.text).join(',')}]`

async function askLive(run: RunScope, question: Question, lostBefore: ModelUsage | undefined): Promise<Answered> {
  const { signal } = run
  const { parking } = run.people
  const { clock } = run.deps
  const misfit = await refuseMisfit(run, question, lostBefore)
  if (misfit) return misfit
  parking.begin()
  try {
    let lost = lostBefore
    for (let attempt = 1; ; attempt++) {
      const queued = clock.elapsed()
      const slot = await takeSlot(run, question)
      const stream = new AnswerStream(run, question, clock.elapsed())
      // The end of a Run counts what was on its way.
      const leave = onAbort(signal, () => spend(run, question, sumUsage(lost, stream.usage(true))))
      try {
        const deltas = question.model.ask(question.encoded.body, {
          signal,
          seed: run.created.seed,
          readFile: run.deps.artifacts.get,
          traceparent: traceparentOf(run.id, question.span, run.created.traceparent),
        })
        for await (const first of deltas)
          for (let delta: ModelDelta | undefined = first; delta; delta = deltas.ready?.()) {
            const taken = stream.take(delta)
            if (taken) await taken
          }
        await stream.settled()
        const { usage, data } = await stream.complete(clock.elapsed() - queued, lost)
        leave()
        slot.give(tokensOf(usage))
        spend(run, question, usage)
        await run.history.gather('request.completed', question.span, data)
        return { type: 'complete', answer: stream.answer(true), reasoned: stream.reasoned }
      } catch (thrown) {
        leave()
        const broken = await breakOff(run, question, { stream, thrown, attempt, lost })
        if (broken.type === 'failed') return broken
        slot.give(tokensOf(stream.usage(WAS_TAKEN.has(broken.code))))
        lost = broken.lost
        await clock.sleep(broken.delayMs, signal)
      } finally {
        slot.give()
      }
    }
  } finally {
    parking.land()
  }
}

/** Fails a Request that its model could not answer before it is sent. */
async function refuseMisfit(
  run: RunScope,
  question: Question,
  usage: ModelUsage | undefined,
): Promise<Failed | undefined> {
  const { model, encoded, span } = question
  const limits = model.simulated ? undefined : run.deps.limitsOf?.(model.name)
  const message = limits && misfitOf(encoded.body, model.name, limits)
  if (message === undefined) return undefined
  spend(run, question, usage)
  const code = 'model.tooLong'
  await run.history.emit('request.failed', span, { code, message, usage, ms: 0 })
  return {
    type: 'failed',
    code,
    message,
    answer: { calls: [], outputText: undefined, raw: '', length: 0 },
    retryable: false,
  }
}

/** Waits for its turn at the endpoint; who watches the Run sees how many are ahead. */
async function takeSlot(run: RunScope, { model, span, tokens }: Question): Promise<Slot> {
  const endpoint = model.slots ?? model.endpoint
  let isQueued = false
  const onWait = (before: number, by: QueuedBy): void => {
    isQueued = true
    publish(run, 'request.queued', span, { endpoint, before, by })
  }
  const slot = await run.endpoints.slots.take(endpoint, { signal: run.signal, tokens, onWait })
  if (isQueued) publish(run, 'request.queued', span, { endpoint })
  return slot
}

const tokensOf = (usage: ModelUsage | undefined): number =>
  usage === undefined ? 0 : usage.inputTokens + usage.outputTokens

/**
 * The estimated cost of an ended process: its question. Otherwise a Run that keeps crashing would stay within every
 * budget.
 */
const lostToCrash = ({ encoded }: Question): ModelUsage => estimateUsage(encoded.body, 0)

interface Attempt {
  readonly stream: AnswerStream
  readonly thrown: unknown
  readonly attempt: number
  /** The usage of tries whose answer broke before its first Call. */
  readonly lost: ModelUsage | undefined
}

interface Again {
  readonly type: 'again'
  readonly code: string
  readonly delayMs: number
  readonly lost: ModelUsage | undefined
}

const attemptsFor = ({ hasFallback }: Question, code: string): number => {
  if (!hasFallback) return ATTEMPTS
  return WAITS_LONG.has(code) ? 1 : ATTEMPTS_BEFORE_FALLBACK
}

/** The sequel of a broken answer: asked again if no part of it counts, else the Request has failed. */
async function breakOff(
  run: RunScope,
  question: Question,
  { stream, thrown, attempt, lost }: Attempt,
): Promise<Failed | Again> {
  const { span } = question
  await stream.settled().catch(() => {})
  run.signal.throwIfAborted()
  const { code, message, details } = toModelError(thrown)
  const answer = stream.answer(false)
  const usage = sumUsage(lost, stream.usage(WAS_TAKEN.has(code)))
  const retryable = details.retryable === true
  if (answer.calls.length === 0 && retryable && attempt < attemptsFor(question, code)) {
    const delayMs = Math.min(details.retryAfterMs ?? 500 * 2 ** (attempt - 1), LONGEST_DELAY)
    await run.history.emit('request.retried', span, { attempt, code, delayMs })
    return { type: 'again', code, delayMs, lost: usage }
  }
  spend(run, question, usage)
  const raw = answer.raw || details.raw
  const ms = run.deps.clock.elapsed() - stream.began
  await run.history.emit('request.failed', span, {
    code,
    message,
    raw,
    usage,
    ...(retryable && { retryable: true }),
    ms,
  })
  return { type: 'failed', code, message, answer, retryable }
}

const spend = (run: RunScope, { model, budget }: Question, usage: ModelUsage | undefined): void => {
  if (usage) budget.spend(usage, run.deps.costOf?.(usage, model.name) ?? null)
}

const toModelError = (thrown: unknown): ModelError =>
  thrown instanceof ModelError
    ? thrown
    : new ModelError('model.unreachable', thrown instanceof Error ? thrown.message : String(thrown), {
        retryable: false,
      })
