import { keepText } from '../schema/kept-text.ts'
import { atOnce, type Steps } from '../schema/turns.ts'
import { lowerInSteps } from './lower-composition.ts'
import type { EncodedRequest, EncodeInput, EncodeRequest } from './wire.ts'
import { encodeJson } from './wire-json.ts'
import { encodeStructured, isTextOnly } from './wire-structured.ts'
import { encodeTools } from './wire-tools.ts'

/** A composition and its context as the bytes of one question (docs/contract/protocol.md#composition, wires). Pure: same input, same bytes. */
export const encodeRequest: EncodeRequest = (input): EncodedRequest => atOnce(encodeInSteps(input))

/** The same in steps. What lowering the Tools gives is remembered, so encoding finds it done. */
export function* encodeInSteps(input: EncodeInput): Steps<EncodedRequest> {
  const { composition, strict } = input
  if (input.wire === 'structured' && strict && !isTextOnly(composition)) yield* lowerInSteps(composition, strict, input)
  const encoded = yield* encode(input)
  // They are sent, hashed and journaled: written once.
  keepText(encoded.body.messages)
  return encoded
}

const encode = (input: EncodeInput): Steps<EncodedRequest> => {
  switch (input.wire) {
    case 'structured':
      return encodeStructured(input)
    case 'tools':
      return encodeTools(input)
    case 'json':
      return encodeJson(input)
  }
}
