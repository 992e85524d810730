import type { CallError } from '../../call/call-error.ts'
import type { ProposedCall } from '../../call/judged-call.ts'
import type { EventData, EventType, JournalEvent } from '../../journal/events.ts'
import { sha256Text } from '../../schema/hash.ts'
import type { JsonObject } from '../../schema/json.ts'
import type { Recording } from './recording.ts'

/** Where a Call is in its Run, and what was decided about it there: none of that is decided again. */
export class CallPlace {
  readonly #run: Recording
  #id: string | undefined

  constructor(
    run: Recording,
    readonly span: string,
  ) {
    this.#run = run
  }

  /**
   * A Call's id for outside programs: derived from run and span, never random (docs/contract/protocol.md#the-journal).
   * Hashed on demand.
   */
  get id(): string {
    return (this.#id ??= `call_${sha256Text(`${this.#run.id}\n${this.span}`).slice(0, 20)}`)
  }

  /** The host's result or error, if it was asked; a replay never asks it. */
  hosted(raw: string): PastHost | undefined {
    const proposed = this.#event('call.proposed')
    if (proposed) return { type: 'said', host: proposed.data.host }
    const refused = this.#event('call.rejected')?.data.error
    if (refused?.code === 'call.refused') return { type: 'refused', error: refused }
    const { history } = this.#run
    const ended = history.recorded('run.failed', '')?.data.error
    if (ended?.code === 'host.invalid' && ended.key === this.span) return { type: 'ended', error: ended }
    const kept = history.reuse.host(this.span, raw)
    return kept || history.replaying ? { type: 'said', host: kept?.host } : undefined
  }

  /** The Call with the parameters that a fork, or one that it comes from, put in the place of those of the model's text `raw`. */
  edit(call: ProposedCall, raw: string): ProposedCall {
    const proposed = this.#event('call.proposed')
    const edited = proposed?.data.edited ? proposed.data.parameters : this.#run.history.reuse.parameters(this.span, raw)
    return edited === undefined ? call : { ...call, parameters: edited as JsonObject } // hydrated
  }

  /** The imports that it waits for: a recorded Module is entered as it was, whatever an older version waited for. */
  awaits(imports: readonly string[] | undefined): readonly string[] | undefined {
    const entered = this.#event('module.entered')
    return entered ? entered.data.awaited : imports
  }

  /** Whether an Activity does its work, as it was where it was started. */
  runsActivity({ tool }: ProposedCall): boolean {
    const started = this.#event('call.started', 1)
    return started ? started.data.activity !== undefined : tool.activity !== ''
  }

  /** How it may begin. */
  get beginning(): Beginning {
    const { history } = this.#run
    if (history.isNew) return NEW
    const asked = this.#event('approval.requested', 1)
    const started = this.#event('call.started', 1)
    const wasRefused = this.#event('call.rejected') !== undefined
    const hasBegun = started !== undefined || asked !== undefined
    return {
      // Later questions are about its Activity or its error.
      asked: asked && (!started || asked.seq < started.seq) ? asked.data : undefined,
      mayAsk: history.decides && !hasBegun && !wasRefused,
      mayStop: history.decides && started === undefined,
      hasBegun,
      wasRefused,
    }
  }

  /** Whether question `n` to a person was asked for this reason. */
  wasAsked(n: number, why: EventData['approval.requested']['why']): boolean {
    return this.#event('approval.requested', n)?.data.why === why
  }

  #event<T extends EventType>(type: T, n?: number): (JournalEvent & { readonly type: T }) | undefined {
    return this.#run.history.recorded(type, this.span, n)
  }
}

export interface Beginning {
  /** The question to a person that came before it was started. */
  readonly asked: EventData['approval.requested'] | undefined
  /** Its Activity may ask for a person: nothing of the Call happened yet. */
  readonly mayAsk: boolean
  /** A breakpoint may hold it: it was not started yet. */
  readonly mayStop: boolean
  /** Started, or a person was asked about it. */
  readonly hasBegun: boolean
  readonly wasRefused: boolean
}
const NEW: Beginning = { asked: undefined, mayAsk: true, mayStop: true, hasBegun: false, wasRefused: false }

type PastHost =
  | { readonly type: 'said'; readonly host: JsonObject | undefined }
  | { readonly type: 'refused'; readonly error: CallError }
  | { readonly type: 'ended'; readonly error: EventData['run.failed']['error'] }

const NINE = 9

/**
 * A Call's id in messages: nine alphanumerics of its span's hash, as some providers demand; unique across `continues`.
 */
export const messageIdOf = (span: string, continues = ''): string =>
  BigInt(`0x${sha256Text(continues + span).slice(0, 12)}`)
    .toString(36)
    .padStart(NINE, '0')
    .slice(-NINE)
