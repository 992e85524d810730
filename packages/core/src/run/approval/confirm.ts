import { argumentsHash } from '../../call/approval.ts'
import { callError } from '../../call/call-errors.ts'
import type { CallError } from '../../call/call-error.ts'
import { checkOutput, checkParameters } from '../../call/check-parameters.ts'
import type { ProposedCall } from '../../call/judged-call.ts'
import type { JournalEvent } from '../../journal/events.ts'
import { isoTime } from '../../journal/iso-time.ts'
import { isQuestion } from '../../request/ask-person.ts'
import type { Json, JsonObject } from '../../schema/json.ts'
import { inputsOf, type CallInputs } from '../record/call-inputs.ts'
import type { CallPlace } from '../record/call-place.ts'
import { callersOf, type LoopScope } from '../record/loop-scope.ts'
import type { RunScope } from '../record/run-scope.ts'
import type { Why } from './open-approvals.ts'

/** What a person decided on a Call, as it arrives in the inbox. */
export interface Decision {
  readonly decision: 'approve' | 'edit' | 'answer' | 'refuse' | 'expire'
  readonly parameters?: JsonObject
  readonly result?: Json
  readonly reason?: string
  readonly by: string
}

export type Confirmed =
  | { readonly type: 'go'; readonly resolved: JsonObject }
  | { readonly type: 'result'; readonly result: Json }
  | { readonly type: 'error'; readonly error: CallError }

export const approvalKey = (callId: string, n: number | ''): string => `approval:${callId}:${n}`

/** The Call that is asked about: all but the parameters, which a person may put in place of those they are shown. */
export interface Guarded extends Omit<CallInputs, 'resolved'> {
  readonly place: CallPlace
}

/** The gate of one Call: each question is asked once, bound to the exact arguments shown, and read from the record afterwards. */
export class Gate {
  readonly #loop: LoopScope
  readonly #guarded: Guarded
  #asked = 0

  constructor(loop: LoopScope, guarded: Guarded) {
    this.#loop = loop
    this.#guarded = guarded
  }

  /** Why the record says that the next decision was asked for, where it does. */
  pending(): Why | undefined {
    return this.next()?.data.why
  }

  /** The record of that, where there is one. */
  next(): (JournalEvent & { readonly type: 'approval.requested' }) | undefined {
    return this.#loop.run.history.recorded('approval.requested', this.#guarded.place.span, this.#asked + 1)
  }

  async ask(why: Why, open: JsonObject, reason?: string): Promise<Confirmed> {
    const { run } = this.#loop
    const { history, deps } = run
    const { place, proposed: call } = this.#guarded
    const { span, id: callId } = place
    const n = ++this.#asked
    // A copy that nothing else holds: what a person is shown is what runs, whatever other code does to the values meanwhile.
    const resolved = structuredClone(open)
    const hash = argumentsHash(call.tool.name, resolved)
    // Read from the record where there is one: a due time is decided once.
    const asking = history.recorded('approval.requested', span, n)
    const expiresAt = asking ? asking.data.expiresAt : expiryOf(run, why)
    const until = expiresAt === undefined ? {} : { expiresAt }
    const request = { call: callId, why, hash, ...(reason && { reason }), ...until }
    await history.emit('approval.requested', span, request, n)
    const known = history.recorded('approval.decided', span, n)
    if (known) {
      await history.emit('approval.decided', span, known.data, n)
      return judge(run, call, known.data as Decision, resolved) // hydrated
    }
    const kept = run.reuse.decision(span, n, hash, (edited) =>
      inputsOf({ ...this.#guarded, resolved: edited ?? resolved }),
    )
    if (kept) {
      await history.emit('approval.decided', span, kept, n)
      return judge(run, call, kept as Decision, resolved) // hydrated
    }
    if (history.replaying) return await history.missing(`${span}#approval.decided:${n}`)
    const key = approvalKey(callId, n)
    // A Run that is taken up again has waited since it asked, not since it was taken up.
    const since = asking?.at ?? isoTime(deps.clock.now())
    const said = reason ? { reason } : {}
    run.approvals.add({
      key,
      span,
      callId,
      why,
      hash,
      question: n,
      call,
      callers: callersOf(this.#loop),
      resolved,
      since,
      ...said,
      ...until,
    })
    const type = why === 'activity' ? 'approval' : why
    const answer = run.parking.wait(key, { type, callId, since, ...until })
    // What is in the inbox was checked when it was accepted; see Executor.decide.
    const decision = (await answer.finally(() => run.approvals.remove(key))) as unknown as Decision
    await history.emit('approval.decided', span, { call: callId, hash, ...decision }, n)
    return judge(run, call, decision, resolved)
  }
}

/** Only a question that a Tool asks expires: a breakpoint is a person's own, and a decision after a crash is not refused by itself. */
function expiryOf({ deps }: RunScope, why: Why): string | undefined {
  const afterMs =
    why === 'approval' || why === 'activity' || why === 'question' ? deps.approvalsExpireAfter?.() : undefined
  return afterMs === undefined ? undefined : new Date(deps.clock.now() + afterMs).toISOString()
}

function judge(run: RunScope, call: ProposedCall, decision: Decision, resolved: JsonObject): Confirmed {
  const { validator } = run.deps
  switch (decision.decision) {
    case 'approve':
      return { type: 'go', resolved }
    case 'edit': {
      const parameters = decision.parameters ?? resolved
      const error = checkParameters(call, parameters, validator)
      return error ? { type: 'error', error } : { type: 'go', resolved: parameters }
    }
    case 'answer': {
      const result = decision.result ?? null
      const error = checkOutput(call.tool.tool, result, validator)
      return error ? { type: 'error', error } : { type: 'result', result }
    }
    case 'refuse':
      return { type: 'error', error: callError('approval.refused', withReason(refused(call), decision.reason)) }
    case 'expire':
      return { type: 'error', error: callError('approval.expired', expired(call)) }
  }
}

const refused = ({ tool }: ProposedCall): string =>
  isQuestion(tool) ? 'The person did not answer' : 'A person refused this Call'

const withReason = (sentence: string, reason: string | undefined): string =>
  reason ? `${sentence}: ${reason}` : `${sentence}.`

const expired = ({ tool }: ProposedCall): string =>
  isQuestion(tool)
    ? 'Nobody answered in time. Go on without the answer.'
    : 'Nobody decided on this Call in time, so it was refused.'
