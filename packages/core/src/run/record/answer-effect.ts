import type { EventData } from '../../journal/events.ts'
import type { WireChoice } from '../../model/fallback.ts'
import type { Model } from '../../model/model.ts'
import type { EncodedRequest, RawCall } from '../../model/wire.ts'
import type { History } from './history.ts'
import type { Recording } from './recording.ts'
import type { AskedBytes } from './request-events.ts'
import type { KeptRequest } from './reuse.ts'
import type { Effect } from './step.ts'

/** The Calls of an answer that the record has no end of: the process ended while it streamed. */
interface CutAnswer {
  readonly type: 'cut'
  readonly calls: readonly RawCall[]
}
export type KnownAnswer = KeptRequest | CutAnswer

/** A Request as it is asked. */
interface Asked {
  readonly span: string
  readonly encoded: EncodedRequest
  readonly started: AskedBytes
}

/** The answer to one Request. */
export class AnswerEffect implements Effect<KnownAnswer, never> {
  readonly history: History
  readonly #asked: Asked

  constructor({ history }: Recording, asked: Asked) {
    this.history = history
    this.#asked = asked
  }

  get missing(): string {
    return `${this.#asked.span}#request.completed`
  }

  /** It was asked in a process that ended before its answer did. */
  get wasAsked(): boolean {
    return this.history.recorded('request.started', this.#asked.span) !== undefined
  }

  known(): KnownAnswer | undefined {
    const { span, started } = this.#asked
    return this.#recorded() ?? this.history.reuse.request(span, started) ?? this.#cut()
  }

  #recorded(): KeptRequest | undefined {
    const { span } = this.#asked
    const completed = this.history.recorded('request.completed', span)
    if (completed) return { type: 'completed', data: completed.data }
    const failed = this.history.recorded('request.failed', span)
    return failed && { type: 'failed', data: failed.data }
  }

  #cut(): CutAnswer | undefined {
    const { span, encoded } = this.#asked
    const calls: RawCall[] = []
    for (let index = 0; ; index++) {
      const place = `${span}/call/${index}`
      const event = this.history.recorded('call.proposed', place) ?? this.history.recorded('call.rejected', place)
      if (!event) return calls.length > 0 ? { type: 'cut', calls } : undefined
      const text = String(event.data.raw ?? '')
      // On other wires the name is in the text alone, as it was in the stream.
      calls.push(encoded.wire === 'tools' ? { index, tool: event.data.tool ?? '', text } : { index, text })
    }
  }
}

const requestAt = ({ history }: Recording, span: string): EventData['request.started'] | undefined =>
  history.recorded('request.started', span)?.data

/** The Tools of a Loop whose first Request, at `span`, is recorded: a Run in flight keeps their modes and Activities. */
export const toolsAt = (run: Recording, span: string): EventData['request.started']['tools'] | undefined =>
  requestAt(run, span)?.tools

/** The model of a Loop: in a replay a name from the record of its first Request, that can't be asked. */
export function modelAt(run: Recording, span: string, live: () => Model): Model {
  const recorded = run.history.replaying ? requestAt(run, span) : undefined
  if (!recorded) return live()
  return {
    name: recorded.model,
    simulated: false,
    endpoint: '',
    capabilities: { structured: true, strict: true, tools: true },
    ask: () => {
      throw new Error('a replay asks no model')
    },
  }
}

/** The wire of a Request: as it was asked, else as `live` says. */
export function choiceAt(run: Recording, span: string, live: () => WireChoice): WireChoice {
  const past = requestAt(run, span)
  if (past === undefined) return live()
  const { wire, strict, finalOutput, keyed, keywords, files } = past
  return { wire, strict, finalOutput, keyed, keywords, files }
}

/** Whether a Loop may choose another model: a replay reads from the record which one was asked. */
export const choosesModels = ({ history }: Recording): boolean => history.decides

/** Whether a Loop asks in another way, or another model, after a refusal or failure: as recorded, else as `live` says. */
export function asksAgain({ history }: Recording, loop: string, next: string, live: () => boolean): boolean {
  if (history.recorded('request.started', next) ?? history.recorded('limit.reached', next)) return true
  // A Module that is recorded as failed has told its caller so, whatever another wire might bring by now.
  return history.decides && history.recorded('call.failed', loop, 1) === undefined && live()
}
