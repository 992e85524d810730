import type { ActivityOptions, RegisteredActivity } from '../../activity/activity.ts'
import { invokeActivity, type Invocation } from '../../activity/invoke.ts'
import type { CallError } from '../../call/call-error.ts'
import { callError } from '../../call/call-errors.ts'
import { checkGiven } from '../../call/check-parameters.ts'
import { joinObjects, type Json, type JsonObject } from '../../schema/json.ts'
import { isLarge } from '../../schema/rest.ts'
import type { Tool } from '../../tool/tool.ts'
import { completed, failed, started } from '../record/call-events.ts'
import { keep, keptOf } from '../record/kept-call.ts'
import type { LoopScope } from './loop-scope.ts'
import type { PastAttempt } from '../record/past-call.ts'
import { givenOf, type Performed } from '../record/ready-call.ts'
import type { KeptCall } from '../record/reuse.ts'
import { reach } from '../limits/reach.ts'
import type { RunScope } from './run-scope.ts'
import { step } from '../record/step.ts'
import { CallContext, notedIn } from './call-context.ts'
import type { GuardedCall } from './guarded-call.ts'

/**
 * An Activity with its registered attempts, one idempotency key. Recorded attempts are skipped; an interrupted one
 * repeats, after a person's decision if not idempotent.
 */
export function performExplicit(loop: LoopScope, call: GuardedCall): Promise<Performed> {
  return new Attempts(loop, call).perform()
}

const ONCE = { attempts: 1, backoffMs: 0 } as const

/** The shared parts of one Call's attempts. */
class Attempts {
  readonly #loop: LoopScope
  readonly #activity: RegisteredActivity | undefined
  readonly #retry: NonNullable<ActivityOptions['retry']>
  /** With the parameters that a person decided on last. */
  #call: GuardedCall
  /** The reason that a person approved last, after the Activity asked. */
  #approvedFor: string | undefined
  /** The context of the last attempt that ran. */
  #context: CallContext | undefined
  #failures = 0
  /** Attempts that took longer than the Run allows. */
  #timeouts = 0

  constructor(loop: LoopScope, call: GuardedCall) {
    this.#loop = loop
    this.#call = call
    this.#approvedFor = call.approvedFor
    this.#activity = loop.run.deps.activity(call.proposed.tool.activity)
    this.#retry = this.#activity?.options.retry ?? ONCE
  }

  perform(): Promise<Performed> {
    return this.#attempt(1).then((performed) => (performed === AGAIN ? this.#again() : performed))
  }

  async #again(): Promise<Performed> {
    for (let attempt = 2; ; attempt++) {
      const performed = await this.#attempt(attempt)
      if (performed !== AGAIN) return performed
    }
  }

  async #attempt(attempt: number): Promise<Performed | typeof AGAIN> {
    const { run } = this.#loop
    const call = this.#call
    const activity = this.#activity
    const past = call.gate.pastAttempt(attempt)
    // Without code it does not begin, and did not begin.
    if (!past.started && past.failed) return await failed(run, call, past.failed.error, attempt, past.failed.ms)
    if (!past.started && !activity && run.history.decides) return await failed(run, call, this.#missing(), attempt, 0)
    if (activity && call.past.otherCode(attempt, activity.hash)) await noteOtherCode(run, call, attempt, activity)
    await started(run, call, attempt, { activity })
    return await step<PastAttempt | KeptCall, Performed | typeof AGAIN>(run.history, {
      recorded: () => (past.asked || past.completed || past.failed || past.goesOn ? past : undefined),
      // An effect about to be kept when the process ended did not run.
      kept: () => keptOf(run, call),
      deliver: (fact) => ('end' in fact ? keep(run, call, attempt, fact) : this.#passOver(attempt, fact)),
      missing: `${call.place.span}#call.completed`,
      live: () => (past.started ? this.#afterCrash(attempt) : this.#run(attempt)),
    })
  }

  /** The recorded effects of this attempt are repeated. */
  async #passOver(
    attempt: number,
    { asked, completed: end, failed: error }: PastAttempt,
  ): Promise<Performed | typeof AGAIN> {
    if (asked?.why === 'activity') return await this.#askForApproval(attempt, asked.reason ?? '', 0)
    if (asked) return await this.#ask('decision', attempt, INTERRUPTED, 0)
    if (end) return await completed(this.#loop.run, this.#call, end.result as Json, end.ms) // hydrated
    return error ? await this.#fail(attempt, error.error, error.ms) : AGAIN
  }

  /** The process ended in the middle of this attempt. */
  async #afterCrash(attempt: number): Promise<Performed | typeof AGAIN> {
    if (!mayRunTwice(this.#call.proposed.tool.tool, this.#activity))
      return await this.#ask('decision', attempt, INTERRUPTED, 0)
    return this.#activity ? AGAIN : await failed(this.#loop.run, this.#call, this.#missing(), attempt, 0)
  }

  async #run(attempt: number): Promise<Performed | typeof AGAIN> {
    const { run } = this.#loop
    const call = this.#call
    const activity = this.#activity
    if (!activity) return await failed(run, call, this.#missing(), attempt, 0)
    const began = run.deps.clock.elapsed()
    run.people.parking.begin()
    let outcome: Invocation
    try {
      outcome = await this.#invoke(activity, attempt)
      const noted = this.#context && notedIn(this.#context)
      if (noted) await Promise.all(noted)
    } finally {
      run.people.parking.land()
    }
    const ms = run.deps.clock.elapsed() - began
    if (outcome.type === 'approval') return await this.#askForApproval(attempt, outcome.reason, ms)
    if (outcome.type === 'error') return await this.#fail(attempt, outcome.error, ms)
    if (isLarge(outcome.characters)) await run.deps.rest?.()
    const error = checkGiven(call.proposed.tool.tool, outcome.result, run.deps.validator)
    return error ? await this.#fail(attempt, error, ms) : await completed(run, call, outcome.result, ms)
  }

  #missing(): CallError {
    return callError('activity.missing', `No Activity "${this.#call.proposed.tool.activity}" is registered.`)
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
  async #askForApproval(attempt: number, reason: string, ms: number): Promise<Performed | typeof AGAIN> {
    if (!mayRunTwice(this.#call.proposed.tool.tool, this.#activity)) {
      const refused = callError(
        'activity.failed',
        'The Activity asks for approval after it began, but it may not run twice (_idempotent), so it cannot run again.',
      )
      return await failed(this.#loop.run, this.#call, refused, attempt, ms)
    }
    const ended = await this.#ask('activity', attempt, reason, ms)
    this.#approvedFor = reason
    return ended
  }

  /** Again where a person lets the Call run, with the parameters that they saw or wrote. */
  async #ask(
    why: 'activity' | 'decision',
    attempt: number,
    reason: string,
    ms: number,
  ): Promise<Performed | typeof AGAIN> {
    const call = this.#call
    const decision = await call.gate.ask(why, call.resolved, reason)
    if (decision.type === 'error') return await failed(this.#loop.run, call, decision.error, attempt, ms)
    if (decision.type === 'result') return await completed(this.#loop.run, call, decision.result, ms)
    this.#call = { ...call, resolved: decision.resolved }
    return AGAIN
  }

  /** Again where the Activity was registered with a further attempt, after the pause before it. */
  async #fail(attempt: number, error: CallError, ms: number): Promise<Performed | typeof AGAIN> {
    const { run, limits } = this.#loop
    const { replaying } = run.history
    const { failed: recorded, goesOn } = this.#call.past.attempt(attempt)
    // A fork keeps its source's last attempt.
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
    const [end] = await Promise.all([failed(this.#loop.run, this.#call, error, attempt, ms), reached?.recorded])
    this.#failures++
    // Where its code was gone the Loop has gone on without it, whether or not it is back.
    if (isKept || error.code === 'activity.missing') return end
    if (goesOn) return AGAIN
    const { attempts, backoffMs } = this.#retry
    if (this.#failures >= attempts || replaying) return end
    await run.people.parking.busy(() => run.deps.clock.sleep(backoffMs * 2 ** (this.#failures - 1), run.signal))
    return AGAIN
  }
}

/** Another attempt follows. */
const AGAIN = 'again'

const INTERRUPTED = 'The Call was running when the process ended, and its Tool is not idempotent.'

/** The stricter of both decides. */
export const mayRunTwice = (tool: Tool, activity: RegisteredActivity | undefined): boolean =>
  tool.idempotent && activity?.options.idempotent !== false

/** Code cannot be pinned: a resume with another continues, and says so (docs/contract/protocol.md#activities). */
async function noteOtherCode(
  { history }: RunScope,
  { place: { id, span } }: GuardedCall,
  attempt: number,
  activity: RegisteredActivity,
): Promise<void> {
  const text = `The code of the Activity "${activity.name}" is another one than in attempt ${attempt - 1}.`
  await history.emit('call.logged', span, { call: id, level: 'warn', text })
}
