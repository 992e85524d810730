import { hasEnded } from '../../journal/fold-run.ts'
import type { Run } from '../../journal/run-types.ts'
import { EnsembleError } from '../../schema/ensemble-error.ts'
import type { Json } from '../../schema/json.ts'
import { createDecisions, type Decisions } from '../approval/decisions.ts'
import { askAgain } from './fork/ask-again.ts'
import type { ExecutorDeps } from '../record/executor-deps.ts'
import type { Executor } from './executor-types.ts'
import { createdEvent } from './created-event.ts'
import { createForks } from './fork/create-forks.ts'
import { extractIdea } from './fork/extract.ts'
import { LiveRuns } from './live-runs.ts'
import { messagesOf, replayRun } from './replay.ts'
import { RunStopped } from '../record/run-end.ts'
import { createEndpoints } from '../perform/run-scope.ts'

/** Runs Ideas: start, resume, replay and cancel over one Journal (ARCHITECTURE.md, one mechanism). */
export function createExecutor(deps: ExecutorDeps): Executor {
  const { journal } = deps
  const endpoints = createEndpoints(deps)
  const live = new LiveRuns(deps, endpoints, (asked) => decisions.look(asked))
  const decisions: Decisions = createDecisions(deps, live)

  const runOf = async (id: string): Promise<Run> => {
    const run = await journal.runs.get(id)
    if (!run) throw new EnsembleError('run.unknown', `There is no run ${id}.`)
    return run
  }
  return {
    ...createForks(deps, live, endpoints),
    async start(options) {
      live.refuseWhileDraining()
      const id = deps.newId()
      const created = await createdEvent(deps, id, options, (run) => messagesOf({ deps, run, endpoints }))
      const { idempotencyKey, traceparent: _, ...request } = options
      const start = { id, idea: created.data.idea, request: JSON.parse(JSON.stringify(request)) as Json, created }
      const result = await journal.create(start, idempotencyKey)
      if (result.created) await live.begin(result.run)
      return { id: result.run, created: result.created }
    },
    stands: (id) => live.stands(id),
    async settled(id) {
      await live.stands(id)
      return await runOf(id)
    },
    async cancel(id, by) {
      if (hasEnded(await runOf(id))) return
      // Its usage so far is counted on its way back.
      await live.back(id)
      await journal.signal(id, 'cancel', { by })
      await live.go(id)
      await live.stop(id, new RunStopped('cancelled', by))
    },
    async remove(id) {
      await live.stop(id, new RunStopped('deleted', 'a person'))
      return await journal.runs.remove(id)
    },
    async resume(id, why) {
      if (hasEnded(await runOf(id))) return
      const running = await live.go(id)
      running?.resumed(why)
    },
    replay: (id, { ideas = 'recorded' } = {}) => replayRun({ deps, run: id, ideas, endpoints }),
    extractIdea: (id, span) => extractIdea(deps, endpoints, id, span),
    askAgain: (id, options) => askAgain(deps, endpoints, id, options),
    approvals: () => decisions.open(),
    async decide(id, callId, input) {
      await decisions.decide(await runOf(id), callId, input)
    },
    async setBreakpoints(id, breakpoints) {
      const running = hasEnded(await runOf(id)) ? undefined : await live.go(id)
      if (!running) throw new EnsembleError('run.ended', `Run ${id} has ended, so it can’t stop at a breakpoint.`)
      running.breakpoints.set(breakpoints)
    },
    async step(id, mode) {
      const run = await runOf(id)
      const running = await live.back(id)
      const stopped = (running?.approvals.values() ?? []).flatMap(({ shown }) =>
        shown.why === 'breakpoint' ? [shown] : [],
      )
      const [first] = stopped
      if (!running || !first) throw new EnsembleError('run.notStopped', `Run ${id} is not stopped at a breakpoint.`)
      running.breakpoints.step(mode, first.span)
      for (const { callId } of stopped) await decisions.decide(run, callId, { decision: 'approve', by: 'step' })
    },
    async drain() {
      decisions.stop()
      await live.drain()
    },
  }
}
