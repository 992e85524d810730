import { callError } from '../../call/call-errors.ts'
import type { CallError } from '../../call/call-error.ts'
import { checkWritten, checkResolved } from '../../call/check-parameters.ts'
import { type JudgeInput, judgeCall, judgeCallInSteps } from '../../call/judge-call.ts'
import type { ProposedCall } from '../../call/judged-call.ts'
import type { EncodedRequest, RawCall } from '../../model/wire.ts'
import type { Composition } from '../../request/composition.ts'
import { importsView } from '../../request/imports.ts'
import type { Reference } from '../../request/reference.types.ts'
import type { Json, JsonObject } from '../../schema/json.ts'
import { isHeavy, isLarge } from '../../schema/rest.ts'
import { inTurns } from '../../schema/turns.ts'
import { Gate } from '../approval/confirm.ts'
import { heardLater } from '../record/heard-later.ts'
import { hosted } from '../perform/host-meta.ts'
import type { LoopScope } from '../perform/loop-scope.ts'
import { countCall, refuseDepth } from '../limits/loop-limits.ts'
import { outputReference, refuseTarget } from '../perform/output-target.ts'
import { answered, proposed, rejected } from '../record/call-events.ts'
import { PastCall } from '../record/past-call.ts'
import { performCall } from '../perform/perform-call.ts'
import type { Performed, ReadyCall } from '../record/ready-call.ts'
import { TurnReferences, type Writer } from './references-in-turn.ts'
import { refuseByCount, refuseRepeated } from '../limits/refuse-by-limit.ts'
import { CallPlace, messageIdOf } from '../record/call-place.ts'
import { settleTurn, type Settled, type TurnCall, type TurnResult } from './settle-turn.ts'
import { shownCall, shownRefused } from './shown-call.ts'
import { stopAtError, stopBefore } from '../approval/stop-before.ts'
import { mayRunTwice } from '../perform/perform-explicit.ts'
import { chooseWrites, recordWrite, type Written } from '../perform/writes.ts'

/** The question whose answer makes the Calls. */
export interface AskedIn {
  readonly span: string
  readonly turn: number
  readonly composition: Composition
  readonly encoded: EncodedRequest
}

/** The Calls of one Request: checked, confirmed, executed in parallel, their results in the order of the Calls (docs/contract/protocol.md#the-loop). */
export class Turn {
  readonly #loop: LoopScope
  readonly #asked: AskedIn
  readonly #references = new TurnReferences()
  /** In the order in which they came, each from when it is durable. */
  readonly #calls: TurnCall[] = []
  #taken = 0
  #isCut = false

  constructor(loop: LoopScope, asked: AskedIn) {
    this.#loop = loop
    this.#asked = asked
  }

  /** Takes a Call as soon as it is complete in the stream; resolves once it is durable. */
  async take(raw: RawCall): Promise<void> {
    const loop = this.#loop
    const { run } = loop
    const { span, turn, composition, encoded } = this.#asked
    const position = this.#taken++
    const place = new CallPlace(run.id, `${span}/call/${raw.index}`)
    const rest = isLarge(raw.text.length) ? run.deps.rest : undefined
    const over = refuseByCount(loop, place.span, raw, position)
    const judged = over
      ? { ok: false as const, error: over.error }
      : rest === undefined
        ? judgeCall(this.#judged(raw))
        : await inTurns(judgeCallInSteps(this.#judged(raw)), rest)
    if (rest) await rest()
    const repeated = judged.ok ? refuseRepeated(loop, place.span, turn, judged.call) : undefined
    if (!judged.ok || repeated) {
      const error = repeated?.error ?? (judged.ok ? callError('call.cancelled', '') : judged.error)
      const tool = raw.tool ?? (judged.ok ? judged.call.tool.name : judged.tool) ?? ''
      // The limit and what it refuses become durable together: a crash leaves both or neither.
      const [settled] = await Promise.all([
        this.#reject(place, error, { tool, raw: raw.text }),
        over?.recorded,
        repeated?.recorded,
      ])
      if (rest) await rest()
      this.#add(position, place, raw, {
        tool,
        call: shownRefused(encoded, raw.text),
        settled: Promise.resolve(settled),
      })
      return
    }
    if (rest) await rest()
    const asked = hosted(loop, place.span, judged.call, raw.text)
    const known = asked instanceof Promise ? await asked : asked
    if (!known.ok) {
      const { name } = judged.call.tool
      const settled =
        'end' in known
          ? Promise.reject(known.end)
          : Promise.resolve(await this.#reject(place, known.error, { tool: name, raw: raw.text }))
      return this.#add(position, place, raw, { tool: name, call: shownCall(judged.call), settled })
    }
    const edited = new PastCall(run, place.span).editedParameters(raw.text)
    const call = edited === undefined ? known.call : { ...known.call, parameters: edited }
    await proposed(run, place, call, raw.text, { isEdited: edited !== undefined, host: known.host })
    const settled = composition.references
      ? announce(raw, call, this.#references, (writer) => this.#execute(place, call, rest !== undefined, writer))
      : this.#execute(place, call, rest !== undefined)
    const { tool, meta } = call
    if (rest) {
      heardLater(settled)
      await rest()
    }
    // The model goes on seeing its own Call: what the host added is not among its answers.
    const shown = shownCall(
      known.host === undefined ? call : { ...call, meta: judged.call.meta, tool: judged.call.tool },
    )
    this.#add(position, place, raw, { tool: tool.name, call: shown, instance: meta._instance, settled })
  }

  #judged({ text, tool }: RawCall): JudgeInput {
    const { composition, encoded } = this.#asked
    const { liftCall, openCall } = encoded
    return { raw: text, tool, composition, liftCall, openCall, validator: this.#loop.run.deps.validator }
  }

  #add(position: number, place: CallPlace, { index }: RawCall, { tool, call, instance, settled }: Taken): void {
    heardLater(settled)
    const id = messageIdOf(place.span, this.#loop.run.created.continues)
    this.#calls[position] = { index, place, messageId: id, tool, record: { id, tool, call }, instance, settled }
  }

  /** No more Calls will come. What waited for a complete answer goes on, or is refused where the answer was cut. */
  close(isComplete: boolean): void {
    this.#isCut = !isComplete
    this.#references.complete()
  }

  /** Resolves when all Calls have settled: the Messages for the next turn, writes applied. */
  settle(): Promise<TurnResult> {
    return settleTurn(this.#loop, this.#calls)
  }

  /** `writer`: what other Calls of the turn may wait for, where Calls refer to each other. */
  async #execute(place: CallPlace, call: ProposedCall, isLargeCall: boolean, writer?: Writer): Promise<Settled> {
    const loop = this.#loop
    const { run, memory } = loop
    const { _imports, _instance } = call.meta
    const past = new PastCall(run, place.span)
    const begun = memory.view(_instance)
    // A recorded Module is entered as it was, whatever an older version waited for.
    const imports = past.entered ? past.entered.awaited : _imports
    const found = writer
      ? await this.#references.resolve(writer, call.parameters, begun, imports)
      : ({ ok: true, resolved: call.parameters, view: begun, awaited: undefined } as const)
    if (!found.ok) return await this.#reject(place, found.error)
    // Of its own turn it sees what it waited for, in whatever way it looks at the state (docs/contract/protocol.md#state).
    const { view, awaited, resolved } = found
    // What a reference stands for may be larger than the whole answer.
    const isLarge = isLargeCall || (resolved !== call.parameters && isHeavy(resolved))
    if (isLarge) await run.deps.rest?.()
    const wrong =
      refuseTarget(call, view) ??
      checkResolved(call, resolved, run.deps.validator) ??
      (call.tool.mode === 'latent' ? checkWritten(call.tool.tool, call.written, run.deps.validator) : undefined)
    if (wrong) return await this.#reject(place, wrong)
    if (isLarge) await run.deps.rest?.()
    const tooDeep = entersModule(call) ? refuseDepth(loop, place.span) : undefined
    // A limit and what it refuses become durable together: a crash leaves both or neither.
    if (tooDeep) return (await Promise.all([this.#reject(place, tooDeep.error), tooDeep.recorded]))[0]
    const counted = countCall(loop, place.span, past)
    if (counted) await counted
    const seen = importsView(memory.context(), _imports ?? [], { state: view.state, instance: _instance })
    const ready: ReadyCall = { place, past, proposed: call, imports: seen, view, isLarge, resolved, awaited }
    const performed = await this.#perform(ready)
    if (performed.type === 'refused') return await this.#reject(place, performed.error)
    if (performed.type === 'error') return performed
    const target = outputReference(call)
    return target
      ? await this.#writeResult(place, call, target, performed.result)
      : { type: 'result', result: performed.result, written: NOTHING }
  }

  /** Asks a person where one is to be asked, then executes the Call. */
  async #perform(call: ReadyCall): Promise<Performed | { readonly type: 'refused'; readonly error: CallError }> {
    const loop = this.#loop
    const { proposed, past, resolved } = call
    const gate = new Gate(loop, call)
    const stopping = stopBefore(loop, call)
    const stop = stopping instanceof Promise ? await stopping : stopping
    const activity = proposed.tool.activity === '' ? undefined : loop.run.deps.activity(proposed.tool.activity)
    const isGuarded =
      stop?.why === 'approval' ||
      stop?.why === 'activity' ||
      !mayRunTwice(proposed.tool.tool, activity) ||
      // In a replay the Activity may be another: what the record shows as refused was guarded then.
      past.wasRefused
    if (stop || isGuarded) await this.#references.completed
    if (isGuarded && this.#isCut && !past.hasBegun) return { type: 'refused', error: cutError() }
    const confirmed = stop ? await gate.ask(stop.why, resolved, stop.reason) : ({ type: 'go', resolved } as const)
    if (confirmed.type === 'error') return { type: 'refused', error: confirmed.error }
    if (confirmed.type === 'result') {
      await answered(loop.run, call, confirmed.result)
      return confirmed
    }
    const approvedFor = stop?.why === 'activity' ? stop.reason : undefined
    const performed = await performCall(loop, { ...call, gate, resolved: confirmed.resolved, approvedFor })
    return performed.type === 'error' ? await stopAtError(loop, { ...call, gate }, performed.error) : performed
  }

  async #writeResult(place: CallPlace, call: ProposedCall, target: Reference, result: Json): Promise<Settled> {
    const { run, memory } = this.#loop
    const instance = call.meta._instance
    const written = chooseWrites(target, result, memory.stateSchema(instance), run.deps.validator)
    for (const one of written) await recordWrite(run, place, one, memory.view(instance).state)
    const [first] = written
    return first
      ? { type: 'result', result, ref: first.path.text, written }
      : { type: 'result', result, written, unwritten: target.text }
  }

  async #reject(place: CallPlace, error: CallError, told?: Parameters<typeof rejected>[3]): Promise<Settled> {
    return { type: 'error', error: await rejected(this.#loop.run, place, error, told) }
  }
}

/** What a Call that was taken is to its turn. */
interface Taken {
  readonly tool: string
  readonly call: JsonObject | string
  readonly instance?: string | undefined
  readonly settled: Promise<Settled>
}

const NOTHING: readonly Written[] = []

/** Starts a Call so that others of the turn can wait for it before it has begun. */
function announce(
  raw: RawCall,
  call: ProposedCall,
  references: TurnReferences,
  execute: (writer: Writer) => Promise<Settled>,
): Promise<Settled> {
  const writer: Writer = {
    index: raw.index,
    tool: call.tool.name,
    instance: call.meta._instance,
    writes: outputReference(call)?.paths ?? [],
    settled: () =>
      settled.then(
        (end) => (end.type === 'result' ? { ok: true, written: end.written } : { ok: false, written: [] }),
        // The Run ends: whoever waits for this Call is not told that it failed.
        () => new Promise<never>(() => {}),
      ),
  }
  references.announce(writer)
  const settled = execute(writer)
  return settled
}

/** Only a complete answer starts what cannot be undone (docs/contract/protocol.md#the-loop): the model may want it no more. */
const cutError = (): CallError =>
  callError(
    'call.cancelled',
    'Your answer was cut off before it was complete, so this Call was not started. Make it again if it is still wanted.',
    { retryable: true },
  )

/** A Module whose work an Activity does is none to enter. */
const entersModule = ({ tool }: ProposedCall): boolean => tool.mode === 'module' && tool.activity === ''
