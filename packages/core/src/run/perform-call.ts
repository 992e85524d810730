import type { RegisteredActivity } from '../activity/activity.ts'
import { invokeActivity, type Invocation } from '../activity/invoke.ts'
import type { EventData } from '../journal/events.ts'
import { callError } from '../call/call-errors.ts'
import { checkGiven, checkOutput } from '../call/check-parameters.ts'
import { joinObjects, type Json, type JsonObject } from '../schema/json.ts'
import { isLarge } from '../schema/rest.ts'
import { CallContext } from './call-context.ts'
import { completed, failed, started } from './call-events.ts'
import { inputsOf } from './call-inputs.ts'
import type { History } from './history.ts'
import type { LoopScope } from './loop-scope.ts'
import { runModule } from './module.ts'
import { mayBePinned, pinnedResult, type PinnedResult } from './pinned.ts'
import type { KeptCall } from './fork/reuse.ts'
import { givenOf, type Performed, type ReadyCall } from './ready-call.ts'
import { isReached } from './run-scope.ts'

/** Executes a Call in its mode and journals start and end (PROTOCOL.md §4–§6). */
export function performCall(loop: LoopScope, call: ReadyCall): Promise<Performed> {
  const edited = editedEnd(loop, call)
  if (edited !== undefined) return performEdited(loop, call, edited)
  return mayBePinned(loop, call) ? performPinnable(loop, call) : performInMode(loop, call)
}

async function performPinnable(loop: LoopScope, call: ReadyCall): Promise<Performed> {
  const pinned = await pinnedResult(loop, call)
  return await (pinned === undefined ? performInMode(loop, call) : performPinned(loop, call, pinned))
}

function performInMode(loop: LoopScope, call: ReadyCall): Promise<Performed> {
  switch (call.proposed.tool.mode) {
    case 'latent':
      return performLatent(loop, call)
    case 'module':
      // A binding that names an Activity runs it in the Module's place, with the imported context alone.
      return runsActivity(loop, call) ? performExplicit(loop, call) : performModule(loop, call)
    case 'explicit':
      return performExplicit(loop, call)
  }
}

const runsActivity = (loop: LoopScope, { place, proposed }: ReadyCall): boolean => {
  const recorded = loop.run.history.recorded('call.started', place.span, 1)
  return recorded ? recorded.data.activity !== undefined : proposed.tool.activity !== ''
}

/** What a person wrote in the place of the Call's own end: on the record, in this fork, or in the Run that it was made from. */
function editedEnd(loop: LoopScope, call: ReadyCall): KeptCall | undefined {
  const { history, reuse, deps } = loop.run
  const { span } = call.place
  const completed = history.recorded('call.completed', span)
  if (completed?.data.edited) return { artifacts: [], end: { type: 'completed', data: completed.data } }
  const failed = history.recorded('call.failed', span, 1)
  if (failed?.data.edited) return { artifacts: [], end: { type: 'failed', data: failed.data } }
  const result = reuse.result(span)
  if (result !== undefined) {
    const error = checkOutput(call.proposed.tool.tool, result, deps.validator)
    const how = { call: call.place.id, ms: 0, edited: true } as const
    if (error) return { artifacts: [], end: { type: 'failed', data: { ...how, error, attempt: 1 } } }
    return { artifacts: [], end: { type: 'completed', data: { ...how, result } } }
  }
  // One of the source that nobody edited is kept where an Activity would run: the others are made of what is kept.
  return reuse.isEdited(span) ? keptOf(loop, call) : undefined
}

/** Nothing runs. */
async function performEdited(loop: LoopScope, call: ReadyCall, kept: KeptCall): Promise<Performed> {
  await started(loop, call, 1)
  return await keep(loop, call, 1, kept)
}
/** The workspace pinned a result for it: nothing runs, whatever the mode. */
async function performPinned(
  loop: LoopScope,
  call: ReadyCall,
  { result, artifacts }: PinnedResult,
): Promise<Performed> {
  await started(loop, call, 1, { pinned: true })
  await emitArtifacts(loop.run.history, call, artifacts)
  return await completed(loop, call, result, 0)
}

/** The model already filled the result; without a declared output the Call is its own result (PROTOCOL.md §3). */
async function performLatent(loop: LoopScope, call: ReadyCall): Promise<Performed> {
  const { tool } = call.proposed.tool
  await started(loop, call, 1)
  return await completed(loop, call, tool.output === undefined ? call.resolved : (call.proposed.written ?? null), 0)
}

async function performModule(loop: LoopScope, call: ReadyCall): Promise<Performed> {
  const { run } = loop
  const began = run.deps.clock.elapsed()
  await started(loop, call, 1)
  const outcome = await runModule(loop, call)
  const ms = run.deps.clock.elapsed() - began
  if (outcome.type === 'error') return await failed(loop, call, outcome.error, 1, ms)
  const error = checkGiven(call.proposed.tool.tool, outcome.output, run.deps.validator)
  return error ? await failed(loop, call, error, 1, ms) : await completed(loop, call, outcome.output, ms)
}

/**
 * An Activity, tried as often as it was registered with, always under the same idempotency key. Attempts that are
 * recorded are passed over; one that was running when the process ended is made again, after a person's decision where
 * the Tool says that it is not idempotent.
 */
async function performExplicit(loop: LoopScope, first: ReadyCall): Promise<Performed> {
  const { run } = loop
  const { history } = run
  const { tool, activity: name } = first.proposed.tool
  const activity = run.deps.activity(name)
  const retry = activity?.options.retry ?? { attempts: 1, backoffMs: 0 }
  let call = first
  let failures = 0
  /** By a person, after the Activity asked. */
  let approved = false
  /** Attempts that took longer than the Run allows. */
  let timeouts = 0
  for (let attempt = 1; ; attempt++) {
    const wasStarted = history.recorded('call.started', call.place.span, attempt) !== undefined
    const wasFailed = history.recorded('call.failed', call.place.span, attempt)
    const goesOn = history.recorded('call.started', call.place.span, attempt + 1) !== undefined
    const wasCompleted = goesOn || wasFailed ? undefined : history.recorded('call.completed', call.place.span)
    if (!wasStarted && !activity && !history.replaying)
      return await failed(loop, call, callError('activity.missing', `No Activity "${name}" is registered.`), attempt, 0)
    if (activity && attempt > 1) await noteOtherCode(loop, call, attempt, activity)
    await started(loop, call, attempt, { activity })
    // What was about to be kept when the process ended did not run.
    const kept = wasCompleted || wasFailed || goesOn ? undefined : keptOf(loop, call)
    if (kept) return await keep(loop, call, attempt, kept)
    const question = askedIn(attempt, call, history)
    if (wasCompleted && !question)
      return await completed(loop, call, wasCompleted.data.result as Json, wasCompleted.data.ms) // hydrated

    let outcome: Invocation
    let ms = 0
    if (question?.why === 'activity') {
      outcome = { type: 'approval', reason: question.reason ?? '' }
    } else if (wasFailed && !question) {
      outcome = { type: 'error', error: wasFailed.data.error }
      ms = wasFailed.data.ms
    } else if (goesOn && !question) {
      continue
    } else if (!question && (history.replaying || !activity)) {
      return await history.missing(`${call.place.span}#call.completed`)
    } else if (question || !activity || (wasStarted && !tool.idempotent)) {
      const decision = await call.gate.ask(
        'decision',
        call.resolved,
        'The Call was running when the process ended, and its Tool is not idempotent.',
      )
      if (decision.type === 'error') return await failed(loop, call, decision.error, attempt, ms)
      if (decision.type === 'result') return await completed(loop, call, decision.result, ms)
      call = { ...call, resolved: decision.resolved }
      continue
    } else if (wasStarted) {
      continue
    } else {
      const began = run.deps.clock.elapsed()
      outcome = await run.parking.busy(() => invoke(loop, call, activity, attempt, approved))
      ms = run.deps.clock.elapsed() - began
    }

    if (outcome.type === 'approval') {
      const refused = callError(
        'activity.failed',
        'The Activity asks for approval, but its Tool is not idempotent, so it cannot run again.',
      )
      if (!tool.idempotent) return await failed(loop, call, refused, attempt, ms)
      const decision = await call.gate.ask('activity', call.resolved, outcome.reason)
      if (decision.type === 'error') return await failed(loop, call, decision.error, attempt, ms)
      if (decision.type === 'result') return await completed(loop, call, decision.result, ms)
      call = { ...call, resolved: decision.resolved }
      approved = true
      continue
    }
    if (outcome.type === 'result' && isLarge(outcome.characters)) await run.deps.rest?.()
    const error = outcome.type === 'error' ? outcome.error : checkGiven(tool, outcome.result, run.deps.validator)
    if (outcome.type === 'result' && !error) return await completed(loop, call, outcome.result, ms)
    if (!error) continue
    if (error.code === 'limit.callMs' && (history.replaying || !wasFailed?.data.source)) {
      const { callMs } = loop.limits
      // Whole milliseconds hide that the limit was passed; each attempt that passes it says so.
      if (await isReached(run, call.place.span, 'callMs', Math.max(ms, callMs + 1), callMs, timeouts)) timeouts++
    }
    const end = await failed(loop, call, error, attempt, ms)
    failures++
    // What a fork kept was its source's last attempt.
    if (wasFailed?.data.source) return end
    if (wasFailed ? !goesOn && failures >= retry.attempts : failures >= retry.attempts) return end
    if (history.replaying && !goesOn) return end
    if (!goesOn) await run.parking.busy(() => run.deps.clock.sleep(retry.backoffMs * 2 ** (failures - 1), run.signal))
  }
}

const keptOf = ({ run }: LoopScope, call: ReadyCall): KeptCall | undefined =>
  run.reuse.call(call.place.span, () => inputsOf(call))

/** Code cannot be pinned: a resume with another goes on, and says so (PROTOCOL.md §4). */
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

/** Files that came with a result: each is told of once, however often its Run is taken up. */
async function emitArtifacts(
  history: History,
  { place: { id, span } }: ReadyCall,
  artifacts: PinnedResult['artifacts'],
) {
  for (const [index, artifact] of artifacts.entries())
    await history.emit('artifact.created', span, { ...artifact, call: id }, index + 1)
}

/** The source's result stands, with the files it made. */
async function keep(
  loop: LoopScope,
  call: ReadyCall,
  attempt: number,
  { artifacts, end }: KeptCall,
): Promise<Performed> {
  const { history } = loop.run
  await emitArtifacts(history, call, artifacts)
  if (end.type === 'completed') {
    await history.emit('call.completed', call.place.span, { ...end.data, call: call.place.id })
    return { type: 'result', result: end.data.result as Json } // hydrated
  }
  await history.emit('call.failed', call.place.span, { ...end.data, call: call.place.id, attempt }, attempt)
  return { type: 'error', error: end.data.error }
}

function invoke(
  { run, limits }: LoopScope,
  call: ReadyCall,
  activity: RegisteredActivity,
  attempt: number,
  approved: boolean,
): Promise<Invocation> {
  const events: Promise<void>[] = []
  /** Awaited with the result; a Run that ends first leaves it, and its failure, behind. */
  const noted = (event: Promise<void>): void => {
    event.catch(() => {})
    events.push(event)
  }
  const invoked = invokeActivity({
    activity,
    call: joinObjects(call.proposed.meta as unknown as JsonObject, givenOf(call)), // meta fields are strings and lists of strings
    contextOf: (signal) => new CallContext(run, call, attempt, approved, signal, noted),
    signal: run.signal,
    callMs: limits.callMs,
    after: run.deps.clock.after,
    rest: call.isLarge ? run.deps.rest : undefined,
  })
  return invoked.then((outcome) => (events.length === 0 ? outcome : Promise.all(events).then(() => outcome)))
}
