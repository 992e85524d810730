import { isLarge, parseJsonInTurns } from '@ensemble/core/host'
import { rest } from '../../rest.ts'

/** One message of an MCP server may be this long, over HTTP as over stdio. */
export const LONGEST_MESSAGE = 10 * 1024 * 1024
const DEEPEST_MESSAGE = 1000

/** A message as JSON; one that is large in turns of the event loop. Throws where it is none. */
export const parseMessageInTurns = async (text: string): Promise<unknown> => {
  if (!isLarge(text.length)) return JSON.parse(text)
  const parsed = await parseJsonInTurns(text, { maxLength: LONGEST_MESSAGE, maxDepth: DEEPEST_MESSAGE }, rest)
  if (!parsed.ok) throw new Error(`A message could not be read: ${parsed.message}`)
  return parsed.value
}

/** Lets a body pass until one message in it grows too long: of a stream of events each event counts alone. */
const limited = (body: ReadableStream<Uint8Array>, isStream: boolean): ReadableStream<Uint8Array> => {
  let length = 0
  /** The end of what came before: the line breaks that end an event may come in two pieces. */
  let before: readonly number[] = []
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        const ended = isStream ? endOfEvent(chunk, before) : -1
        before = [...before, ...chunk.subarray(-2)].slice(-2)
        length = ended < 0 ? length + chunk.byteLength : chunk.byteLength - ended
        if (length > LONGEST_MESSAGE) controller.error(new Error('The answer is too long: over 10 MB in one message.'))
        else controller.enqueue(chunk)
      },
    }),
  )
}

/** Where the last event that ends in this chunk ends; -1 where none does. `before` are the bytes in front of it. */
const endOfEvent = (chunk: Uint8Array, before: readonly number[]): number => {
  const byteAt = (at: number): number | undefined => (at < 0 ? before.at(at) : chunk[at])
  for (let at = chunk.length - 1; at >= 0; at--)
    if (chunk[at] === LF && (byteAt(at - 1) === LF || (byteAt(at - 1) === CR && byteAt(at - 2) === LF))) return at + 1
  return -1
}
const LF = 10
const CR = 13

/** The same way out, whose answers cannot fill the memory. */
export const createLimitedFetch =
  (send: typeof globalThis.fetch): typeof globalThis.fetch =>
  async (input, init) => {
    const response = await send(input, init)
    if (response.body === null) return response
    const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true
    const { status, statusText, headers } = response
    const passed = new Response(limited(response.body, isStream), { status, statusText, headers })
    return Object.defineProperty(passed, 'json', { value: async () => parseMessageInTurns(await passed.text()) })
  }
