import type { CallError } from '../../call/call-error.ts'
import { judgeCall, judgeCallInSteps } from '../../call/judge-call.ts'
import type { ProposedCall } from '../../call/judged-call.ts'
import type { EncodedRequest, RawCall } from '../../model/wire.ts'
import type { Composition } from '../../request/composition.ts'
import type { JsonObject } from '../../schema/json.ts'
import { isLarge, type Rest } from '../../schema/rest.ts'
import { inTurns } from '../../schema/turns.ts'
import { refuseByCount, refuseRepeated } from '../limits/refuse-by-limit.ts'
import { hosted } from '../perform/host-meta.ts'
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
    const { loop } = this
    const { run } = loop
    const { span, composition, encoded } = this.#asked
    const position = this.#taken++
    const place = new CallPlace(run, `${span}/call/${raw.index}`)
    const rest = isLarge(raw.text.length) ? run.deps.rest : undefined
    const judging = this.#judge(raw, place, position, rest)
    const judged = judging instanceof Promise ? await judging : judging
    if (rest) await rest()
    if (!judged.ok) {
      const { error, tool = '' } = judged
      // The limit and what it refuses become durable together: a crash leaves both or neither.
      const [settled] = await Promise.all([this.#reject(place, error, { tool, raw: raw.text }), judged.recorded])
      if (rest) await rest()
      const call = shownRefused(encoded, raw.text)
      return this.#add(position, place, raw, { tool, call, settled: Promise.resolve(settled) })
    }
    const asked = hosted(loop, place, judged.call, raw.text)
    const known = asked instanceof Promise ? await asked : asked
    if (!known.ok) {
      const { name } = judged.call.tool
      const settled =
        'end' in known
          ? Promise.reject(known.end)
          : Promise.resolve(await this.#reject(place, known.error, { tool: name, raw: raw.text }))
      return this.#add(position, place, raw, { tool: name, call: shownCall(judged.call), settled })
    }
    const call = place.edit(known.call, raw.text)
    await proposed(run, place, call, raw.text, { isEdited: call !== known.call, host: known.host })
    const settled = composition.references
      ? announce(raw, call, this.references, (writer) => executeCall(this, place, call, rest !== undefined, writer))
      : executeCall(this, place, call, rest !== undefined)
    const { tool, meta } = call
    settled.then(
      (end) => loop.repeats.ended(judged.call, end.type === 'result' ? end.result : { error: end.error.message }),
      () => {},
    )
    if (rest) {
      heardLater(settled)
      await rest()
    }
    // The model sees its own Call: the host's additions aren't in its answers.
    const shown = shownCall(
      known.host === undefined ? call : { ...call, meta: judged.call.meta, tool: judged.call.tool },
    )
    this.#add(position, place, raw, { tool: tool.name, call: shown, instance: meta._instance, settled })
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

  #add(position: number, place: CallPlace, { index }: RawCall, { tool, call, instance, settled }: Taken): void {
    heardLater(settled)
    const id = messageIdOf(place.span, this.loop.run.created.continues)
    this.#calls[position] = { index, place, messageId: id, tool, record: { id, tool, call }, instance, settled }
  }

  /** The Calls are complete. Waiting Calls continue, or are refused after a cut answer. */
  close(isComplete: boolean): void {
    this.#isCut = !isComplete
    this.references.complete()
  }

  /** Resolves when all Calls have settled: the Messages for the next turn, writes applied. */
  settle(): Promise<TurnResult> {
    return settleTurn(this.loop, this.#calls)
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

/** An accepted Call, as its turn sees it. */
interface Taken {
  readonly tool: string
  readonly call: JsonObject | string
  readonly instance?: string | undefined
  readonly settled: Promise<Settled>
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
