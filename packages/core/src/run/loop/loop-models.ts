import type { Model } from '../../model/model.ts'
import type { Failed } from '../perform/ask.ts'
import type { LoopScope } from '../perform/loop-scope.ts'
import { asksAgain, choosesModels, modelAt } from '../record/answer-effect.ts'

/**
 * The model that a Loop asks: its own, or a fallback where that can't answer (docs/contract/protocol.md#the-loop). The
 * Loop stays with the one that answered: it has the conversation in its cache.
 */
export class LoopModels {
  readonly #loop: LoopScope
  #current: Model
  /** Models that could not answer the question at hand, and why. */
  #failed: readonly { readonly name: string; readonly code: string }[] = []
  /** The one to ask next, found when it was seen that there is one. */
  #next: Model | undefined

  constructor(loop: LoopScope) {
    this.#loop = loop
    this.#current = loop.model
  }

  get current(): Model {
    return this.#current
  }

  /** Another model can be asked if this one can't answer. */
  get hasNext(): boolean {
    return this.#find() !== undefined
  }

  /** The model of the Request at `span`: as recorded, else the current one. */
  at(span: string): Model {
    this.#current = modelAt(this.#loop.run, span, () => this.#current)
    return this.#current
  }

  /** Why the current one is asked in the place of others, for people. */
  get notes(): readonly string[] {
    return this.#failed.map(
      ({ name, code }) => `${name} could not answer (${code}), so ${this.#current.name} was asked.`,
    )
  }

  /** The question at hand has its answer: the next one may ask any of them. */
  answered(): void {
    this.#failed = []
    this.#next = undefined
  }

  /** The next Request, at `span`, asks another model; false where there is none, or the fault is not the endpoint's. */
  giveUp({ code, retryable }: Failed, span: string): boolean {
    const { run } = this.#loop
    const isDown = retryable || code === 'model.rateLimited'
    if (!isDown || !asksAgain(run, this.#loop.span, span, () => this.#find() !== undefined)) return false
    this.#failed = [...this.#failed, { name: this.#current.name, code }]
    this.#current = this.#next ?? this.#current
    this.#next = undefined
    return true
  }

  /** The sentence for a Loop that ends, with the models that failed before. */
  failure({ message }: Failed): string {
    const names = this.#failed.map(({ name }) => name)
    return names.length === 0 ? message : `${message} Before that, ${names.join(', ')} could not answer either.`
  }

  /** The first that has not failed at this question: the Loop's own model, then its fallbacks in order. */
  #find(): Model | undefined {
    const { run, model } = this.#loop
    if (model.fallback === undefined || !choosesModels(run)) return undefined
    const gone = new Set([...this.#failed.map(({ name }) => name), this.#current.name])
    for (const name of [model.name, ...model.fallback]) {
      if (this.#next !== undefined || gone.has(name)) continue
      const found = name === model.name ? model : this.#openable(name)
      if (found !== undefined && !found.simulated) this.#next = found
    }
    return this.#next
  }

  /** Undefined for an endpoint whose key is missing: Settings and `doctor` say so. */
  #openable(name: string): Model | undefined {
    try {
      return this.#loop.run.deps.models(name)
    } catch {
      return undefined
    }
  }
}
