import type { StreamEvent } from '@ensemble/core'

/** One message of a `text/event-stream`. */
interface StreamMessage {
  readonly event: string | undefined
  readonly data: string | undefined
}

const toMessage = (text: string): StreamMessage => {
  const lines = text.split('\n')
  const fieldOf = (name: string): string | undefined =>
    lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2)
  return { event: fieldOf('event'), data: fieldOf('data') }
}

/** The messages of a `text/event-stream` that this very program's server wrote, until it closes. */
export async function* readMessages(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamMessage> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of body) {
    const messages = (rest + decoder.decode(piece, { stream: true })).split('\n\n')
    rest = messages.pop() ?? ''
    for (const message of messages) yield toMessage(message)
  }
}

/** The events of a Run's stream, until its `event: end` or its close. */
export async function* readEvents({ body }: Response): AsyncGenerator<StreamEvent> {
  if (body === null) return
  for await (const { event, data } of readMessages(body)) {
    if (event === 'end') return
    if (event === undefined && data !== undefined) yield JSON.parse(data) as StreamEvent // what the server wrote
  }
}
