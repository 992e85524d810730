import { callError } from '../call/call-errors.ts'
import type { CallError } from '../call/call-error.ts'
import { copyJson, type Json, type JsonObject } from '../schema/json.ts'
import { onAbort } from '../schema/on-abort.ts'
import { NeedsApproval, type ActivityContext, type RegisteredActivity } from './activity.ts'

export type Invocation =
  /** `characters`: how long its JSON is. */
  | { readonly type: 'result'; readonly result: Json; readonly characters: number }
  | { readonly type: 'error'; readonly error: CallError }
  | { readonly type: 'approval'; readonly reason: string }

export interface InvokeOptions {
  readonly activity: RegisteredActivity
  /** Validated parameters with their meta fields. */
  readonly call: JsonObject
  readonly context: Omit<ActivityContext, 'signal'>
  readonly signal: AbortSignal
  /** The Run's limit; the Activity's own `timeoutMs` applies where it is shorter. */
  readonly callMs: number
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

/**
 * Runs one attempt of an Activity. Whatever it does becomes a value: its result as plain JSON, an error the model can
 * act on, or the wish for a person's decision. Rejects only when `signal` aborts: the Run is ending.
 */
export async function invokeActivity(options: InvokeOptions): Promise<Invocation> {
  const { activity, signal, callMs } = options
  const own = activity.options.timeoutMs ?? Number.POSITIVE_INFINITY
  const ms = Math.min(own, callMs)
  const stop = new AbortController()
  let leave = (): void => undefined
  const aborted = new Promise<never>((_, reject) => {
    const end = (): void => {
      stop.abort(signal.reason)
      reject(signal.reason)
    }
    if (signal.aborted) end()
    else leave = onAbort(signal, end)
  })
  const late = options.sleep(ms, stop.signal).then(
    (): Invocation => {
      const error =
        own <= callMs
          ? callError('activity.timeout', `The Activity "${activity.name}" did not finish within ${seconds(ms)}.`)
          : callError('limit.callMs', `The Call took longer than the Run's limit of ${seconds(ms)} (limits.callMs).`)
      stop.abort(new Error(error.message))
      return { type: 'error', error }
    },
    () => new Promise<Invocation>(() => {}),
  )
  try {
    return await Promise.race([attempt(options, stop.signal), late, aborted])
  } finally {
    // Ends the timer, and whatever the Activity left running behind it.
    stop.abort(ENDED)
    leave()
  }
}

async function attempt({ activity, call, context }: InvokeOptions, signal: AbortSignal): Promise<Invocation> {
  try {
    return toResult(activity.name, await activity.run(copyJson(call), snapshot(context, signal)))
  } catch (thrown) {
    if (thrown instanceof NeedsApproval) return { type: 'approval', reason: thrown.message }
    const message = thrown instanceof Error ? thrown.message : String(thrown)
    return {
      type: 'error',
      error: callError('activity.failed', message || `The Activity "${activity.name}" failed without a message.`),
    }
  }
}

/** What an Activity does to what it was given stays its own: the Loop and its record hold the originals. Copied when read. */
function snapshot(context: Omit<ActivityContext, 'signal'>, signal: AbortSignal): ActivityContext {
  let imports: JsonObject | undefined
  let state: JsonObject | undefined
  return {
    ...context,
    signal,
    get imports() {
      return (imports ??= copyJson(context.imports))
    },
    get state() {
      return (state ??= copyJson(context.state))
    },
  }
}

/** An abort without a reason makes an error with a stack each time. */
const ENDED = 'the Call has ended'

/** A result is what survives JSON: no functions, no cycles, no BigInt; nothing at all is null. */
function toResult(name: string, value: unknown): Invocation {
  if (value === undefined) return { type: 'result', result: null, characters: 4 }
  try {
    const text = JSON.stringify(value)
    if (text === undefined) throw new TypeError('it is not a JSON value')
    return { type: 'result', result: JSON.parse(text), characters: text.length }
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown)
    return {
      type: 'error',
      error: callError('activity.failed', `The Activity "${name}" returned a value that is not JSON: ${why}`),
    }
  }
}

const seconds = (ms: number): string => `${ms / 1000} s`
