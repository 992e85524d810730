import { checkOutput, checkParameters } from '../../call/check-parameters.ts'
import { hasEnded } from '../../journal/fold-run.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Run } from '../../journal/run-types.ts'
import { EnsembleError } from '../../schema/ensemble-error.ts'
import type { Json } from '../../schema/json.ts'
import type { ExecutorDeps } from '../record/executor-deps.ts'
import type { DecisionInput, OpenApproval } from './approval-types.ts'
import { approvalKey, type Decision } from './confirm.ts'
import { createExpiry, type Due } from './expiry.ts'
import type { OpenApprovals, PendingApproval, ShownApproval } from './open-approvals.ts'

/** People's decisions on the waiting Calls of live Runs (docs/contract/api.md, approvals). */
export interface Decisions {
  /** All Calls that wait. */
  open(): readonly OpenApproval[]
  /** Throws EnsembleError as `Executor.decide` does. */
  decide(run: Run, callId: string, input: DecisionInput): Promise<void>
  /** A further Call waits, perhaps not for ever. */
  look(asked: PendingApproval): void
  /** Nothing expires any more. */
  stop(): void
}

/** An active Run, as far as decisions reach it. */
interface Attended {
  readonly approvals: OpenApprovals
  readonly ended: Promise<void>
  deliver(key: string, body: Json): void
}
export interface AttendedRuns {
  get(run: string): Attended | undefined
  /** The same; one that left memory while it waited comes back first. */
  back(run: string): Promise<Attended | undefined>
  /** The questions of all of them, also of those that left memory. */
  open(): readonly ShownApproval[]
  /** Takes the Run up where it is not; undefined where it has ended. */
  go(run: string): Promise<Attended | undefined>
}

export function createDecisions(deps: ExecutorDeps, live: AttendedRuns): Decisions {
  /** The first decision on a question counts: it is durable before any branch continues. */
  const deliver = async (id: string, key: string, decision: Decision): Promise<boolean> => {
    const body = JSON.parse(JSON.stringify(decision)) as Json
    if ((await deps.journal.signal(id, key, body)) === 'already') return false
    // Between the question and its answer the Run may have left memory: it comes back and finds the answer.
    const running = await live.back(id).catch((error: unknown) => void deps.onBroken?.(id, error))
    // It waits no more from here on, though its Run has yet to write that down.
    running?.approvals.remove(key)
    running?.deliver(key, body)
    return true
  }
  const expire = async (run: string, key: string): Promise<void> => {
    await deliver(run, key, { decision: 'expire', by: 'expiry' })
  }
  const due = (): readonly Due[] =>
    live
      .open()
      .flatMap(({ key, shown: { run, expiresAt } }) =>
        expiresAt === undefined ? [] : [{ at: Date.parse(expiresAt), expire: () => expire(run, key) }],
      )
  const expiry = createExpiry(deps.clock, due)

  /** The Call that waits; one whose Run has not gone on yet since a restart waits a moment later. */
  const pendingOf = async (run: Run, callId: string): Promise<PendingApproval> => {
    const known = live.get(run.id)?.approvals.get(callId)
    if (known) return known
    const asked = await questionsOf(deps.journal, run.id, callId)
    if (asked.requested > 0 && (asked.requested === asked.decided || hasEnded(run))) throw decidedAlready()
    const running = asked.requested > 0 ? await live.go(run.id) : undefined
    if (asked.requested > 0 && !running) throw decidedAlready()
    const waiting = await Promise.race([running?.approvals.until(callId), running?.ended])
    if (waiting) return waiting
    throw new EnsembleError('approval.unknown', `No Call ${callId} of run ${run.id} waits for a decision.`)
  }

  return {
    open: () => live.open().map(({ shown }) => shown),
    async decide(run, callId, input) {
      const { key, call, shown } = await pendingOf(run, callId)
      const { hash, question, expiresAt, why } = shown
      if (input.hash !== undefined && input.hash !== hash)
        throw new EnsembleError(
          'arguments.changed',
          'The arguments are not the ones you were shown. Look at the Call again, then decide.',
        )
      if (input.question !== undefined && input.question !== question) throw decidedAlready()
      // Its timer may be late where the machine slept.
      if (expiresAt !== undefined && Date.parse(expiresAt) <= deps.clock.now()) {
        await expire(run.id, key)
        throw expired(expiresAt)
      }
      const wrong = withoutContent(input) ?? (why === 'question' ? noAnswer(input) : refusal(deps, call, input))
      if (wrong)
        throw new EnsembleError('approval.invalid', wrong.message, {
          errors: [{ path: wrong.path ?? '', message: wrong.message }],
        })
      if (!(await deliver(run.id, key, toDecision(input)))) throw decidedAlready()
    },
    look({ shown }) {
      if (shown.expiresAt !== undefined) expiry.look()
    },
    stop: expiry.stop,
  }
}

const decidedAlready = (): EnsembleError =>
  new EnsembleError('approval.decided', 'Somebody else has decided on this Call already.')

const expired = (expiresAt: string): EnsembleError =>
  new EnsembleError(
    'approval.decided',
    `The time to decide on this Call ended at ${expiresAt}; it is decided without you.`,
  )

/** How often a person was asked about a Call, and answered. */
async function questionsOf(journal: Journal, run: string, callId: string) {
  const about = (await journal.read(run)).flatMap((event) =>
    (event.type === 'approval.requested' || event.type === 'approval.decided') && event.data.call === callId
      ? [event.type]
      : [],
  )
  const decided = about.filter((type) => type === 'approval.decided').length
  // A decision is durable in the inbox before it is an event.
  const sent = (await journal.inbox(run)).filter(({ key }) => key.startsWith(approvalKey(callId, ''))).length
  return { requested: about.length - decided, decided: Math.max(decided, sent) }
}

const toDecision = ({ decision, call, result, reason, by }: DecisionInput): Decision => ({
  decision,
  ...(decision === 'edit' && call && { parameters: call }),
  ...(decision === 'answer' && { result: result ?? null }),
  ...(reason !== undefined && { reason }),
  by,
})

/** An edit or an answer that holds none would let the model's own parameters run, or be an answer of null. */
function withoutContent({
  decision,
  call,
  result,
}: DecisionInput): { readonly message: string; readonly path: string } | undefined {
  if (decision === 'edit' && call === undefined)
    return { message: 'An edit needs "call": the complete new parameters.', path: '' }
  if (decision === 'answer' && result === undefined)
    return { message: 'An answer needs "result"; null is one too.', path: '' }
  return undefined
}

/** A question is answered in words, or it is not answered. */
function noAnswer({
  decision,
  result,
}: DecisionInput): { readonly message: string; readonly path: string } | undefined {
  if (decision === 'refuse') return undefined
  if (decision !== 'answer')
    return {
      message: 'This Call is a question: give "decision": "answer" with the answer in "result", or "refuse".',
      path: '/decision',
    }
  if (typeof result === 'string' && result.trim() !== '') return undefined
  return { message: 'An answer to a question is a text that is not empty.', path: '/result' }
}

function refusal(deps: ExecutorDeps, call: Parameters<typeof checkParameters>[0], input: DecisionInput) {
  if (input.decision === 'edit') return checkParameters(call, input.call ?? {}, deps.validator)
  if (input.decision === 'answer') return checkOutput(call.tool.tool, input.result ?? null, deps.validator)
  return undefined
}
