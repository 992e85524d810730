import type { EventData } from '../../journal/events.ts'
import type { Sha256 } from '../../schema/json.ts'
import { inputsOf, type CallInputs } from './call-inputs.ts'
import type { CallPlace } from './call-place.ts'
import type { History } from './history.ts'
import type { Recording } from './recording.ts'
import type { Effect } from './step.ts'

type Decided = EventData['approval.decided']

/** The Call that is asked about, with the parameters that the person is shown. */
interface AskedCall extends CallInputs {
  readonly place: CallPlace
}

/** Question `n` to a person about a Call, and what they decide. */
export class QuestionEffect implements Effect<Decided, never> {
  readonly history: History
  readonly #call: AskedCall
  readonly #n: number
  readonly #hash: Sha256

  /** `hash`: of the parameters that they are shown. */
  constructor({ history }: Recording, call: AskedCall, n: number, hash: Sha256) {
    this.history = history
    this.#call = call
    this.#n = n
    this.#hash = hash
  }

  get missing(): string {
    return `${this.#span}#approval.decided:${this.#n}`
  }

  /** Since when they are asked, and until when, where they are asked already. */
  get asked(): { readonly since: string; readonly expiresAt: string | undefined } | undefined {
    const asking = this.history.recorded('approval.requested', this.#span, this.#n)
    return asking && { since: asking.at, expiresAt: asking.data.expiresAt }
  }

  known(): Decided | undefined {
    const recorded = this.history.recorded('approval.decided', this.#span, this.#n)?.data
    const inputs = (edited = this.#call.resolved): Sha256 => inputsOf({ ...this.#call, resolved: edited })
    return recorded ?? this.history.reuse.decision(this.#span, this.#n, this.#hash, inputs)
  }

  get #span(): string {
    return this.#call.place.span
  }
}
