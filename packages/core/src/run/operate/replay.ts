import { endOf, RunHistory, Divergence } from '../record/history.ts'
import type { Question } from '../perform/question.ts'
import { createdData, recordEnd } from './advance.ts'
import type { EventData } from '../../journal/events.ts'
import type { ExecutorDeps } from '../record/executor-deps.ts'
import { untilIdle, watchReads } from './idle.ts'
import { refuseImported } from '../record/refuse-imported.ts'
import { createPins } from '../record/pins.ts'
import { endedByTime, timeLimitOf } from '../record/limit-facts.ts'
import { NO_REUSE, type Reuse } from '../record/reuse.ts'
import { reuseOf } from '../record/reuse-of.ts'
import { runRoot } from './root.ts'
import { isReached, limitEnd } from '../limits/reach.ts'
import type { Endpoints, RunScope, Watch } from '../perform/run-scope.ts'
import { createScope } from './create-scope.ts'
import type { Message } from '../../idea/message.ts'
import { EnsembleError } from '../../schema/ensemble-error.ts'
import type { Json, Pointer } from '../../schema/json.ts'

/** Whether a replay came to the same facts; else the first that differs, by key, and by `path` inside its data. */
export type ReplayReport =
  | { readonly identical: true }
  | {
      readonly identical: false
      readonly divergence: {
        readonly key: string
        readonly seq: number | null
        readonly path: Pointer
        readonly expected: Json
        readonly actual: Json
      }
    }

export interface ReplayOptions {
  readonly endpoints: Endpoints
  readonly deps: ExecutorDeps
  readonly run: string
  readonly ideas: 'recorded' | 'current'
}

/** The executor with every answer read from the record: no model, no Activity, no network (docs/contract/protocol.md#the-journal, replay). */
export async function replayRun(options: ReplayOptions): Promise<ReplayReport> {
  return (await replay(options)).report
}

/** The Messages a finished Run ended with, by replaying it. */
export async function messagesOf(options: Omit<ReplayOptions, 'ideas'>): Promise<readonly Message[]> {
  const { messages } = await replay({ ...options, ideas: 'recorded' })
  if (!messages)
    throw new EnsembleError('run.unfinished', `Run ${options.run} has no output yet, so it cannot be continued.`)
  return messages
}

/** A recorded Request as it was asked, by replaying the Run. Throws EnsembleError `request.unknown`. */
export async function questionOf({
  span,
  ...options
}: Omit<ReplayOptions, 'ideas'> & { readonly span: string }): Promise<{
  readonly question: Question
  readonly seed: string
}> {
  let found: Question | undefined
  const onQuestion = (question: Question): void => {
    if (question.span === span) found ??= question
  }
  const { created } = await replayTo(options, { onQuestion })
  if (found) return { question: found, seed: created.seed }
  throw new EnsembleError(
    'request.unknown',
    `The record of run ${options.run} does not replay to a Request at ${span}.`,
  )
}

/** Replays a Run for what is seen on the way. */
export const replayTo = (options: Omit<ReplayOptions, 'ideas'>, watch: Watch): ReturnType<typeof replay> =>
  replay({ ...options, ideas: 'recorded' }, watch)

async function replay(
  { deps: live, run: id, ideas, endpoints }: ReplayOptions,
  watch: Watch = {},
): Promise<{ report: ReplayReport; created: EventData['run.created']; messages?: readonly Message[] }> {
  const recorded = await live.journal.read(id, { hydrate: true })
  const { deps, pending } = watchReads(live)
  if (recorded.length === 0) throw new EnsembleError('run.unknown', `There is no run ${id}.`)
  const created = createdData(recorded)
  refuseImported(created, id)
  const stopping = new AbortController()
  const history = new RunHistory({
    journal: deps.journal,
    lease: undefined,
    recorded,
    reuse: await editsOf(deps, created),
    engine: deps.engine,
    otherIdeas: ideas === 'current',
    clock: deps.clock,
    rest: deps.rest,
    onBroken: () => {},
  })
  const isRecorded = ideas === 'recorded'
  const scope = createScope({
    id,
    deps,
    history,
    created,
    pin: createPins({ journal: deps.journal, ideas: deps.ideas, recorded: isRecorded ? recorded : [], store: false }),
    signal: stopping.signal,
    endpoints,
    watch,
  })
  try {
    const whole = endOf(recorded)?.type === 'run.completed'
    const idle = (): Promise<undefined> => untilIdle(deps.clock, () => history.steps(), pending)
    // Where the Run ended early, its other branches have their part of the record too.
    const messages = whole
      ? await play(scope)
      : await Promise.race([play(scope, idle), idle().then(() => endByTime(scope))])
    const [missed] = history.unmatched().filter((event) => whole || !END_TYPES.has(event.type))
    if (!missed) return { report: { identical: true }, created, messages }
    throw new Divergence(missed.key, missed.seq, '', missed.type, 'nothing: this fact does not happen again')
  } catch (thrown) {
    if (!(thrown instanceof Divergence)) throw thrown
    const { key, seq, path, expected, actual } = thrown
    return { report: { identical: false, divergence: { key, seq, path, expected, actual } }, created }
  } finally {
    stopping.abort()
  }
}

/** Everything is in this Run's own record, but for the parameters a fork's person edited: those were decided before. */
const editsOf = async (deps: ExecutorDeps, created: EventData['run.created']): Promise<Reuse> => {
  const { parameters, result } = await reuseOf(deps, created)
  return { ...NO_REUSE, parameters, result }
}

/** The Run's working time ends it from outside of every branch: no clock runs in a replay, so the record tells. */
async function endByTime(scope: RunScope): Promise<undefined> {
  const limit = timeLimitOf(scope)
  if (limit && (await isReached(scope, limit.span, 'wallMs', limit.value, limit.max)))
    await recordEnd(scope, scope.history, limitEnd('wallMs', limit.max, limit.span))
  return undefined
}

const END_TYPES: ReadonlySet<string> = new Set(['run.failed', 'run.cancelled'])

async function play(
  scope: RunScope,
  othersDone: () => Promise<unknown> = async () => {},
): Promise<readonly Message[] | undefined> {
  try {
    const { output, messages } = await runRoot(scope)
    await scope.history.emit('run.completed', '', { output: output as Json, usage: scope.limits.budget.usage })
    return messages
  } catch (thrown) {
    if (thrown instanceof Divergence) throw thrown
    await othersDone()
    // Its branches may have ended before they saw it.
    if (endedByTime(scope)) return await endByTime(scope)
    await recordEnd(scope, scope.history, thrown)
    return undefined
  }
}
