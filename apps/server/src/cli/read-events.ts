import type { StreamEvent } from '@ensemble/core/journal'
import { type EventSourceMessage, EventSourceParserStream } from 'eventsource-parser/stream'

/** The messages of a `text/event-stream`, until it closes. */
export const readMessages = (body: ReadableStream<Uint8Array<ArrayBuffer>>): ReadableStream<EventSourceMessage> =>
  body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream())

/** The events of a Run's stream, until its `event: end` or its close. */
export async function* readEvents({ body }: Response): AsyncGenerator<StreamEvent> {
  if (body === null) return
  for await (const { event, data } of readMessages(body)) {
    if (event === 'end') return
    if (event === undefined) yield JSON.parse(data) as StreamEvent // what the server wrote
  }
}
