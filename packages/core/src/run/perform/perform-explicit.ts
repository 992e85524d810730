import type { ActivityOptions, RegisteredActivity } from '../../activity/activity.ts'
import { invokeActivity, type Invocation } from '../../activity/invoke.ts'
import type { CallError } from '../../call/call-error.ts'
import { callError } from '../../call/call-errors.ts'
import { checkGiven } from '../../call/check-parameters.ts'
import { joinObjects, type Json, type JsonObject } from '../../schema/json.ts'
import { isLarge } from '../../schema/rest.ts'
import type { Tool } from '../../tool/tool.ts'
import type { Gate } from '../approval/confirm.ts'
import { reach } from '../limits/reach.ts'
import { AttemptEffect, type PastAttempt } from '../record/attempt-effect.ts'
import { completed, failed, started } from '../record/call-events.ts'
import { keep } from '../record/kept-call.ts'
import { givenOf, type Performed, type ReadyCall } from '../record/ready-call.ts'
import type { KeptCall } from '../record/reuse.ts'
import { decide, step, type Ways } from '../record/step.ts'
import { CallContext, notedIn } from './call-context.ts'
import type { LoopScope } from './loop-scope.ts'

/**
 * An Activity with its registered attempts, one idempotency key. Recorded attempts are skipped; an interrupted one
 * repeats, after a person's decision if not idempotent.
 */
export const performExplicit = (
  loop: LoopScope,
  call: ReadyCall,
  gate: Gate,
  approvedFor: string | undefined,
): Promise<Performed> => new Attempts(loop, call, gate, approvedFor).perform()

const ONCE = { attempts: 1, backoffMs: 0 } as const

/** The attempts of one Call, and the ways in which the one that is made now may go. */
class Attempts implements Ways<PastAttempt | KeptCall, Performed | typeof AGAIN> {
  readonly #loop: LoopScope
  readonly #gate: Gate
  readonly #activity: RegisteredActivity | undefined
  readonly #retry: NonNullable<ActivityOptions['retry']>
  /** With the parameters that a person decided on last. */
  #call: ReadyCall
  /** The reason that a person approved last, after the Activity asked. */
  #approvedFor: string | undefined
  /** The context of the last attempt that ran. */
  #context: CallContext | undefined
  #attempt: AttemptEffect
  #failures = 0
  /** Attempts that took longer than the Run allows. */
  #timeouts = 0

  constructor(loop: LoopScope, call: ReadyCall, gate: Gate, approvedFor: string | undefined) {
    this.#loop = loop
    this.#call = call
    this.#gate = gate
    this.#approvedFor = approvedFor
    this.#activity = loop.run.deps.activity(call.proposed.tool.activity)
    this.#retry = this.#activity?.options.retry ?? ONCE
    this.#attempt = new AttemptEffect(loop.run, call, 1, gate.next)
  }

  async perform(): Promise<Performed> {
    const { run } = this.#loop
    const activity = this.#activity
    for (;;) {
      const { n } = this.#attempt
      // Without code it does not begin, and did not begin.
      const gone = this.#attempt.endsBefore(activity ? undefined : this.#missing())
      if (gone) return await failed(run, this.#call, gone.error, n, gone.ms)
      if (activity && n > 1) await this.#attempt.noteOtherCode(activity)
      await started(run, this.#call, n, { activity })
      const performed = await step(this.#attempt, this)
      if (performed !== AGAIN) return performed
      this.#attempt = new AttemptEffect(run, this.#call, n + 1, this.#gate.next)
    }
  }

  deliver(fact: PastAttempt | KeptCall): Promise<Performed | typeof AGAIN> {
    return 'end' in fact ? keep(this.#loop.run, this.#call, this.#attempt.n, fact) : this.#passOver(fact)
  }

  live(): Promise<Performed | typeof AGAIN> {
    return this.#attempt.started ? this.#afterCrash() : this.#run()
  }

  /** The recorded effects of this attempt are repeated. */
  async #passOver({ asked, completed: end, failed: error }: PastAttempt): Promise<Performed | typeof AGAIN> {
    if (asked?.why === 'activity') return await this.#askForApproval(asked.reason ?? '', 0)
    if (asked) return await this.#ask('decision', INTERRUPTED, 0)
    if (end) return await completed(this.#loop.run, this.#call, end.result as Json, end.ms) // hydrated
    return error ? await this.#fail(error.error, error.ms) : AGAIN
  }

  /** The process ended in the middle of this attempt. */
  async #afterCrash(): Promise<Performed | typeof AGAIN> {
    if (!mayRunTwice(this.#call.proposed.tool.tool, this.#activity)) return await this.#ask('decision', INTERRUPTED, 0)
    return this.#activity ? AGAIN : await this.#failed(this.#missing(), 0)
  }

  async #run(): Promise<Performed | typeof AGAIN> {
    const { run } = this.#loop
    const call = this.#call
    const activity = this.#activity
    if (!activity) return await this.#failed(this.#missing(), 0)
    const began = run.deps.clock.elapsed()
    run.people.parking.begin()
    let outcome: Invocation
    try {
      outcome = await this.#invoke(activity)
      const noted = this.#context && notedIn(this.#context)
      if (noted) await Promise.all(noted)
    } finally {
      run.people.parking.land()
    }
    const ms = run.deps.clock.elapsed() - began
    if (outcome.type === 'approval') return await this.#askForApproval(outcome.reason, ms)
    if (outcome.type === 'error') return await this.#fail(outcome.error, ms)
    if (isLarge(outcome.characters)) await run.deps.rest?.()
    const error = checkGiven(call.proposed.tool.tool, outcome.result, run.deps.validator)
    if (error) return await this.#fail(error, ms)
    return await completed(run, call, outcome.result, ms, !mayRunTwice(call.proposed.tool.tool, activity))
  }

  #missing(): CallError {
    return callError('activity.missing', `No Activity "${this.#call.proposed.tool.activity}" is registered.`)
  }

  #failed(error: CallError, ms: number): Promise<Performed> {
    return failed(this.#loop.run, this.#call, error, this.#attempt.n, ms)
  }

  #invoke(activity: RegisteredActivity): Promise<Invocation> {
    const { run, limits } = this.#loop
    const call = this.#call
    return invokeActivity({
      activity,
      call: joinObjects(call.proposed.meta as unknown as JsonObject, givenOf(call)), // meta fields are strings and lists of strings
      contextOf: (signal) => (this.#context = new CallContext(run, call, this.#attempt.n, this.#approvedFor, signal)),
      signal: run.signal,
      callMs: limits.callMs,
      after: run.deps.clock.after,
      rest: call.isLarge ? run.deps.rest : undefined,
    })
  }

  /** The Activity wants a person to confirm, and runs again from its start once one has. */
  async #askForApproval(reason: string, ms: number): Promise<Performed | typeof AGAIN> {
    if (!mayRunTwice(this.#call.proposed.tool.tool, this.#activity)) {
      const refused = callError(
        'activity.failed',
        'The Activity asks for approval after it began, but it may not run twice (_idempotent), so it cannot run again.',
      )
      return await this.#failed(refused, ms)
    }
    const ended = await this.#ask('activity', reason, ms)
    this.#approvedFor = reason
    return ended
  }

  /** Again where a person lets the Call run, with the parameters that they saw or wrote. */
  async #ask(why: 'activity' | 'decision', reason: string, ms: number): Promise<Performed | typeof AGAIN> {
    const call = this.#call
    const decision = await this.#gate.ask(why, call.resolved, reason)
    if (decision.type === 'error') return await this.#failed(decision.error, ms)
    if (decision.type === 'result') return await completed(this.#loop.run, call, decision.result, ms)
    this.#call = { ...call, resolved: decision.resolved }
    return AGAIN
  }

  /** Again where the Activity was registered with a further attempt, after the pause before it. */
  async #fail(error: CallError, ms: number): Promise<Performed | typeof AGAIN> {
    const { run, limits } = this.#loop
    const { isKept, isTimed, goesOn } = this.#attempt
    const { callMs } = limits
    // Whole milliseconds hide that the limit was passed; each attempt that passes it says so.
    const passed = Math.max(ms, callMs + 1)
    const reached =
      error.code === 'limit.callMs' && isTimed
        ? reach(run, this.#call.place.span, 'callMs', passed, callMs, this.#timeouts)
        : undefined
    if (reached) this.#timeouts++
    // The limit and what it ends become durable together: a crash leaves both or neither.
    const [end] = await Promise.all([this.#failed(error, ms), reached?.recorded])
    this.#failures++
    // Where its code was gone the Loop has gone on without it, whether or not it is back.
    if (isKept || error.code === 'activity.missing') return end
    if (goesOn) return AGAIN
    const { attempts, backoffMs } = this.#retry
    if (!decide(run.history, undefined, () => this.#failures < attempts)) return end
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
