import type { DeltaStream, ModelDelta } from './model.ts'

/** Pieces that came together: a part of the body holds one event or hundreds. One that throws ends the answer. */
export interface Pieces {
  /** Undefined after the last. */
  next(): Promise<Iterable<ModelDelta> | undefined>
  cancel(): void
}

export interface DeltasOptions {
  /** Asks; rejects where there is no answer. */
  readonly open: () => Promise<Pieces>
  /** Text before the answer, once it has begun. */
  readonly note: () => ModelDelta | undefined
  /** The error for a fault, and whether part of the answer came before it. */
  readonly toError: (fault: unknown, isAnswering: boolean) => unknown
  /** Called once, however it ends. */
  readonly onEnd: () => void
}

/** The deltas of one answer. Hand-written: an async generator takes three more turns of the queue for each. */
export class Deltas implements DeltaStream, AsyncIterator<ModelDelta, undefined> {
  readonly #options: DeltasOptions
  #pieces: Pieces | undefined
  #left: Iterator<ModelDelta> | undefined
  #isAnswering = false
  #isOver = false

  constructor(options: DeltasOptions) {
    this.#options = options
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  ready(): ModelDelta | undefined {
    if (this.#isOver) return undefined
    try {
      return this.#take()?.value
    } catch (fault) {
      throw this.#failed(fault)
    }
  }

  next(): Promise<IteratorResult<ModelDelta, undefined>> {
    if (this.#isOver) return Promise.resolve(OVER)
    try {
      const found = this.#take()
      return found ? Promise.resolve(found) : this.#more()
    } catch (fault) {
      return Promise.reject(this.#failed(fault))
    }
  }

  /** The rest is unwanted. */
  return(): Promise<IteratorResult<ModelDelta, undefined>> {
    this.#end()
    return Promise.resolve(OVER)
  }

  /** The next of what came together, where some is left. */
  #take(): IteratorResult<ModelDelta, undefined> | undefined {
    const found = this.#left?.next()
    if (found === undefined || found.done === true) return undefined
    this.#isAnswering = true
    return found
  }

  async #more(): Promise<IteratorResult<ModelDelta, undefined>> {
    try {
      if (this.#pieces === undefined) {
        this.#pieces = await this.#options.open()
        const note = this.#options.note()
        if (note) return { done: false, value: note }
      }
      for (;;) {
        const deltas = await this.#pieces.next()
        if (deltas === undefined) break
        this.#left = deltas[Symbol.iterator]()
        const found = this.#take()
        if (found) return found
      }
    } catch (fault) {
      throw this.#failed(fault)
    }
    this.#end()
    return OVER
  }

  #failed(fault: unknown): unknown {
    const error = this.#options.toError(fault, this.#isAnswering)
    this.#end()
    return error
  }

  #end(): void {
    if (this.#isOver) return
    this.#isOver = true
    this.#pieces?.cancel()
    // Objects that the engine moved to old memory while the model thought keep their references alive.
    this.#pieces = undefined
    this.#left = undefined
    this.#options.onEnd()
  }
}

const OVER = { done: true, value: undefined } as const
