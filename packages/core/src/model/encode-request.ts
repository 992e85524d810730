import { keepText } from '../schema/kept-text.ts'
import type { EncodedRequest, EncodeRequest } from './wire.ts'
import { encodeJson } from './wire-json.ts'
import { encodeStructured } from './wire-structured.ts'
import { encodeTools } from './wire-tools.ts'

/** A composition and its context as the bytes of one question (docs/contract/protocol.md#composition, wires). Pure: same input, same bytes. */
export const encodeRequest: EncodeRequest = (input): EncodedRequest => {
  const encoded = encode(input)
  // They are sent, hashed and journaled: written once.
  keepText(encoded.body.messages)
  return encoded
}

const encode: EncodeRequest = (input) => {
  switch (input.wire) {
    case 'structured':
      return encodeStructured(input)
    case 'tools':
      return encodeTools(input)
    case 'json':
      return encodeJson(input)
  }
}
