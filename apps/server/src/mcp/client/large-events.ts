import { randomUUID } from 'node:crypto'
import type { JSONRPCMessage } from '@modelcontextprotocol/client'
import { isObject } from '@ensemble/core'
import { isLarge } from '@ensemble/core/host'
import { createPace } from '../../rest.ts'
import { LONGEST_MESSAGE, TOO_LONG, parseMessageInTurns } from './message-limits.ts'

const LF = 10
const CR = 13

/** Where large values of a message can be. */
const PARTS = ['result', 'params'] as const

/**
 * Large values of event messages, read in turns of the event loop. A mark that no server can guess replaces each on its
 * way through the SDK, which reads an event at once.
 */
export class LargeValues {
  readonly #mark = randomUUID()
  readonly #values = new Map<string, unknown>()
  #count = 0

  /** The same message with marks in place of what is large in it. */
  reduce(message: unknown): unknown {
    if (!isObject(message)) return message
    const { error } = message
    const reduced: Record<string, unknown> = { ...message }
    for (const part of PARTS) if (message[part] !== undefined) reduced[part] = this.#keep(message[part])
    if (isObject(error) && error['data'] !== undefined) reduced['error'] = { ...error, data: this.#keep(error['data']) }
    return reduced
  }

  /** The message as the server sent it. */
  restore(message: JSONRPCMessage): JSONRPCMessage {
    if (this.#values.size === 0) return message
    const found: Record<string, unknown> = { ...message }
    for (const part of PARTS) found[part] = this.#take(found[part])
    const { error } = found
    if (isObject(error) && error['data'] !== undefined) found['error'] = { ...error, data: this.#take(error['data']) }
    for (const [name, value] of Object.entries(found)) if (value === undefined) delete found[name]
    return found as JSONRPCMessage // the SDK's output, with the marked values
  }

  #keep(value: unknown): unknown {
    const name = String(this.#count++)
    this.#values.set(name, value)
    return { [this.#mark]: name }
  }

  #take(value: unknown): unknown {
    const name = isObject(value) ? value[this.#mark] : undefined
    if (typeof name !== 'string' || !this.#values.has(name)) return value
    const kept = this.#values.get(name)
    this.#values.delete(name)
    return kept
  }
}

/** Passes a stream of events, each as soon as it is whole: large ones reduced. Ends in an error at an event that is too long. */
export const reduceEvents = (
  body: ReadableStream<Uint8Array>,
  values: LargeValues,
  onError: (error: Error) => void,
): ReadableStream<Uint8Array> => {
  let pieces: Uint8Array[] = []
  let length = 0
  /** The end of what came before: the line breaks that end an event may come in two pieces. */
  let before: readonly number[] = []
  return body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      async transform(chunk, controller) {
        let from = 0
        for (let end = endOfEvent(chunk, 0, before); end > 0; end = endOfEvent(chunk, from, before)) {
          pieces.push(chunk.subarray(from, end))
          length += end - from
          if (length > LONGEST_MESSAGE) throw new Error(TOO_LONG)
          await pass(pieces, length, values, onError, controller)
          pieces = []
          length = 0
          from = end
        }
        before = [...before, ...chunk.subarray(-3)].slice(-3)
        pieces.push(chunk.subarray(from))
        length += chunk.byteLength - from
        if (length > LONGEST_MESSAGE) throw new Error(TOO_LONG)
      },
      flush: (controller) => {
        for (const piece of pieces) controller.enqueue(piece)
      },
    }),
  )
}

const pass = async (
  pieces: readonly Uint8Array[],
  length: number,
  values: LargeValues,
  onError: (error: Error) => void,
  controller: TransformStreamDefaultController<Uint8Array>,
): Promise<void> => {
  if (!isLarge(length)) {
    for (const piece of pieces) controller.enqueue(piece)
    return
  }
  try {
    controller.enqueue(new TextEncoder().encode(await reduceEvent(pieces, values)))
  } catch (error) {
    onError(error instanceof Error ? error : new Error(String(error)))
  }
}

/** One event of so many pieces that its lines are read in turns, too. */
const reduceEvent = async (pieces: readonly Uint8Array[], values: LargeValues): Promise<string> => {
  const pace = createPace()
  const decoder = new TextDecoder()
  const data: string[] = []
  const others: string[] = []
  let open = ''
  const take = (line: string): void => {
    const text = line.endsWith('\r') ? line.slice(0, -1) : line
    if (text.startsWith('data:')) data.push(text.slice(text.startsWith('data: ') ? 6 : 5))
    else if (!isLarge(text.length)) others.push(text)
  }
  for (const piece of pieces) {
    for (let at = 0; at < piece.length; at += AT_ONCE) {
      const lines = decoder.decode(piece.subarray(at, at + AT_ONCE), { stream: true }).split('\n')
      open += lines[0] ?? ''
      for (const line of lines.slice(1)) {
        take(open)
        open = line
      }
      await pace(AT_ONCE)
    }
  }
  const message = values.reduce(await parseMessageInTurns(data.join('\n')))
  return [...others.filter((line) => line !== ''), `data: ${JSON.stringify(message)}`, '', ''].join('\n')
}
const AT_ONCE = 64 * 1024

/** Where the first event that ends in this chunk after `from` ends; -1 where none does. `before` are the bytes in front of it. */
const endOfEvent = (chunk: Uint8Array, from: number, before: readonly number[]): number => {
  const byteAt = (at: number): number | undefined => (at < 0 ? before.at(at) : chunk[at])
  for (let at = chunk.indexOf(LF, from); at >= 0; at = chunk.indexOf(LF, at + 1))
    if (byteAt(at - 1) === LF || (byteAt(at - 1) === CR && byteAt(at - 2) === LF)) return at + 1
  return -1
}
