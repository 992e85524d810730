import { ModelError } from './model.ts'
import type { Deadlines } from './deadlines.ts'
import { createUtf8Decoder } from './utf8-decoder.ts'

/** A part of a body, as it came. */
export type Piece = IteratorResult<Uint8Array, unknown>

export const OVER = { done: true, value: undefined } as const

/** The pieces of a body. A response that can be iterated by itself is: a stream of them costs as much as the sending. */
export function piecesOf(response: Response & Partial<AsyncIterable<Uint8Array>>): AsyncIterator<Uint8Array> {
  const own = response[Symbol.asyncIterator]?.()
  if (own) return own
  const reader = response.body?.getReader()
  return {
    next: async () => {
      const piece = await reader?.read()
      return piece?.done === false ? { done: false, value: piece.value } : OVER
    },
    return: async () => {
      await reader?.cancel()
      return OVER
    },
  }
}

/** Milliseconds that a connection has to end an answer that is complete. */
const DRAIN_MS = 1000

/** Reads what is left: a connection is used again only where its answer was read to the end, which comes after `[DONE]`. */
export async function drain(body: AsyncIterator<Uint8Array>): Promise<void> {
  const timer = setTimeout(() => void body.return?.().catch(() => undefined), DRAIN_MS)
  try {
    while (!(await body.next()).done);
  } finally {
    clearTimeout(timer)
  }
}

/** A whole body: each piece restarts the idle time, as in a stream. */
export async function wholeText(body: AsyncIterator<Uint8Array>, first: Piece, deadlines: Deadlines): Promise<string> {
  const decode = createUtf8Decoder()
  let text = ''
  for (let piece = first; !piece.done; piece = await deadlines.race(body.next())) {
    text += decode(piece.value)
    if (text.length <= LONGEST_TEXT) continue
    void body.return?.().catch(() => undefined)
    throw tooLong(text.length)
  }
  return text
}

/** Characters of one JSON text of an endpoint: an answer of as many as are read, each of them escaped. */
export const LONGEST_TEXT = 24 * 1024 * 1024
export const tooLong = (characters: number): ModelError =>
  new ModelError('model.envelope', `The answer has ${characters} characters in one piece, more than are read.`)

const BRACE = 0x7b
/** No event begins like this: some servers call a whole answer, or an error, a stream. */
export const beginsObject = ({ done, value }: Piece): boolean => done !== true && (value as Uint8Array)[0] === BRACE

/** Some servers stream with a wrong content type. */
export const isEventStream = (text: string): boolean => /^\s*(?:data|event|:)/.test(text)
