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
 * Runs one attempt of an Activity. Whatever it does becomes a value: its result as plain JSON, an error the model can
 * act on, or the wish for a person's decision. Rejects only when `signal` aborts: the Run is ending.
 */
export function invokeActivity({
  activity,
  call,
  contextOf,
  signal,
  callMs,
  after,
  rest,
}: InvokeOptions): Promise<Invocation> {
  const own = activity.options.timeoutMs ?? Number.POSITIVE_INFINITY
  const ms = Math.min(own, callMs)
  /** Most Activities never look at their signal: it is made for the first that does. */
  let stop: AbortController | undefined
  let ended: { readonly reason: unknown } | undefined
  const signalOf = (): AbortSignal => {
    stop ??= new AbortController()
    if (ended) stop.abort(ended.reason)
    return stop.signal
  }
  return new Promise((resolve, reject) => {
    const end = (reason: unknown): void => {
      if (ended) return
      ended = { reason }
      cancel()
      leave()
      // Ends whatever the Activity left running behind it.
      stop?.abort(reason)
    }
    const expire = (): void => {
      const error =
        own <= callMs
          ? callError('activity.timeout', `The Activity "${activity.name}" did not finish within ${seconds(ms)}.`)
          : callError('limit.callMs', `The Call took longer than the Run's limit of ${seconds(ms)} (limits.callMs).`)
      end(new Error(error.message))
      resolve({ type: 'error', error })
    }
    const abort = (): void => {
      end(signal.reason)
      reject(signal.reason)
    }
    const cancel = after(ms, expire)
    const leave = onAbort(signal, abort)
    if (signal.aborted) return abort()
    const settle = (invocation: Invocation): void => {
      end(ENDED)
      resolve(invocation)
    }
    const fail = (thrown: unknown): void => settle(toFailure(activity.name, thrown))
    try {
      const value: unknown = activity.run(copyJson(call), contextOf(signalOf))
      const rested = rest ? Promise.resolve(value).then((result) => rest().then(() => result)) : Promise.resolve(value)
      rested.then((result) => settle(toResult(activity.name, result)), fail)
    } catch (thrown) {
      fail(thrown)
    }
  })
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
