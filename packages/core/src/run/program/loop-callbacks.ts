import type { MemoryJournal } from '../../journal/memory-journal.ts'
import type { StreamEvent } from '../../journal/events.ts'
import { isObject } from '../../schema/json.ts'
import type { AgentDeps } from './given-to-agent.ts'
import type { DecisionInput, OpenApproval } from '../approval/approval-types.ts'
import type { OnCall } from '../record/host-call.ts'
import type { Listeners, RunOnce } from '../operate/run-once.ts'

/** A waiting Call, as `approve` gets it. */
export type LoopApproval = Omit<OpenApproval, 'run' | 'expiresAt'>
/** Its decision: a word, or other parameters (`edit`), a result (`answer`), a reason. */
export type LoopDecision =
  'approve' | 'refuse' | (Omit<DecisionInput, 'hash' | 'question' | 'by'> & { readonly by?: string })

/** Further options of `Agent.Loop`: the program's own callbacks. */
export interface LoopDeps<Choices = AgentDeps['tools']> extends AgentDeps<Choices> {
  /** Decides on a Call that needs a person, however long it takes. Without it such a Call ends the Loop with `run.waiting`. */
  readonly approve?: (call: LoopApproval) => LoopDecision | Promise<LoopDecision>
  /** Told of every recorded event, and live of what is only streamed (`seq` is null), in order. */
  readonly onEvent?: (event: StreamEvent) => void
  /** The host's part in each Call, before it is recorded. */
  readonly onCall?: OnCall
}

/** Calls back for one Loop. What a callback throws ends the Loop with that. */
export interface LoopCallbacks {
  readonly listeners: Listeners
  /** Begins to answer for the Run that was started. */
  attend(run: RunOnce): void
  /** Resolves once `onEvent` got every event of an ended Run; throws a callback's error. */
  done(hasEnded: boolean): Promise<void>
}

export function createLoopCallbacks({ approve, onEvent }: LoopDeps, journal: MemoryJournal): LoopCallbacks {
  let attended: RunOnce | undefined
  let failure: { readonly thrown: unknown } | undefined
  let telling: Promise<void> | undefined
  const asked = new Set<string>()
  const stop = new AbortController()

  const fail = (thrown: unknown): void => {
    failure ??= { thrown }
    attended?.cancel('the caller')
  }
  const answer = async (run: RunOnce, open: OpenApproval): Promise<void> => {
    const { run: _id, expiresAt: _never, ...call } = open
    const said = await approve?.(call)
    const decision = typeof said === 'string' ? { decision: said } : said
    if (!isObject(decision) || !DECISIONS.includes(decision.decision))
      throw new TypeError(
        `approve decided nothing on ${call.tool}: return 'approve', 'refuse' or { decision: … }, which is one of ${DECISIONS.join(', ')}.`,
      )
    const { callId, hash, question } = open
    await run.decide(callId, { by: 'the program', ...decision, hash, question })
  }
  const look = (): void => {
    for (const open of approve === undefined ? [] : (attended?.open() ?? [])) {
      const question = `${open.callId}:${open.question}`
      if (asked.has(question) || attended === undefined) continue
      asked.add(question)
      void answer(attended, open).catch(fail)
    }
  }
  const tell = async (run: string, told: (event: StreamEvent) => void): Promise<void> => {
    // Replaces a hash by the separately recorded value.
    for await (const event of journal.tail(run, 0, stop.signal))
      told(event.seq === null ? event : (journal.hydrated(run, event.seq - 1, 1)[0] ?? event))
  }
  return {
    listeners: {
      ...(approve && { onAsked: look }),
      ...(onEvent && {
        onCreated: (id) => {
          telling = tell(id, onEvent).catch(fail)
        },
      }),
    },
    attend(run) {
      attended = run
      if (failure === undefined) look()
      else run.cancel('the caller')
    },
    async done(hasEnded) {
      if (!hasEnded) stop.abort()
      await telling
      if (failure !== undefined) throw failure.thrown
    },
  }
}

const DECISIONS: readonly unknown[] = ['approve', 'edit', 'answer', 'refuse']
