import type { Decoder, EncodedRequest, RawAnswer, RawCall } from '../model/wire.ts'
import { createDecoder, decodeRaw } from '../model/decoder.ts'
import { estimateUsage, sumUsage } from '../model/estimate-usage.ts'
import { ModelError, type Model, type ModelDelta, type ModelUsage } from '../model/model.ts'
import type { Composition } from '../request/composition.ts'
import type { EventData } from '../journal/events.ts'
import { traceparentOf } from '../journal/trace-context.ts'
import type { Json, Sha256 } from '../schema/json.ts'
import { parseJson } from '../schema/parse-json.ts'
import { isLarge } from '../schema/rest.ts'
import type { Budget } from './budget.ts'
import type { KeptRequest } from './reuse.ts'
import { publish, type RunScope } from './run-scope.ts'

export interface Question {
  readonly span: string
  readonly model: Model
  /** What the answer is charged to. */
  readonly budget: Budget
  readonly composition: Composition
  readonly encoded: EncodedRequest
  /** Hash of the body, as `request.started` records it. */
  readonly inputs: Sha256
  /** Called for each Call as soon as it is complete in the stream; resolves once it is durable. */
  readonly onCall: (call: RawCall) => Promise<void>
}

export type Answered =
  | { readonly type: 'complete'; readonly answer: RawAnswer }
  /** The Request failed. With Calls in `answer` they run to their end; the Request is never asked again. */
  | {
      readonly type: 'failed'
      readonly code: string
      readonly message: string
      readonly answer: RawAnswer
      readonly retryable: boolean
    }

const ATTEMPTS = 4
const LONGEST_DELAY = 30_000

/** Asks the model once and journals the answer, or reads it from the record (PROTOCOL.md §5, §9). */
export async function ask(run: RunScope, question: Question): Promise<Answered> {
  const { span } = question
  const { history } = run
  run.onQuestion?.(question)
  const completed = history.recorded('request.completed', span)
  const failed = history.recorded('request.failed', span)
  const known: KeptRequest | undefined = completed
    ? { type: 'completed', data: completed.data }
    : failed
      ? { type: 'failed', data: failed.data }
      : run.reuse.request(span, question.inputs)
  if (known) return await deliver(run, question, known)
  const begun = await resumeCut(run, question)
  if (begun) return begun
  if (history.replaying) return await history.missing(`${span}#request.completed`)
  return await run.parking.busy(() => askLive(run, question))
}

/** An answer that is recorded, here or in the Run this one was forked from. */
async function deliver(run: RunScope, question: Question, known: KeptRequest): Promise<Answered> {
  const { span, composition, encoded } = question
  const answer = decodeRaw(encoded.wire, composition, String(known.data.raw ?? ''), known.type === 'completed')
  for (const call of answer.calls) await question.onCall(call)
  // What a fork kept was paid for by its source.
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
  const data = known.data.edited ? { ...known.data, calls: answer.calls.length, output: outputOf(answer) } : known.data
  await run.history.emit('request.completed', span, data)
  return { type: 'complete', answer }
}

/** A crash in the middle of an answer whose Calls were already durable: the Request ends as failed, its Calls stand. */
async function resumeCut(run: RunScope, question: Question): Promise<Answered | undefined> {
  const { span } = question
  const calls: RawCall[] = []
  for (let index = 0; ; index++) {
    const place = `${span}/call/${index}`
    const event = run.history.recorded('call.proposed', place) ?? run.history.recorded('call.rejected', place)
    if (!event) break
    const text = String(event.data.raw ?? '')
    // Elsewhere the name stands in the text alone, as it did in the stream.
    calls.push(question.encoded.wire === 'tools' ? { index, tool: event.data.tool ?? '', text } : { index, text })
  }
  if (calls.length === 0) return undefined
  const message = 'The process ended while the answer was still streaming.'
  for (const call of calls) await question.onCall(call)
  const raw = encodeCut(question.encoded.wire, calls)
  // What the endpoint counted was lost with the process.
  const usage = estimateUsage(question.encoded.body, raw.length)
  spend(run, question, usage)
  await run.history.emit('request.failed', span, { code: 'model.cut', message, raw, usage, ms: 0 })
  return { type: 'failed', code: 'model.cut', message, answer: { calls, outputText: undefined, raw }, retryable: false }
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

async function askLive(run: RunScope, question: Question): Promise<Answered> {
  const { span, model, encoded } = question
  const { clock } = run.deps
  /** Of tries whose answer broke before its first Call. */
  let lost: ModelUsage | undefined
  for (let attempt = 1; ; attempt++) {
    const queued = clock.elapsed()
    const give = await run.slots.take(model.endpoint, run.signal)
    const stream = createStream(run, question, clock.elapsed())
    try {
      for await (const delta of model.ask(encoded.body, {
        signal: run.signal,
        seed: run.created.seed,
        readFile: run.deps.artifacts.get,
        traceparent: traceparentOf(run.id, span, run.created.traceparent),
      })) {
        const taken = stream.take(delta)
        if (taken) await taken
      }
      await stream.settled()
      const completed = await stream.complete(clock.elapsed() - queued)
      const data = { ...completed, usage: sumUsage(lost, completed.usage) ?? completed.usage }
      spend(run, question, data.usage)
      await run.history.emit('request.completed', span, data)
      return { type: 'complete', answer: stream.answer(true) }
    } catch (thrown) {
      await stream.settled().catch(() => {})
      run.signal.throwIfAborted()
      const error = toModelError(thrown)
      const answer = stream.answer(false)
      const usage = sumUsage(lost, stream.usage())
      const again = answer.calls.length === 0 && error.details.retryable === true && attempt < ATTEMPTS
      if (!again) {
        const ms = clock.elapsed() - stream.began
        spend(run, question, usage)
        await run.history.emit('request.failed', span, {
          code: error.code,
          message: error.message,
          raw: answer.raw || error.details.raw,
          usage,
          ...(error.details.retryable === true && { retryable: true }),
          ms,
        })
        return {
          type: 'failed',
          code: error.code,
          message: error.message,
          answer,
          retryable: error.details.retryable === true,
        }
      }
      lost = usage
      const delayMs = Math.min(error.details.retryAfterMs ?? 500 * 2 ** (attempt - 1), LONGEST_DELAY)
      await run.history.emit('request.retried', span, { attempt, code: error.code, delayMs })
      give()
      await clock.sleep(delayMs, run.signal)
    } finally {
      give()
    }
  }
}

/** Characters of one answer, what a model thinks aloud included: more than any model writes, and no memory full. */
const MOST_ANSWER = 4 * 1024 * 1024

const lengthOf = (delta: ModelDelta): number =>
  delta.type === 'call' ? delta.argumentsDelta.length : 'text' in delta ? delta.text.length : 0

/** When which piece came; what comes after so many counts as one with the last. */
const MOST_PIECES = 10_000

/** Pieces that are taken in one turn of the host: an endpoint may send thousands at once. */
const AT_ONCE = 500

/** Calls that are taken together; each is judged and written in some 100 µs. */
const CALLS_AT_ONCE = 64

const lengthenLast = (pieces: [ms: number, chars: number][], chars: number): void => {
  const last = pieces.at(-1)
  if (last !== undefined) last[1] += chars
}

const breaks = (finish: string, refusal: string): boolean =>
  refusal !== '' || finish === 'length' || finish === 'content_filter'

/** One stream of an answer: decodes, publishes and times its pieces. */
function createStream(run: RunScope, { span, composition, encoded, onCall }: Question, began: number) {
  const decoder: Decoder = createDecoder(encoded.wire, composition)
  const pieces: [ms: number, chars: number][] = []
  let usage: ModelUsage | undefined
  let finish: string | undefined
  let refusal = ''
  let reasoning = ''
  const notes: string[] = []
  let offset = 0
  let firstTokenMs: number | undefined
  let calls = 0
  let taken = 0
  let answered: RawAnswer | undefined
  const since = (): number => run.deps.clock.elapsed() - began
  /** Calls on their way to the Journal. They go in the order in which they came, and together where they came together. */
  const taking: Promise<void>[] = []
  const take = (call: RawCall): void => {
    const taken = onCall(call)
    // Whoever awaits them all hears of a Run that ends; until then the rejection is nobody's.
    taken.catch(() => {})
    taking.push(taken)
  }
  const push = (delta: ModelDelta): Promise<void> | undefined => {
    const found = decoder.push(delta)
    calls += found.length
    if (found.length > CALLS_AT_ONCE || found.some(({ text }) => isLarge(text.length))) return takeInTurns(found)
    for (const call of found) take(call)
    return taking.length < CALLS_AT_ONCE ? undefined : settleTaken()
  }
  const settleTaken = async (): Promise<void> => {
    await Promise.all(taking.splice(0))
    await run.deps.rest?.()
  }
  const takeInTurns = async (found: readonly RawCall[]): Promise<void> => {
    for (const call of found) {
      take(call)
      // One large Call is worked on in turns, and the next must not overtake it.
      if (!isLarge(call.text.length) && taking.length < CALLS_AT_ONCE) continue
      await settleTaken()
    }
  }
  const restAndPush = async (delta: ModelDelta): Promise<void> => {
    await run.deps.rest?.()
    await Promise.all(taking.splice(0))
    await push(delta)
  }
  const answer = (complete: boolean): RawAnswer => (answered ??= decoder.end(complete))
  const estimate = (): ModelUsage => estimateUsage(encoded.body, offset + refusal.length, reasoning.length)
  return {
    began,
    answer,
    /** What was streamed was paid for, also where the endpoint broke off before it counted; nothing where nothing came. */
    usage: (): ModelUsage | undefined =>
      usage ?? (offset + refusal.length + reasoning.length > 0 ? estimate() : undefined),
    /** Takes a piece. What it gives is waited for before the next one: only where others would stand still, or memory fill. */
    take(delta: ModelDelta): Promise<void> | undefined {
      // One piece that is longer by itself is no part of any answer.
      if (Math.max(offset + reasoning.length + refusal.length, lengthOf(delta)) > MOST_ANSWER)
        throw new ModelError('model.envelope', `The answer is longer than the ${MOST_ANSWER} characters that are read.`)
      if (delta.type === 'usage') usage = delta.usage
      if (delta.type === 'finish') finish = delta.reason
      if (delta.type === 'refusal') refusal += delta.text
      if (delta.type === 'note') notes.push(delta.text)
      if (delta.type === 'reasoning') {
        reasoning += delta.text
        publish(run, 'request.delta', span, { offset, reasoning: delta.text })
      }
      if (delta.type === 'text' || delta.type === 'call') {
        const text = delta.type === 'text' ? delta.text : delta.argumentsDelta
        firstTokenMs ??= since()
        if (pieces.length < MOST_PIECES) pieces.push([since(), text.length])
        else lengthenLast(pieces, text.length)
        publish(
          run,
          'request.delta',
          span,
          delta.type === 'text'
            ? { offset, text }
            : { offset, call: { index: delta.index, tool: delta.name, argumentsDelta: text } },
        )
        offset += text.length
      }
      // A finish that says the answer is not whole completes no Call either.
      if (delta.type === 'finish' && breaks(delta.reason, refusal)) return undefined
      const isLong = delta.type === 'text' && isLarge(delta.text.length)
      return isLong || ++taken % AT_ONCE === 0 ? restAndPush(delta) : push(delta)
    },
    /** Resolves once every Call that was taken is durable. */
    async settled(): Promise<void> {
      await Promise.all(taking)
    },
    /** What `request.completed` holds; throws where the answer does not count as one (PROTOCOL.md §5). */
    async complete(waitedAndAnsweredMs: number): Promise<EventData['request.completed']> {
      if (refusal) throw new ModelError('model.refused', `The model refused: ${refusal}`)
      if (finish === undefined)
        throw new ModelError('model.cut', 'The answer ended before it was complete.', { retryable: true })
      if (finish === 'length')
        throw new ModelError(
          'model.length',
          'The answer was cut off by its length limit. Raise maxOutputTokens or ask for less.',
        )
      if (finish === 'content_filter')
        throw new ModelError('model.refused', 'The endpoint withheld the answer (content filter).')
      if (isLarge(offset)) await run.deps.rest?.()
      const whole = answer(true)
      const ms = since()
      const output = outputOf(whole)
      if (isLarge(offset)) await run.deps.rest?.()
      return {
        raw: whole.raw,
        finish,
        calls,
        output,
        ...(reasoning !== '' && { reasoning }),
        ...(notes.length > 0 && { notes }),
        usage: usage ?? estimate(),
        ms,
        firstTokenMs: firstTokenMs ?? ms,
        queueMs: Math.max(0, waitedAndAnsweredMs - ms),
        pieces,
      }
    },
  }
}

/** The output as the record shows it: parsed where it can be, else the text. Judged later. */
function outputOf(answer: RawAnswer): Json {
  if (answer.outputText === undefined) return null
  const parsed = parseJson(answer.outputText)
  return parsed.ok ? parsed.value : answer.outputText
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
