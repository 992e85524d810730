import { type LargeValues, reduceEvents } from './large-events.ts'
import { LONGEST_MESSAGE, TOO_LONG, parseMessageInTurns } from './message-limits.ts'

/** Lets a body pass until it grows too long. */
const limited = (body: ReadableStream<Uint8Array>): ReadableStream<Uint8Array> => {
  let length = 0
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        length += chunk.byteLength
        if (length > LONGEST_MESSAGE) controller.error(new Error(TOO_LONG))
        else controller.enqueue(chunk)
      },
    }),
  )
}

export interface LimitedOptions {
  /** Keeps what is large in events, which reach the SDK without it. */
  readonly values: LargeValues
  /** Called for an unreadable large event. */
  readonly onError: (error: Error) => void
}

/** The same way out, whose answers can neither fill the memory nor hold up the server: of a stream of events each event counts alone. */
export const createLimitedFetch =
  (send: typeof globalThis.fetch, { values, onError }: LimitedOptions): typeof globalThis.fetch =>
  async (input, init) => {
    const response = await send(input, init)
    if (response.body === null) return response
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
    const { status, statusText, headers } = response
    const body = isStream ? reduceEvents(response.body, values, onError) : limited(response.body)
    const passed = new Response(body, { status, statusText, headers })
    return Object.defineProperty(passed, 'json', { value: async () => parseMessageInTurns(await passed.text()) })
  }
