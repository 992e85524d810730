import { callError } from '../call/call-errors.ts'
import type { CallError } from '../call/call-error.ts'
import { copyJson, type Json, type JsonObject } from '../schema/json.ts'
import { plainJson } from '../schema/plain-json.ts'
import type { Rest } from '../schema/rest.ts'
import { onAbort } from '../schema/on-abort.ts'
import { isNeedsApproval, type ActivityContext, type RegisteredActivity } from './activity.ts'

export type Invocation =
  /** `characters`: about how long its JSON is. */
  | { readonly type: 'result'; readonly result: Json; readonly characters: number }
  | { readonly type: 'error'; readonly error: CallError }
  | { readonly type: 'approval'; readonly reason: string }

export interface InvokeOptions {
  readonly activity: RegisteredActivity
  /** Validated parameters with their meta fields. */
  readonly call: JsonObject
  /** Made once the signal is there; it asks for it only where the Activity does. */
  readonly contextOf: (signal: () => AbortSignal) => ActivityContext
  readonly signal: AbortSignal
  /** The Run's limit; the Activity's own `timeoutMs` applies where it is shorter. */
  readonly callMs: number
  /** Calls back after so many milliseconds; gives the function that takes it back. */
  readonly after: (ms: number, act: () => void) => () => void
  /** Taken between what the Activity does with its copy of a large Call and the reading of its result. */
  readonly rest?: Rest | undefined
}

/**
 * Runs one attempt of an Activity. Its outcome is a value: a JSON result, an error for the model, or a question to a
 * person. Rejects only when `signal` aborts.
 */
export function invokeActivity(options: InvokeOptions): Promise<Invocation> {
  return new Promise((resolve, reject) => new Attempt(options, resolve, reject).run())
}

/** One attempt that runs. A class, because a turn has hundreds at once, and closures cost each of them its own. */
class Attempt {
  readonly #options: InvokeOptions
  readonly #resolve: (invocation: Invocation) => void
  readonly #reject: (reason: unknown) => void
  /** Most Activities never look at their signal: it is made for the first that does. */
  #stop: AbortController | undefined
  #ended: { readonly reason: unknown } | undefined
  #cancel: (() => void) | undefined
  #leave: (() => void) | undefined

  constructor(options: InvokeOptions, resolve: (invocation: Invocation) => void, reject: (reason: unknown) => void) {
    this.#options = options
    this.#resolve = resolve
    this.#reject = reject
  }

  run(): void {
    const { activity, call, contextOf, signal, after, rest } = this.#options
    this.#cancel = after(this.#ms, () => this.#expire())
    this.#leave = onAbort(signal, () => this.#abort())
    if (signal.aborted) return this.#abort()
    try {
      const value: unknown = activity.run(
        copyJson(call),
        contextOf(() => this.#signal()),
      )
      const rested = rest ? Promise.resolve(value).then((result) => rest().then(() => result)) : Promise.resolve(value)
      rested.then(
        (result) => this.#settle(toResult(activity.name, result)),
        (thrown: unknown) => this.#fail(thrown),
      )
    } catch (thrown) {
      this.#fail(thrown)
    }
  }

  get #own(): number {
    return this.#options.activity.options.timeoutMs ?? Number.POSITIVE_INFINITY
  }

  get #ms(): number {
    return Math.min(this.#own, this.#options.callMs)
  }

  #signal(): AbortSignal {
    this.#stop ??= new AbortController()
    if (this.#ended) this.#stop.abort(this.#ended.reason)
    return this.#stop.signal
  }

  #end(reason: unknown): void {
    if (this.#ended) return
    this.#ended = { reason }
    this.#cancel?.()
    this.#leave?.()
    // Ends whatever the Activity left running behind it.
    this.#stop?.abort(reason)
  }

  #settle(invocation: Invocation): void {
    this.#end(ENDED)
    this.#resolve(invocation)
  }

  #fail(thrown: unknown): void {
    this.#settle(toFailure(this.#options.activity.name, thrown))
  }

  #expire(): void {
    const { activity, callMs } = this.#options
    const error =
      this.#own <= callMs
        ? callError('activity.timeout', `The Activity "${activity.name}" did not finish within ${seconds(this.#ms)}.`)
        : callError('limit.callMs', `The Call took longer than the Run's limit of ${seconds(callMs)} (limits.callMs).`)
    this.#end(new Error(error.message))
    this.#resolve({ type: 'error', error })
  }

  #abort(): void {
    const { reason } = this.#options.signal
    this.#end(reason)
    this.#reject(reason)
  }
}

/** More of an error's message helps no model to do better, and costs in every turn after it. */
const MOST_MESSAGE = 4000
const shorten = (message: string): string =>
  message.length > MOST_MESSAGE ? `${message.slice(0, MOST_MESSAGE)}…` : message

function toFailure(name: string, thrown: unknown): Invocation {
  if (isNeedsApproval(thrown)) return { type: 'approval', reason: thrown.message }
  const message = thrown instanceof Error ? thrown.message : String(thrown)
  return {
    type: 'error',
    error: callError('activity.failed', shorten(message) || `The Activity "${name}" failed without a message.`),
  }
}

/** An abort without a reason makes an error with a stack each time. */
const ENDED = 'the Call has ended'

/** A result is what survives JSON: no functions, no cycles, no BigInt; nothing at all is null. */
function toResult(name: string, value: unknown): Invocation {
  if (value === undefined) return { type: 'result', result: null, characters: 4 }
  try {
    const plain = plainJson(value)
    if (plain === undefined) throw new TypeError('it is not a JSON value')
    return { type: 'result', result: plain.value, characters: plain.characters }
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown)
    return {
      type: 'error',
      error: callError('activity.failed', `The Activity "${name}" returned a value that is not JSON: ${why}`),
    }
  }
}

const seconds = (ms: number): string => `${ms / 1000} s`
