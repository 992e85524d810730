import { rest } from '../rest.ts'

/** Characters that are sent in one turn of the event loop. */
const AT_ONCE = 65_536

/**
 * `JSON.stringify` of a document or a list, one member of its lists and objects at a time: none of them is as large as the whole. The texts
 * put together are the same.
 */
export function* jsonInPieces(document: object): Generator<string> {
  if (Array.isArray(document)) return yield* listInPieces(document)
  let before = '{'
  for (const [name, value] of Object.entries(document) as [string, unknown][]) {
    if (value === undefined) continue
    yield `${before}${JSON.stringify(name)}:`
    before = ','
    if (Array.isArray(value)) yield* listInPieces(value)
    else if (typeof value === 'object' && value !== null) yield* membersInPieces(value)
    else yield JSON.stringify(value)
  }
  yield before === '{' ? '{}' : '}'
}

function* listInPieces(items: readonly unknown[]): Generator<string> {
  yield '['
  for (const [index, item] of items.entries()) yield `${index === 0 ? '' : ','}${JSON.stringify(item) ?? 'null'}`
  yield ']'
}

function* membersInPieces(object: object): Generator<string> {
  let before = '{'
  for (const [name, value] of Object.entries(object) as [string, unknown][]) {
    if (value === undefined) continue
    yield `${before}${JSON.stringify(name)}:${JSON.stringify(value)}`
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
