import { argumentsHash } from '../../call/approval.ts'
import { callError } from '../../call/call-errors.ts'
import type { CallError } from '../../call/call-error.ts'
import { checkOutput, checkParameters } from '../../call/check-parameters.ts'
import type { ProposedCall } from '../../call/judged-call.ts'
import type { EventData } from '../../journal/events.ts'
import { isoTime } from '../../journal/iso-time.ts'
import { isQuestion } from '../../request/ask-person.ts'
import type { Json, JsonObject } from '../../schema/json.ts'
import type { CallInputs } from '../record/call-inputs.ts'
import type { CallPlace } from '../record/call-place.ts'
import { callersOf, type AttendedLoop, type AttendedRun } from './attended-loop.ts'
import { QuestionEffect } from '../record/question-effect.ts'
import { step } from '../record/step.ts'
import type { Why } from './open-approvals.ts'

/** A person's decision on a Call, as the inbox gets it. */
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
  readonly #loop: AttendedLoop
  readonly #guarded: Guarded
  #asked = 0

  constructor(loop: AttendedLoop, guarded: Guarded) {
    this.#loop = loop
    this.#guarded = guarded
  }

  /** The number of the question that comes next. */
  get next(): number {
    return this.#asked + 1
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
    const question = new QuestionEffect(run, { ...this.#guarded, resolved }, n, hash)
    // A due time is decided once; a resumed Run has waited since it asked.
    const { asked } = question
    const expiresAt = asked ? asked.expiresAt : expiryOf(run, why)
    const until = expiresAt === undefined ? {} : { expiresAt }
    const said = reason ? { reason } : {}
    await history.emit('approval.requested', span, { call: callId, why, hash, ...said, ...until }, n)
    const decided = async (data: EventData['approval.decided']): Promise<Decision> => {
      await history.emit('approval.decided', span, data, n)
      return data as Decision // hydrated, or checked when it was accepted
    }
    const wait = async (): Promise<Decision> => {
      const key = approvalKey(callId, n)
      const since = asked?.since ?? isoTime(deps.clock.now())
      const callers = callersOf(this.#loop)
      run.people.approvals.add({
        key,
        call,
        shown: {
          run: run.id,
          callId,
          span,
          why,
          tool: call.tool.name,
          callers,
          hash,
          question: n,
          parameters: resolved,
          since,
          ...(call.reasoning !== undefined && { reasoning: call.reasoning }),
          ...until,
          ...said,
        },
      })
      const type = why === 'activity' ? 'approval' : why
      const answer = run.people.parking.wait(key, { type, callId, since, ...until })
      // The inbox was checked when it was accepted; see Executor.decide.
      const decision = (await answer.finally(() => run.people.approvals.remove(key))) as unknown as Decision
      return await decided({ call: callId, hash, ...decision })
    }
    const decision = await step(question, { deliver: decided, live: wait })
    return judge(run, call, decision, resolved)
  }
}

/** Only a question that a Tool asks expires: a breakpoint is a person's own, and a decision after a crash is not refused by itself. */
function expiryOf({ deps }: AttendedRun, why: Why): string | undefined {
  const afterMs =
    why === 'approval' || why === 'activity' || why === 'question' ? deps.approvalsExpireAfter?.() : undefined
  return afterMs === undefined ? undefined : new Date(deps.clock.now() + afterMs).toISOString()
}

function judge(run: AttendedRun, call: ProposedCall, decision: Decision, resolved: JsonObject): Confirmed {
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
