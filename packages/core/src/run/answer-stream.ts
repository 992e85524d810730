import type { EventData } from '../journal/events.ts'
import { createDecoder } from '../model/decoder.ts'
import { estimateUsage } from '../model/estimate-usage.ts'
import { ModelError, type ModelDelta, type ModelUsage } from '../model/model.ts'
import type { Decoder, RawAnswer, RawCall } from '../model/wire.ts'
import type { Json } from '../schema/json.ts'
import { parseJson } from '../schema/parse-json.ts'
import { isLarge } from '../schema/rest.ts'
import type { Question } from './question.ts'
import { publish, type RunScope } from './run-scope.ts'

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
export function createAnswerStream(run: RunScope, { span, composition, encoded, onCall }: Question, began: number) {
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
export function outputOf(answer: RawAnswer): Json {
  if (answer.outputText === undefined) return null
  const parsed = parseJson(answer.outputText)
  return parsed.ok ? parsed.value : answer.outputText
}
