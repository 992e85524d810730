import { callError } from '../../call/call-errors.ts'
import type { CallError } from '../../call/call-error.ts'
import { checkResolved, checkWritten } from '../../call/check-parameters.ts'
import type { ProposedCall } from '../../call/judged-call.ts'
import { importsView } from '../../request/imports.ts'
import type { Reference } from '../../request/reference.types.ts'
import type { Json } from '../../schema/json.ts'
import { isHeavy } from '../../schema/rest.ts'
import { Gate } from '../approval/confirm.ts'
import { stopAtError, stopBefore, type Stop } from '../approval/stop-before.ts'
import { countCall, refuseDepth } from '../limits/loop-limits.ts'
import type { LoopScope } from '../perform/loop-scope.ts'
import { outputReference, refuseTarget } from '../perform/output-target.ts'
import { performCall } from '../perform/perform-call.ts'
import { mayRunTwice } from '../perform/perform-explicit.ts'
import { chooseWrites, recordWrite, type Written } from '../perform/writes.ts'
import { answered, rejected } from '../record/call-events.ts'
import type { CallPlace } from '../record/call-place.ts'
import type { Performed, ReadyCall } from '../record/ready-call.ts'
import type { Recording } from '../record/recording.ts'
import type { TurnReferences, Writer } from './references-in-turn.ts'
import type { Settled } from './settle-turn.ts'

/** The turn that makes the Call. */
export interface InTurn {
  readonly loop: LoopScope
  readonly references: TurnReferences
  /** Its answer broke off. */
  readonly isCut: boolean
}

/**
 * Executes one checked Call: references, limits, approval, its mode, its write. `writer`: what other Calls wait for.
 */
export async function executeCall(
  turn: InTurn,
  place: CallPlace,
  call: ProposedCall,
  isLargeCall: boolean,
  writer?: Writer,
): Promise<Settled> {
  const { loop, references } = turn
  const { run, memory } = loop
  const { _imports, _instance } = call.meta
  const begun = memory.view(_instance)
  const found = writer
    ? await references.resolve(writer, call.parameters, begun, place.awaits(_imports))
    : ({ ok: true, resolved: call.parameters, view: begun, awaited: undefined } as const)
  if (!found.ok) return await refuse(run, place, found.error)
  // It sees the writes of its own turn that it waited for, however it reads the state
  // (docs/contract/protocol.md#state).
  const { view, awaited, resolved } = found
  // A reference's value may be larger than the whole answer.
  const isLarge = isLargeCall || (resolved !== call.parameters && isHeavy(resolved))
  if (isLarge) await run.deps.rest?.()
  const wrong =
    refuseTarget(call, view) ??
    checkResolved(call, resolved, run.deps.validator) ??
    (call.tool.mode === 'latent' ? checkWritten(call.tool.tool, call.written, run.deps.validator) : undefined)
  if (wrong) return await refuse(run, place, wrong)
  if (isLarge) await run.deps.rest?.()
  const tooDeep = entersModule(call) ? refuseDepth(loop, place.span) : undefined
  // A limit and what it refuses become durable together: a crash leaves both or neither.
  if (tooDeep) return (await Promise.all([refuse(run, place, tooDeep.error), tooDeep.recorded]))[0]
  const counted = countCall(loop, place.span)
  if (counted) await counted
  run.watch.onCall?.(place.span, { context: memory.context(), view })
  const seen = importsView(memory.context(), _imports ?? [], { state: view.state, instance: _instance })
  const ready: ReadyCall = { place, proposed: call, imports: seen, view, isLarge, resolved, awaited }
  const gate = new Gate(loop, ready)
  const stopping = stopBefore(loop, ready)
  const stop = stopping instanceof Promise ? await stopping : stopping
  const performed =
    stop || isGuarded(loop, ready)
      ? await performGuarded(turn, ready, gate, stop)
      : await performCall(loop, ready, gate)
  if (performed.type === 'refused') return await refuse(run, place, performed.error)
  const ended = performed.type === 'error' ? await stopAtError(loop, ready, gate, performed.error) : performed
  if (ended.type === 'error') return ended
  const target = outputReference(call)
  return target
    ? await writeResult(loop, place, call, target, ended.result)
    : { type: 'result', result: ended.result, written: NOTHING }
}

/** Only a complete answer starts it. In a replay its Activity may be another: what the record shows as refused was guarded then. */
function isGuarded({ run }: LoopScope, { place, proposed: { tool } }: ReadyCall): boolean {
  const activity = tool.activity === '' ? undefined : run.deps.activity(tool.activity)
  return !mayRunTwice(tool.tool, activity) || place.beginning.wasRefused
}

/** Asks a person if necessary, then executes the Call. */
async function performGuarded(
  turn: InTurn,
  call: ReadyCall,
  gate: Gate,
  stop: Stop | undefined,
): Promise<Performed | { readonly type: 'refused'; readonly error: CallError }> {
  const { loop } = turn
  await turn.references.completed
  const isConfirmed = stop?.why === 'approval' || stop?.why === 'activity'
  if (turn.isCut && (isConfirmed || isGuarded(loop, call)) && !call.place.beginning.hasBegun)
    return { type: 'refused', error: cutError() }
  if (stop === undefined) return await performCall(loop, call, gate)
  const confirmed = await gate.ask(stop.why, call.resolved, stop.reason)
  if (confirmed.type === 'error') return { type: 'refused', error: confirmed.error }
  if (confirmed.type === 'result') {
    await answered(loop.run, call, confirmed.result)
    return confirmed
  }
  const approvedFor = stop.why === 'activity' ? stop.reason : undefined
  return await performCall(loop, { ...call, resolved: confirmed.resolved }, gate, approvedFor)
}

async function writeResult(
  { run, memory }: LoopScope,
  place: CallPlace,
  call: ProposedCall,
  target: Reference,
  result: Json,
): Promise<Settled> {
  const instance = call.meta._instance
  const written = chooseWrites(target, result, memory.stateSchema(instance), run.deps.validator)
  for (const one of written) await recordWrite(run, place, one, memory.view(instance).state)
  const [first] = written
  return first
    ? { type: 'result', result, ...refsOf(written), written }
    : { type: 'result', result, written, unwritten: target.text }
}

/** Where the result is found, or its members, each by its first path. */
const refsOf = (written: readonly Written[]): Pick<Settled & { readonly type: 'result' }, 'ref' | 'refs'> => {
  const whole = written.find(({ path }) => path.member === undefined)
  if (whole) return { ref: whole.path.text }
  const members = written.map(({ path }): [string, string] => [path.member?.join('.') ?? '', path.text])
  return { refs: Object.fromEntries(members.toReversed()) }
}

const refuse = async (run: Recording, place: CallPlace, error: CallError): Promise<Settled> => ({
  type: 'error',
  error: await rejected(run, place, error),
})

const NOTHING: readonly Written[] = []

/** Only a complete answer starts what cannot be undone (docs/contract/protocol.md#the-loop): the model may want it no more. */
const cutError = (): CallError =>
  callError(
    'call.cancelled',
    'Your answer was cut off before it was complete, so this Call was not started. Make it again if it is still wanted.',
    { retryable: true },
  )

/** A Module whose work an Activity does is never entered. */
const entersModule = ({ tool }: ProposedCall): boolean => tool.mode === 'module' && tool.activity === ''
