import { checkOutput, checkParameters } from '../call/check-parameters.ts'
import { hasEnded } from '../journal/fold-run.ts'
import type { Journal } from '../journal/journal.ts'
import type { Run } from '../journal/run-types.ts'
import { EnsembleError } from '../schema/ensemble-error.ts'
import type { Json } from '../schema/json.ts'
import { LateMap } from '../schema/late-map.ts'
import { advance, createdData, type Advancing } from './advance.ts'
import { askAgain } from './fork/ask-again.ts'
import { approvalKey, type Decision } from './approval/confirm.ts'
import type { PendingApproval } from './approval/open-approvals.ts'
import type { ExecutorDeps } from './executor-deps.ts'
import type { DecisionInput, Executor, OpenApproval } from './executor-types.ts'
import { createdEvent } from './created-event.ts'
import { createExpiry } from './approval/expiry.ts'
import { extractedEvent, extractIdea } from './fork/extract.ts'
import { blastRadius, forkedEvent } from './fork/fork.ts'
import { reuseOf } from './fork/reuse-of.ts'
import { endOf } from './history.ts'
import { messagesOf, replayRun } from './replay.ts'
import { RunStopped } from './run-end.ts'
import { createShared } from './run-scope.ts'

/** Runs Ideas: start, resume, replay and cancel over one Journal (ARCHITECTURE.md, one mechanism). */
export function createExecutor(deps: ExecutorDeps): Executor {
  const live = new LateMap<string, Advancing>()
  const shared = createShared(deps)
  let draining = false
  const expiry = createExpiry(deps.clock, () =>
    live
      .entries()
      .flatMap(([run, { approvals }]) =>
        approvals
          .values()
          .flatMap(({ key, expiresAt }) =>
            expiresAt === undefined ? [] : [{ at: Date.parse(expiresAt), expire: () => expire(run, key) }],
          ),
      ),
  )
  const expire = async (run: string, key: string): Promise<void> => {
    await deliver(run, key, { decision: 'expire', by: 'expiry' })
  }

  /** Takes up a Run that is in the Journal; undefined where it has ended by now. */
  const takeUp = async (run: string): Promise<Advancing | undefined> => {
    // The lease first: from then on nobody else writes, and what is read is all there is.
    const lease = await deps.journal.lease(run)
    const recorded = await deps.journal.read(run, { hydrate: true })
    if (endOf(recorded)) return undefined
    const early = new Map((await deps.journal.inbox(run)).map((signal) => [signal.key, signal.body]))
    const reuse = await reuseOf(deps, createdData(recorded))
    // What nobody stops any more does not begin.
    if (draining) throw shuttingDown()
    const advancing = advance({ deps, run, recorded, lease, early, reuse, onAsked: () => expiry.look(), ...shared })
    live.set(run, advancing)
    void advancing.ended.then(() => {
      live.delete(run)
      const broken = advancing.broken()
      if (broken !== undefined) deps.onBroken?.(run, broken.error)
    })
    return advancing
  }
  const takingUp = new LateMap<string, Promise<Advancing | undefined>>()
  /** The Run as it goes on here. One that is being taken up is not taken up twice: the two would write side by side. */
  const go = async (run: string): Promise<Advancing | undefined> => {
    const running = live.get(run)
    if (running) return running
    const known = takingUp.get(run)
    if (known) return await known
    const taking = takeUp(run)
    takingUp.set(run, taking)
    try {
      return await taking
    } finally {
      takingUp.delete(run)
    }
  }

  /** A Run that is in the Journal was started, also where the Journal refuses what comes next. */
  const begin = async (run: string): Promise<void> => {
    try {
      await go(run)
    } catch (error) {
      if (deps.onBroken === undefined) throw error
      deps.onBroken(run, error)
    }
  }

  /** The first decision on a question counts: it is durable before anybody goes on because of it. */
  const deliver = async (id: string, key: string, decision: Decision): Promise<boolean> => {
    const body = JSON.parse(JSON.stringify(decision)) as Json
    if ((await deps.journal.signal(id, key, body)) === 'already') return false
    const running = live.get(id)
    // It waits no more from here on, though its Run has yet to write that down.
    running?.approvals.remove(key)
    running?.deliver(key, body)
    return true
  }

  /** The Call that waits; one whose Run has not gone on yet since a restart waits a moment later. */
  const pendingOf = async (run: Run, callId: string): Promise<PendingApproval> => {
    const known = live.get(run.id)?.approvals.get(callId)
    if (known) return known
    const asked = await questionsOf(deps.journal, run.id, callId)
    if (asked.requested > 0 && (asked.requested === asked.decided || hasEnded(run))) throw decidedAlready()
    const running = asked.requested > 0 ? await go(run.id) : undefined
    if (asked.requested > 0 && !running) throw decidedAlready()
    const pending = await Promise.race([running?.approvals.until(callId), running?.ended])
    if (pending) return pending
    throw new EnsembleError('approval.unknown', `No Call ${callId} of run ${run.id} waits for a decision.`)
  }

  const runOf = async (id: string): Promise<Run> => {
    const run = await deps.journal.runs.get(id)
    if (!run) throw new EnsembleError('run.unknown', `There is no run ${id}.`)
    return run
  }

  const stands = (id: string): Promise<void> => {
    const running = live.get(id)
    return running ? Promise.race([running.ended, running.parked()]) : Promise.resolve()
  }

  const startFork = async (created: Awaited<ReturnType<typeof forkedEvent>>): Promise<{ readonly id: string }> => {
    const id = deps.newId()
    const { idea, fork } = created.data
    await deps.journal.create({ id, idea, request: JSON.parse(JSON.stringify({ fork })) as Json, created })
    await begin(id)
    return { id }
  }

  return {
    async start(options) {
      if (draining) throw shuttingDown()
      const id = deps.newId()
      const created = await createdEvent(deps, options, (run) => messagesOf({ deps, run, ...shared }))
      const { idempotencyKey, traceparent: _, ...request } = options
      const start = { id, idea: created.data.idea, request: JSON.parse(JSON.stringify(request)) as Json, created }
      const result = await deps.journal.create(start, idempotencyKey)
      if (result.created) await begin(result.run)
      return { id: result.run, created: result.created }
    },
    stands,
    async settled(id) {
      await stands(id)
      return await runOf(id)
    },
    async cancel(id, by) {
      if (hasEnded(await runOf(id))) return
      await deps.journal.signal(id, 'cancel', { by })
      const running = await go(id)
      running?.stop(new RunStopped('cancelled', by))
      await running?.ended
    },
    async remove(id) {
      const running = live.get(id) ?? (await takingUp.get(id))
      running?.stop(new RunStopped('deleted', 'a person'))
      await running?.ended
      return await deps.journal.runs.remove(id)
    },
    async resume(id, why) {
      if (hasEnded(await runOf(id))) return
      const running = await go(id)
      running?.resumed(why)
    },
    replay: (id, { ideas = 'recorded' } = {}) => replayRun({ deps, run: id, ideas, ...shared }),
    extractIdea: (id, span) => extractIdea(deps, shared, id, span),
    extract: async (source, options) =>
      startFork(await extractedEvent(deps, await deps.journal.read(source, { hydrate: true }), options)),
    async fork(source, options) {
      return startFork(await forkedEvent(deps, await deps.journal.read(source, { hydrate: true }), options))
    },
    async blastRadius(source, options) {
      const events = await deps.journal.read(source, { hydrate: true })
      return await blastRadius(deps, shared, events, await forkedEvent(deps, events, options))
    },
    askAgain: (id, options) => askAgain(deps, shared, id, options),
    approvals: () =>
      live.entries().flatMap(([run, { approvals }]) => approvals.values().map((one) => toOpenApproval(run, one))),
    async decide(id, callId, input) {
      const pending = await pendingOf(await runOf(id), callId)
      if (input.hash !== undefined && input.hash !== pending.hash)
        throw new EnsembleError(
          'arguments.changed',
          'The arguments are not the ones you were shown. Look at the Call again and decide anew.',
        )
      if (input.question !== undefined && input.question !== pending.question) throw decidedAlready()
      // Its timer may be late where the machine slept.
      if (isDue(pending, deps.clock.now())) {
        await expire(id, pending.key)
        throw expired(pending)
      }
      const wrong = withoutContent(input) ?? refusal(deps, pending.call, input)
      if (wrong)
        throw new EnsembleError('approval.invalid', wrong.message, {
          errors: [{ path: wrong.path ?? '', message: wrong.message }],
        })
      if (!(await deliver(id, pending.key, toDecision(input)))) throw decidedAlready()
    },
    async setBreakpoints(id, breakpoints) {
      const running = hasEnded(await runOf(id)) ? undefined : await go(id)
      if (!running) throw new EnsembleError('run.ended', `Run ${id} has ended; it stops nowhere any more.`)
      running.breakpoints.set(breakpoints)
    },
    async step(id, mode) {
      await runOf(id)
      const running = live.get(id)
      const stopped = (running?.approvals.values() ?? []).filter(({ why }) => why === 'breakpoint')
      const [first] = stopped
      if (!running || !first) throw new EnsembleError('run.notStopped', `Run ${id} does not stand at a breakpoint.`)
      running.breakpoints.step(mode, first.span)
      for (const { callId } of stopped) await this.decide(id, callId, { decision: 'approve', by: 'step' })
    },
    async drain() {
      draining = true
      expiry.stop()
      await Promise.allSettled(takingUp.values())
      const all = live.values()
      for (const running of all) running.stop(new RunStopped('drained', 'the server'))
      await Promise.all(all.map((running) => running.ended))
    },
  }
}

const shuttingDown = (): EnsembleError =>
  new EnsembleError('engine.draining', 'The server is shutting down and takes no new runs.', { retryable: true })

const decidedAlready = (): EnsembleError =>
  new EnsembleError('approval.decided', 'Somebody else has decided on this Call already.')

const isDue = ({ expiresAt }: PendingApproval, now: number): boolean =>
  expiresAt !== undefined && Date.parse(expiresAt) <= now

const expired = ({ expiresAt }: PendingApproval): EnsembleError =>
  new EnsembleError(
    'approval.decided',
    `The time to decide on this Call ended at ${expiresAt}; it is decided without you.`,
  )

const toOpenApproval = (run: string, pending: PendingApproval): OpenApproval => {
  const { callId, span, why, hash, question, call, callers, resolved, since, expiresAt, reason } = pending
  return {
    ...{ run, callId, span, why, tool: call.tool.name, callers, hash, question, parameters: resolved, since },
    ...(call.reasoning !== undefined && { reasoning: call.reasoning }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(reason !== undefined && { reason }),
  }
}

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

function refusal(deps: ExecutorDeps, call: Parameters<typeof checkParameters>[0], input: DecisionInput) {
  if (input.decision === 'edit') return checkParameters(call, input.call ?? {}, deps.validator)
  if (input.decision === 'answer') return checkOutput(call.tool.tool, input.result ?? null, deps.validator)
  return undefined
}
