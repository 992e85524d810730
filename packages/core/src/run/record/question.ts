import type { EventData } from '../../journal/events.ts'
import type { Model } from '../../model/model.ts'
import type { EncodedRequest, RawCall } from '../../model/wire.ts'
import type { Composition } from '../../request/composition.ts'
import type { Sha256 } from '../../schema/json.ts'
import type { Budget } from '../limits/budget.ts'

/** What `request.started` records; most of it is made only where somebody looks. */
export interface Asked {
  /** Hash of the body. */
  readonly inputs: Sha256
  make(): EventData['request.started']
}

/** One Request as it is asked. */
export interface Question {
  readonly span: string
  readonly model: Model
  /** What the answer is charged to. */
  readonly budget: Budget
  readonly composition: Composition
  readonly encoded: EncodedRequest
  readonly started: Asked
  readonly calls: {
    /** Takes a Call as soon as it is complete in the stream; resolves once it is durable. */
    take(call: RawCall): Promise<void>
  }
}
