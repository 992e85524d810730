import type { CallError } from '../../call/call-error.ts'
import { judgeCall, judgeCallInSteps } from '../../call/judge-call.ts'
import type { ProposedCall } from '../../call/judged-call.ts'
import type { CallRecord, Reasoned } from '../../idea/message.ts'
import type { EncodedRequest, RawCall } from '../../model/wire.ts'
import type { Composition } from '../../request/composition.ts'
import type { JsonObject } from '../../schema/json.ts'
import { isLarge, type Rest } from '../../schema/rest.ts'
import { inTurns } from '../../schema/turns.ts'
import { refuseByCount, refuseRepeated } from '../limits/refuse-by-limit.ts'
import { hosted, type Hosted } from '../perform/host-meta.ts'
import type { LoopScope } from '../perform/loop-scope.ts'
import { outputReference } from '../perform/output-target.ts'
import { proposed, rejected } from '../record/call-events.ts'
import { CallPlace, messageIdOf } from '../record/call-place.ts'
import { heardLater } from '../record/heard-later.ts'
import { executeCall, type InTurn } from './execute-call.ts'
import { TurnReferences, type Writer } from './references-in-turn.ts'
import { settleTurn, type Settled, type TurnCall, type TurnResult } from './settle-turn.ts'
import { shownCall, shownRefused } from './shown-call.ts'

/** The question whose answer makes the Calls. */
export interface AskedIn {
  readonly span: string
  readonly turn: number
  readonly composition: Composition
  readonly encoded: EncodedRequest
}

/** The Calls of one Request: checked, confirmed, executed in parallel, their results in the order of the Calls (docs/contract/protocol.md#the-loop). */
export class Turn implements InTurn {
  readonly loop: LoopScope
  readonly references = new TurnReferences()
  readonly #asked: AskedIn
  /** In the order in which they came, each from when it is durable. */
  readonly #calls: TurnCall[] = []
  #taken = 0
  #isCut = false

  constructor(loop: LoopScope, asked: AskedIn) {
    this.loop = loop
    this.#asked = asked
  }

  get isCut(): boolean {
    return this.#isCut
  }

  /** Takes a Call as soon as it is complete in the stream; resolves once it is durable. */
  async take(raw: RawCall): Promise<void> {
    const position = this.#taken++
    const place = new CallPlace(this.loop.run, `${this.#asked.span}/call/${raw.index}`)
    const rest = isLarge(raw.text.length) ? this.loop.run.deps.rest : undefined
    const judging = this.#judge(raw, place, position, rest)
    const judged = judging instanceof Promise ? await judging : judging
    if (rest) await rest()
    if (!judged.ok) return await this.#refuse(position, place, raw, judged, rest)
    const asked = hosted(this.loop, place, judged.call, raw.text)
    const known = asked instanceof Promise ? await asked : asked
    if (!known.ok) return await this.#refuseByHost(position, place, raw, judged.call, known)
    const call = place.edit(known.call, raw.text)
    await proposed(this.loop.run, place, call, raw.text, call !== known.call, known.host)
    const settled = this.#execute(place, raw, call, rest !== undefined)
    if (rest) {
      heardLater(settled)
      await rest()
    }
    // The model sees its own Call: the host's additions aren't in its answers.
    const shown = known.host === undefined ? call : { ...call, meta: judged.call.meta, tool: judged.call.tool }
    const record = this.#recordOf(place, call.tool.name, shownCall(shown))
    const { _instance: instance } = call.meta
    this.#add(position, { index: raw.index, place, record, accepted: judged.call, instance, settled })
  }

  async #refuse(
    position: number,
    place: CallPlace,
    raw: RawCall,
    { error, tool = '', recorded }: Judged & { readonly ok: false },
    rest: Rest | undefined,
  ): Promise<void> {
    // The limit and what it refuses become durable together: a crash leaves both or neither.
    const [settled] = await Promise.all([this.#reject(place, error, { tool, raw: raw.text }), recorded])
    if (rest) await rest()
    const record = this.#recordOf(place, tool, shownRefused(this.#asked.encoded, raw.text))
    this.#add(position, { index: raw.index, place, record, settled: Promise.resolve(settled) })
  }

  async #refuseByHost(
    position: number,
    place: CallPlace,
    raw: RawCall,
    call: ProposedCall,
    refused: Hosted & { readonly ok: false },
  ): Promise<void> {
    const tool = call.tool.name
    const settled =
      'end' in refused
        ? Promise.reject(refused.end)
        : Promise.resolve(await this.#reject(place, refused.error, { tool, raw: raw.text }))
    const record = this.#recordOf(place, tool, shownCall(call))
    this.#add(position, { index: raw.index, place, record, settled })
  }

  #execute(place: CallPlace, raw: RawCall, call: ProposedCall, isLargeCall: boolean): Promise<Settled> {
    return this.#asked.composition.references
      ? announce(raw, call, this.references, (writer) => executeCall(this, place, call, isLargeCall, writer))
      : executeCall(this, place, call, isLargeCall)
  }

  /** Refuses wrong, excess or repeated Calls; small ones immediately, so that limits are recorded in order. */
  #judge(raw: RawCall, { span }: CallPlace, position: number, rest: Rest | undefined): Judged | Promise<Judged> {
    const { composition, encoded } = this.#asked
    const over = refuseByCount(this.loop, span, raw, position)
    if (over) return { ok: false, tool: raw.tool, ...over }
    const { liftCall, openCall } = encoded
    const { validator } = this.loop.run.deps
    const input = { raw: raw.text, tool: raw.tool, composition, liftCall, openCall, validator }
    if (rest === undefined) return this.#judgeFurther(raw, span, judgeCall(input))
    return inTurns(judgeCallInSteps(input), rest).then(async (judged) => {
      await rest()
      return this.#judgeFurther(raw, span, judged)
    })
  }

  #judgeFurther({ tool }: RawCall, span: string, judged: ReturnType<typeof judgeCall>): Judged {
    if (!judged.ok) return { ok: false, error: judged.error, tool: tool ?? judged.tool }
    const repeated = refuseRepeated(this.loop, span, this.#asked.turn, judged.call)
    return repeated ? { ok: false, tool: tool ?? judged.call.tool.name, ...repeated } : judged
  }

  #recordOf({ span }: CallPlace, tool: string, call: JsonObject | string): CallRecord {
    return { id: messageIdOf(span, this.loop.run.created.continues), tool, call }
  }

  #add(position: number, call: TurnCall): void {
    heardLater(call.settled)
    this.#calls[position] = call
  }

  /** The Calls are complete. Waiting Calls continue, or are refused after a cut answer. */
  close(isComplete: boolean): void {
    this.#isCut = !isComplete
    this.references.complete()
  }

  /** Resolves when all Calls have settled: the Messages for the next turn, writes applied. `reasoned`: the reasoning that led to the Calls. */
  settle(reasoned?: Reasoned): Promise<TurnResult> {
    return settleTurn(this.loop, this.#calls, reasoned)
  }

  async #reject(place: CallPlace, error: CallError, told?: Parameters<typeof rejected>[3]): Promise<Settled> {
    return { type: 'error', error: await rejected(this.loop.run, place, error, told) }
  }
}

type Judged =
  | { readonly ok: true; readonly call: ProposedCall }
  | {
      readonly ok: false
      readonly error: CallError
      readonly tool: string | undefined
      /** The limit that refused it is durable. */
      readonly recorded?: Promise<void>
    }

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
        // The Run ends: waiters for this Call don't see it as failed.
        () => new Promise<never>(() => {}),
      ),
  }
  references.announce(writer)
  const settled = execute(writer)
  return settled
}
