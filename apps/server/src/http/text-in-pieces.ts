import type { Json } from '@ensemble/core'
import { isHeavy } from '@ensemble/core/host'
import { rest } from '../rest.ts'

/** Characters that are sent in one turn of the event loop. */
const AT_ONCE = 65_536

/** `JSON.stringify` of a document or a list in small pieces: writes a heavy list or object one member at a time. */
export const jsonInPieces = (document: object): Generator<string> =>
  Array.isArray(document) ? listInPieces(document) : membersInPieces(document)

function* valueInPieces(value: unknown): Generator<string> {
  // The answer is JSON, except for undefined members.
  if (typeof value === 'object' && value !== null && isHeavy(value as Json)) yield* jsonInPieces(value)
  else yield JSON.stringify(value) ?? 'null'
}

function* listInPieces(items: readonly unknown[]): Generator<string> {
  yield '['
  for (const [index, item] of items.entries()) {
    if (index > 0) yield ','
    yield* valueInPieces(item)
  }
  yield ']'
}

function* membersInPieces(object: object): Generator<string> {
  let before = '{'
  for (const [name, value] of Object.entries(object) as [string, unknown][]) {
    if (value === undefined) continue
    yield `${before}${JSON.stringify(name)}:`
    yield* valueInPieces(value)
    before = ','
  }
  yield before === '{' ? '{}' : '}'
}

/** A body of any length as UTF-8; others are served while it is made and sent. */
export const textInPieces = (pieces: Iterator<string>): ReadableStream<Uint8Array> => {
  const encoder = new TextEncoder()
  return new ReadableStream({
    async pull(controller) {
      let text = ''
      let next = pieces.next()
      for (; !next.done; next = pieces.next()) {
        text += next.value
        if (text.length > AT_ONCE) break
      }
      if (text !== '') controller.enqueue(encoder.encode(text))
      if (next.done) controller.close()
      else await rest()
    },
    cancel: () => void pieces.return?.(),
  })
}
