import type { ActivityOptions, RegisteredActivity } from '../../activity/activity.ts'
import { invokeActivity, type Invocation } from '../../activity/invoke.ts'
import type { CallError } from '../../call/call-error.ts'
import { callError } from '../../call/call-errors.ts'
import { checkGiven } from '../../call/check-parameters.ts'
import type { EventData } from '../../journal/events.ts'
import { joinObjects, type Json, type JsonObject } from '../../schema/json.ts'
import { isLarge } from '../../schema/rest.ts'
import type { Tool } from '../../tool/tool.ts'
import { CallContext, notedIn } from './call-context.ts'
import { completed, failed, started } from '../record/call-events.ts'
import type { History } from '../record/history.ts'
import { keep, keptOf } from '../record/kept-call.ts'
import type { LoopScope } from '../record/loop-scope.ts'
import { givenOf, type Performed, type ReadyCall } from '../record/ready-call.ts'
import { reach } from '../record/run-scope.ts'

/**
 * An Activity, tried as often as it was registered with, always under the same idempotency key. Attempts that are
 * recorded are passed over; one that was running when the process ended is made again, after a person's decision where
 * the Tool or the Activity says that it is not idempotent.
 */
export function performExplicit(loop: LoopScope, call: ReadyCall): Promise<Performed> {
  return new Attempts(loop, call).perform()
}

const ONCE = { attempts: 1, backoffMs: 0 } as const

/** What the attempts of one Call have in common. */
class Attempts {
  readonly #loop: LoopScope
  readonly #activity: RegisteredActivity | undefined
  readonly #retry: NonNullable<ActivityOptions['retry']>
  /** With the parameters that a person decided on last. */
  #call: ReadyCall
  /** The reason that a person approved last, after the Activity asked. */
  #approvedFor: string | undefined
  /** Of the last attempt that ran. */
  #context: CallContext | undefined
  #failures = 0
  /** Attempts that took longer than the Run allows. */
  #timeouts = 0

  constructor(loop: LoopScope, call: ReadyCall) {
    this.#loop = loop
    this.#call = call
    this.#approvedFor = call.approvedFor
    this.#activity = loop.run.deps.activity(call.proposed.tool.activity)
    this.#retry = this.#activity?.options.retry ?? ONCE
  }

  perform(): Promise<Performed> {
    return this.#attempt(1).then((performed) => performed ?? this.#again())
  }

  async #again(): Promise<Performed> {
    for (let attempt = 2; ; attempt++) {
      const performed = await this.#attempt(attempt)
      if (performed) return performed
    }
  }

  /** Undefined where another attempt is to be made. */
  async #attempt(attempt: number): Promise<Performed | undefined> {
    const loop = this.#loop
    const call = this.#call
    const activity = this.#activity
    const { run } = loop
    const { history } = run
    const { tool, activity: name } = call.proposed.tool
    const record = recordOf(history, call, attempt)
    const missing = (): CallError => callError('activity.missing', `No Activity "${name}" is registered.`)
    // What no code is there for does not begin, and did not begin.
    if (!record.started && record.failed)
      return await failed(loop, call, record.failed.error, attempt, record.failed.ms)
    if (!record.started && !activity && !history.replaying) return await failed(loop, call, missing(), attempt, 0)
    if (activity && attempt > 1) await noteOtherCode(loop, call, attempt, activity)
    await started(loop, call, attempt, { activity })
    // What was about to be kept when the process ended did not run.
    const kept = record.completed || record.failed || record.goesOn ? undefined : keptOf(loop, call)
    if (kept) return await keep(loop, call, attempt, kept)

    const question = askedIn(attempt, call, history)
    if (question?.why === 'activity') return await this.#askForApproval(attempt, question.reason ?? '', 0)
    if (question) return await this.#ask('decision', attempt, INTERRUPTED, 0)
    if (record.completed) return await completed(loop, call, record.completed.result as Json, record.completed.ms) // hydrated
    if (record.failed) return await this.#fail(attempt, record, record.failed.error, record.failed.ms)
    if (record.goesOn) return undefined
    if (history.replaying) return await history.missing(`${call.place.span}#call.completed`)
    if (record.started && !mayRunTwice(tool, activity)) return await this.#ask('decision', attempt, INTERRUPTED, 0)
    if (!activity) return await failed(loop, call, missing(), attempt, 0)
    if (record.started) return undefined

    const began = run.deps.clock.elapsed()
    run.parking.begin()
    let outcome: Invocation
    try {
      outcome = await this.#invoke(activity, attempt)
      const noted = this.#context && notedIn(this.#context)
      if (noted) await Promise.all(noted)
    } finally {
      run.parking.land()
    }
    const ms = run.deps.clock.elapsed() - began
    if (outcome.type === 'approval') return await this.#askForApproval(attempt, outcome.reason, ms)
    if (outcome.type === 'error') return await this.#fail(attempt, record, outcome.error, ms)
    if (isLarge(outcome.characters)) await run.deps.rest?.()
    const error = checkGiven(tool, outcome.result, run.deps.validator)
    return error ? await this.#fail(attempt, record, error, ms) : await completed(loop, call, outcome.result, ms)
  }

  #invoke(activity: RegisteredActivity, attempt: number): Promise<Invocation> {
    const { run, limits } = this.#loop
    const call = this.#call
    return invokeActivity({
      activity,
      call: joinObjects(call.proposed.meta as unknown as JsonObject, givenOf(call)), // meta fields are strings and lists of strings
      contextOf: (signal) => (this.#context = new CallContext(run, call, attempt, this.#approvedFor, signal)),
      signal: run.signal,
      callMs: limits.callMs,
      after: run.deps.clock.after,
      rest: call.isLarge ? run.deps.rest : undefined,
    })
  }

  /** The Activity wants a person to confirm, and runs again from its start once one has. */
  async #askForApproval(attempt: number, reason: string, ms: number): Promise<Performed | undefined> {
    if (!mayRunTwice(this.#call.proposed.tool.tool, this.#activity)) {
      const refused = callError(
        'activity.failed',
        'The Activity asks for approval after it began, but it may not run twice (_idempotent), so it cannot run again.',
      )
      return await failed(this.#loop, this.#call, refused, attempt, ms)
    }
    const ended = await this.#ask('activity', attempt, reason, ms)
    this.#approvedFor = reason
    return ended
  }

  /** Undefined where a person lets the Call run again, with the parameters that they saw or wrote. */
  async #ask(
    why: 'activity' | 'decision',
    attempt: number,
    reason: string,
    ms: number,
  ): Promise<Performed | undefined> {
    const call = this.#call
    const decision = await call.gate.ask(why, call.resolved, reason)
    if (decision.type === 'error') return await failed(this.#loop, call, decision.error, attempt, ms)
    if (decision.type === 'result') return await completed(this.#loop, call, decision.result, ms)
    this.#call = { ...call, resolved: decision.resolved }
    return undefined
  }

  /** Undefined where the Activity was registered with a further attempt, after the pause before it. */
  async #fail(
    attempt: number,
    { failed: recorded, goesOn }: RecordedAttempt,
    error: CallError,
    ms: number,
  ): Promise<Performed | undefined> {
    const { run, limits } = this.#loop
    const { replaying } = run.history
    // What a fork kept was its source's last attempt.
    const isKept = Boolean(recorded?.source)
    const { callMs } = limits
    // Whole milliseconds hide that the limit was passed; each attempt that passes it says so.
    const passed = Math.max(ms, callMs + 1)
    const reached =
      error.code === 'limit.callMs' && (replaying || !isKept)
        ? reach(run, this.#call.place.span, 'callMs', passed, callMs, this.#timeouts)
        : undefined
    if (reached) this.#timeouts++
    // The limit and what it ends become durable together: a crash leaves both or neither.
    const [end] = await Promise.all([failed(this.#loop, this.#call, error, attempt, ms), reached?.recorded])
    this.#failures++
    // Where its code was gone the Loop has gone on without it, whether or not it is back.
    if (isKept || error.code === 'activity.missing') return end
    if (goesOn) return undefined
    const { attempts, backoffMs } = this.#retry
    if (this.#failures >= attempts || replaying) return end
    await run.parking.busy(() => run.deps.clock.sleep(backoffMs * 2 ** (this.#failures - 1), run.signal))
    return undefined
  }
}

const INTERRUPTED = 'The Call was running when the process ended, and its Tool is not idempotent.'

/** The stricter of both decides. */
export const mayRunTwice = (tool: Tool, activity: RegisteredActivity | undefined): boolean =>
  tool.idempotent && activity?.options.idempotent !== false

/** What the record says of one attempt. */
interface RecordedAttempt {
  readonly started: boolean
  readonly failed: EventData['call.failed'] | undefined
  /** Another attempt was started after it. */
  readonly goesOn: boolean
  /** The Call's end, where this attempt is the last. */
  readonly completed: EventData['call.completed'] | undefined
}

function recordOf(history: History, { place: { span } }: ReadyCall, attempt: number): RecordedAttempt {
  const end = history.recorded('call.failed', span, attempt)?.data
  const goesOn = history.recorded('call.started', span, attempt + 1) !== undefined
  return {
    started: history.recorded('call.started', span, attempt) !== undefined,
    failed: end,
    goesOn,
    completed: goesOn || end ? undefined : history.recorded('call.completed', span)?.data,
  }
}

/** Code cannot be pinned: a resume with another goes on, and says so (docs/contract/protocol.md#activities). */
async function noteOtherCode(
  loop: LoopScope,
  { place: { id, span } }: ReadyCall,
  attempt: number,
  activity: RegisteredActivity,
) {
  const { history } = loop.run
  const before = history.recorded('call.started', span, attempt - 1)?.data.activityHash
  if (history.replaying || before === undefined || before === activity.hash) return
  if (history.recorded('call.started', span, attempt)) return
  const text = `The code of the Activity "${activity.name}" is another one than in attempt ${attempt - 1}.`
  await history.emit('call.logged', span, { call: id, level: 'warn', text })
}

/**
 * The recorded question to a person that belongs to this attempt: asked by its Activity, or because the process ended in
 * the middle of it. One that came after the attempt's end belongs to a later one.
 */
function askedIn(
  attempt: number,
  { gate, place: { span } }: ReadyCall,
  history: History,
): EventData['approval.requested'] | undefined {
  const asked = gate.next()
  if (!asked || (asked.data.why !== 'activity' && asked.data.why !== 'decision')) return undefined
  const end = history.recorded('call.failed', span, attempt) ?? history.recorded('call.started', span, attempt + 1)
  return end && end.seq < asked.seq ? undefined : asked.data
}
