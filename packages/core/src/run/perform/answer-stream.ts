import type { Reasoned, ReasoningItem } from '../../idea/message.ts'
import type { LiveData } from '../../journal/events.ts'
import { createDecoder } from '../../model/decoder.ts'
import { estimateUsage, sumUsage } from '../../model/estimate-usage.ts'
import { ModelError, type ModelDelta, type ModelUsage } from '../../model/model.ts'
import type { Decoder, RawAnswer, RawCall } from '../../model/wire.ts'
import { isLarge } from '../../schema/rest.ts'
import { heardLater } from '../record/heard-later.ts'
import type { Question } from './question.ts'
import { outputOf, RequestCompleted, type Ending } from '../record/request-events.ts'
import { isWatched, publish } from '../record/publish.ts'
import type { RunScope } from './run-scope.ts'

/** Characters of one answer, what a model thinks aloud included: more than any model writes, and no memory full. */
const MOST_ANSWER = 4 * 1024 * 1024

const lengthOf = (delta: ModelDelta): number => {
  if (delta.type === 'reasoningItem') return JSON.stringify(delta.item).length
  return delta.type === 'call' ? delta.argumentsDelta.length : 'text' in delta ? delta.text.length : 0
}

/** When which piece came; what comes after so many counts as one with the last. */
const MOST_PIECES = 10_000

/** Pieces that are taken in one turn of the host: an endpoint may send thousands at once. */
const AT_ONCE = 500

/** Calls that are taken together; each is judged and written in some 100 µs. */
const CALLS_AT_ONCE = 64

const lengthenLast = (pieces: number[], chars: number): void => {
  const last = pieces.pop() ?? 0
  pieces.push(last + chars)
}

const breaks = (finish: string, refusal: string): boolean =>
  refusal !== '' || finish === 'length' || finish === 'content_filter'

/** An answer's cost, broken tries included, and the content of `request.completed`. */
interface Completed {
  readonly usage: ModelUsage
  readonly data: RequestCompleted
}

/** One stream of an answer: decodes, publishes and times its pieces. A class, because every live Request holds one. */
export class AnswerStream {
  /** When it began, by the clock that measures durations. */
  readonly began: number
  readonly #run: RunScope
  readonly #question: Question
  readonly #decoder: Decoder
  /** Milliseconds and characters of each in turn: a pair each would be two objects. */
  readonly #pieces: number[] = []
  /** Calls on their way to the Journal. They go in the order in which they came, and together where they came together. */
  readonly #taking: Promise<void>[] = []
  #usage: ModelUsage | undefined
  #finish: string | undefined
  #refusal = ''
  #reasoning = ''
  #items: readonly ReasoningItem[] | undefined
  #notes: readonly string[]
  #offset = 0
  #firstTokenMs: number | undefined
  #calls = 0
  #taken = 0
  #answered: RawAnswer | undefined

  constructor(run: RunScope, question: Question, began: number) {
    this.#run = run
    this.#question = question
    this.#decoder = createDecoder(question.encoded.wire, question.composition)
    this.#notes = question.notes
    this.began = began
  }

  answer(complete: boolean): RawAnswer {
    return (this.#answered ??= this.#decoder.end(complete))
  }

  get reasoned(): Reasoned | undefined {
    return this.#items && { model: this.#question.model.name, items: this.#items }
  }

  /**
   * Streamed text was paid for, even if the endpoint broke off; without any, the question is paid for if it `wasTaken`.
   */
  usage(wasTaken: boolean): ModelUsage | undefined {
    const came = this.#offset + this.#refusal.length + this.#reasoning.length
    return this.#usage ?? (wasTaken || came > 0 ? this.#estimate() : undefined)
  }

  /** Takes a piece. The caller awaits the result only if others would block or memory fill. */
  take(delta: ModelDelta): Promise<void> | undefined {
    // A single longer piece isn't part of any answer.
    if (Math.max(this.#offset + this.#reasoning.length + this.#refusal.length, lengthOf(delta)) > MOST_ANSWER)
      throw new ModelError('model.envelope', `The answer is longer than the ${MOST_ANSWER} characters that are read.`)
    switch (delta.type) {
      case 'usage':
        this.#usage = delta.usage
        break
      case 'finish':
        this.#finish = delta.reason
        break
      case 'refusal':
        this.#refusal += delta.text
        break
      case 'note':
        this.#notes = [...this.#notes, delta.text]
        break
      case 'reasoning':
        this.#reasoning += delta.text
        publish(this.#run, 'request.delta', this.#question.span, { offset: this.#offset, reasoning: delta.text })
        break
      case 'reasoningItem':
        this.#items = [...(this.#items ?? []), delta.item]
        break
      case 'text':
        if (isWatched(this.#run)) this.#show({ text: delta.text })
        this.#time(delta.text)
        break
      case 'call': {
        const { index, name: tool, argumentsDelta } = delta
        if (isWatched(this.#run)) this.#show({ call: { index, tool, argumentsDelta } })
        this.#time(argumentsDelta)
        break
      }
    }
    // A finish that says the answer is not whole completes no Call either.
    if (delta.type === 'finish' && breaks(delta.reason, this.#refusal)) return undefined
    const isLong = delta.type === 'text' && isLarge(delta.text.length)
    return isLong || ++this.#taken % AT_ONCE === 0 ? this.#restAndPush(delta) : this.#push(delta)
  }

  /** Resolves once every Call that was taken is durable. */
  async settled(): Promise<void> {
    await Promise.all(this.#taking)
  }

  /** `lost`: what tries before this one cost. Throws where the answer does not count as one (docs/contract/protocol.md#the-loop). */
  async complete(waitedAndAnsweredMs: number, lost: ModelUsage | undefined): Promise<Completed> {
    const { rest } = this.#run.deps
    if (this.#refusal) throw new ModelError('model.refused', `The model refused: ${this.#refusal}`)
    if (this.#finish === undefined)
      throw new ModelError('model.cut', 'The answer ended before it was complete.', { retryable: true })
    if (this.#finish === 'length')
      throw new ModelError(
        'model.length',
        'The answer was cut off by its length limit. Raise maxOutputTokens or ask for less.',
      )
    if (this.#finish === 'content_filter')
      throw new ModelError('model.refused', 'The endpoint withheld the answer (content filter).')
    if (isLarge(this.#offset)) await rest?.()
    const whole = this.answer(true)
    const ms = this.#since()
    const own = this.#usage ?? this.#estimate()
    const usage = sumUsage(lost, own) ?? own
    const finish = this.#finish
    const output = isLarge(this.#offset) ? outputOf(whole) : undefined
    if (isLarge(this.#offset)) await rest?.()
    const ending: Ending = {
      finish,
      calls: this.#calls,
      ...(this.#reasoning !== '' && { reasoning: this.#reasoning }),
      ...(this.#items && { reasoned: this.reasoned }),
      ...(this.#notes.length > 0 && { notes: this.#notes }),
      usage,
      ms,
      firstTokenMs: this.#firstTokenMs ?? ms,
      queueMs: Math.max(0, waitedAndAnsweredMs - ms),
    }
    return { usage, data: new RequestCompleted(whole, output, this.#pieces.slice(), ending) }
  }

  /** Part of the answer itself, made only for a viewer. */
  #show(shown: Omit<LiveData['request.delta'], 'offset'>): void {
    publish(this.#run, 'request.delta', this.#question.span, { offset: this.#offset, ...shown })
  }

  #time({ length }: string): void {
    const ms = this.#since()
    this.#firstTokenMs ??= ms
    if (this.#pieces.length < 2 * MOST_PIECES) this.#pieces.push(ms, length)
    else lengthenLast(this.#pieces, length)
    this.#offset += length
  }

  #push(delta: ModelDelta): Promise<void> | undefined {
    const found = this.#decoder.push(delta)
    this.#calls += found.length
    if (found.length > CALLS_AT_ONCE || found.some(({ text }) => isLarge(text.length))) return this.#takeInTurns(found)
    for (const call of found) this.#takeCall(call)
    return this.#taking.length < CALLS_AT_ONCE ? undefined : this.#settleTaken()
  }

  async #restAndPush(delta: ModelDelta): Promise<void> {
    await this.#run.deps.rest?.()
    await Promise.all(this.#taking.splice(0))
    await this.#push(delta)
  }

  #takeCall(call: RawCall): void {
    const taken = this.#question.calls.take(call)
    heardLater(taken)
    this.#taking.push(taken)
  }

  async #takeInTurns(found: readonly RawCall[]): Promise<void> {
    for (const call of found) {
      this.#takeCall(call)
      // One large Call is worked on in turns, and the next must not overtake it.
      if (!isLarge(call.text.length) && this.#taking.length < CALLS_AT_ONCE) continue
      await this.#settleTaken()
    }
  }

  async #settleTaken(): Promise<void> {
    await Promise.all(this.#taking.splice(0))
    await this.#run.deps.rest?.()
  }

  #since(): number {
    return this.#run.deps.clock.elapsed() - this.began
  }

  #estimate(): ModelUsage {
    return estimateUsage(this.#question.encoded.body, this.#offset + this.#refusal.length, this.#reasoning.length)
  }
}
