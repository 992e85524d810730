import type { StreamEvent } from '@ensemble/core'

/** The events of a `text/event-stream` answer, until its `event: end` or its close. */
export async function* readEvents(response: Response): AsyncGenerator<StreamEvent> {
  if (response.body === null) return
  const decoder = new TextDecoder()
  let rest = ''
  for await (const piece of response.body) {
    const messages = (rest + decoder.decode(piece, { stream: true })).split('\n\n')
    rest = messages.pop() ?? ''
    for (const message of messages) {
      const lines = message.split('\n')
      if (lines.includes('event: end')) return
      const data = lines.find((line) => line.startsWith('data: '))
      // What this very program's server wrote.
      if (data !== undefined && !lines.some((line) => line.startsWith('event: ')))
        yield JSON.parse(data.slice('data: '.length)) as StreamEvent
    }
  }
}
