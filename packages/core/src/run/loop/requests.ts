import { fallback, type WireChoice } from '../../model/fallback.ts'
import { questionLength } from '../../model/file-parts.ts'
import { probeKey } from '../../model/probe.ts'
import { wireOf } from '../../request/config.ts'
import { keptText } from '../../schema/kept-text.ts'
import { isLarge, type Rest } from '../../schema/rest.ts'
import { inTurns, inTurnsIfLarge } from '../../schema/turns.ts'
import { endAtBudget } from '../limits/loop-limits.ts'
import { endUnpriced } from '../limits/unpriced.ts'
import { ask, type Answered, type Failed } from '../perform/ask.ts'
import type { LoopScope } from '../perform/loop-scope.ts'
import { asksAgain, choiceAt } from '../record/answer-effect.ts'
import { RequestStarted } from '../record/request-events.ts'
import { LoopFailed } from '../record/run-end.ts'
import type { Prepared, Prompt } from './prepare.ts'
import { questionInText } from './question-in-text.ts'
import { NO_OUTPUT, readOutput, type Output } from './read-output.ts'
import { requestSpan } from './create-loop.ts'
import { LoopModels } from './loop-models.ts'
import type { Turn } from './turn.ts'

/** One Request of a Loop, composed. */
export interface ComposedQuestion extends Prompt {
  readonly span: string
  readonly turn: number
  readonly choice: WireChoice
  /** Characters of the body, without its files. */
  readonly length: number
}

/** The reserve for an answer without `maxOutputTokens`. */
const DEFAULT_OUTPUT_TOKENS = 4096

/** The Requests of one Loop: wires, budgets, outputs. Lets other work run between large steps. */
export class Requests {
  readonly #loop: LoopScope
  readonly #prepared: Prepared
  readonly #models: LoopModels
  /** Ways to ask that the endpoint refused. */
  #refused: WireChoice[] = []
  #composed = 0
  /** Where the question before or its answer was large, and so is what becomes of them. */
  #rest: Rest | undefined

  constructor(loop: LoopScope, prepared: Prepared) {
    this.#loop = loop
    this.#prepared = prepared
    this.#models = new LoopModels(loop)
  }

  /** The span of the next Request. */
  get span(): string {
    return requestSpan(this.#loop.span, this.#composed)
  }

  async compose(turn: number): Promise<ComposedQuestion> {
    const { run, memory } = this.#loop
    const { span } = this
    const model = this.#models.at(span)
    this.#composed++
    if (this.#rest) await this.#rest()
    const choice = choiceAt(run, span, () => this.#chooseWire())
    const steps = this.#prepared.question(memory.context(), model.name, choice)
    const prompting = inTurnsIfLarge(steps, run.deps.rest)
    // Text composed in several turns takes several to write and to hash.
    if (prompting instanceof Promise) this.#rest ??= run.deps.rest
    const prompt = prompting instanceof Promise ? await prompting : prompting
    if (this.#rest) await this.#write(prompt, this.#rest)
    const { composition, encoded } = prompt
    return { composition, encoded, span, turn, choice, length: questionLength(encoded.body) }
  }

  /** Writes and hashes a large question before anybody asks for it. */
  async #write({ encoded }: Prompt, rest: Rest): Promise<void> {
    const text = keptText(encoded.body.messages)
    if (text === undefined) return
    await rest()
    await inTurns(text.prepare(), rest)
  }

  /** Asks within the budgets of the Loop and of all around it: reserved before, settled after. */
  async ask(question: ComposedQuestion, calls: Turn): Promise<Answered> {
    const loop = this.#loop
    const { run, budget } = loop
    const { current: model } = this.#models
    const { span, turn, choice, composition, encoded } = question
    const tokens = Math.ceil(question.length / 4) + (loop.config.maxOutputTokens ?? DEFAULT_OUTPUT_TOKENS)
    if (this.#rest) await this.#rest()
    const unpriced = endUnpriced(loop, span, model)
    if (unpriced) await unpriced
    // Checked and reserved together: a parallel branch must not find the same tokens free.
    const tokensLeft = endAtBudget(loop, span, 'tokens', (level) => level.budget.wouldUse(tokens))
    const release = budget.reserve(tokens)
    try {
      const over = tokensLeft ?? endAtBudget(loop, span, 'cost', (level) => level.budget.cost)
      if (over) await over
      const started = new RequestStarted(
        { idea: loop.address, turn, model: model.name, tools: this.#prepared.tools },
        choice,
        encoded,
      )
      if (this.#rest) {
        // Hashed now, between two rests.
        void started.inputs
        await this.#rest()
      }
      await run.history.emit('request.started', span, started)
      const { hasNext: hasFallback, notes } = this.#models
      const asked = { span, model, budget, composition, encoded, started, calls, tokens, hasFallback, notes }
      const answered = await ask(run, asked)
      if (answered.type === 'complete' || answered.answer.calls.length > 0) this.#models.answered()
      this.#rest = isLarge(question.length + answered.answer.length) ? run.deps.rest : undefined
      return answered
    } finally {
      release()
      // Every turn joins a longer list of the same members.
      keptText(encoded.body.messages)?.forget()
    }
  }

  /** The output of an answer; a text in its place may ask the person. No more Calls come after it. */
  async read(question: ComposedQuestion, { type, answer }: Answered, calls: Turn): Promise<Output> {
    const isComplete = type === 'complete'
    const output = isComplete ? readOutput(question, answer, this.#loop.run.deps.validator) : NO_OUTPUT
    const asked = questionInText(question.composition, answer, output)
    if (asked) await calls.take(asked)
    calls.close(isComplete)
    if (this.#rest) await this.#rest()
    return asked ? NO_OUTPUT : output
  }

  /** The next Request asks in another way where the endpoint refused the schema, and another model where this one can't answer. Throws LoopFailed where nothing else is left. */
  askOtherwise({ span, choice }: ComposedQuestion, failed: Failed): void {
    const { run } = this.#loop
    const { current: model } = this.#models
    const { code, retryable } = failed
    const isRefused = code === 'model.schemaRefused'
    if (isRefused) {
      this.#refused.push(choice)
      const { refusedWires } = run.endpoints
      const key = probeKey(model)
      refusedWires.set(key, [...(refusedWires.get(key) ?? []), choice])
    }
    const goesOn =
      isRefused && asksAgain(run, this.#loop.span, this.span, () => this.#nextWire(this.#refused) !== undefined)
    if (goesOn) return
    if (!this.#models.giveUp(failed, this.span))
      throw new LoopFailed({ code, message: this.#models.failure(failed), retryable, key: span })
    this.#refused = []
  }

  /** Strict → not strict → `tools` (docs/contract/protocol.md#composition); what this endpoint refused of this model before, in this process, is not tried again. */
  #chooseWire(): WireChoice {
    const { run, config } = this.#loop
    const { current: model } = this.#models
    const known = run.endpoints.refusedWires.get(probeKey(model))
    const untried = known && this.#nextWire([...known, ...this.#refused])
    const choice = untried ?? this.#nextWire(this.#refused)
    return choice ?? { wire: wireOf(config) ?? 'structured', strict: false }
  }

  #nextWire(refused: readonly WireChoice[]): WireChoice | undefined {
    return fallback(this.#models.current.capabilities, wireOf(this.#loop.config), refused)
  }
}
