import type { Model } from '../../model/model.ts'
import type { EncodedRequest, RawCall } from '../../model/wire.ts'
import type { Composition } from '../../request/composition.ts'
import type { AskedBytes } from '../record/request-events.ts'
import type { Budget } from '../limits/budget.ts'

/** One Request as it is asked. */
export interface Question {
  readonly span: string
  readonly model: Model
  /** The budget that pays for the answer. */
  readonly budget: Budget
  readonly composition: Composition
  readonly encoded: EncodedRequest
  readonly started: AskedBytes
  /** Tokens that are reserved for question and answer. */
  readonly tokens: number
  /** Another model is asked if this one can't answer: it is not asked again and again before. */
  readonly hasFallback: boolean
  /** How it is asked otherwise than the Config says, a sentence each. */
  readonly notes: readonly string[]
  readonly calls: {
    /** Takes a Call as soon as it is complete in the stream; resolves once it is durable. */
    take(call: RawCall): Promise<void>
  }
}
