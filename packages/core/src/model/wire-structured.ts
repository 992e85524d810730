import type { Composition } from '../request/composition.ts'
import type { JsonObject } from '../schema/json.ts'
import { keepText } from '../schema/kept-text.ts'
import type { Steps } from '../schema/turns.ts'
import { bodyOptions } from './body-options.ts'
import { lowerComposition } from './lower-composition.ts'
import { renderInSteps } from './render-messages.ts'
import type { EncodedRequest, EncodeInput } from './wire.ts'

/** The name of the response format on this wire: what the simulated model and people find the composed schema by. */
export const SOLUTION = 'solution'

/** Without Tools and without a schema there is nothing to ask for but text. */
export const isTextOnly = ({ output, tools }: Composition): boolean => output === null && tools.length === 0

/** The `structured` wire: the composed schema is the response format; without Tools and schema, plain text. */
export function* encodeStructured(input: EncodeInput): Steps<EncodedRequest> {
  const { composition, model, inlineBytes } = input
  const isText = isTextOnly(composition)
  const lowered = lowerComposition(composition, input.strict && !isText, input)
  return {
    wire: 'structured',
    strict: lowered.strict,
    body: {
      model,
      messages: yield* renderInSteps(input.context, 'structured', {
        model,
        inlineBytes,
        files: input.files ?? [],
        rendered: input.rendered,
        textOutput: composition.output === null,
        keyed: lowered.openCall !== undefined,
      }),
      ...(isText ? {} : { response_format: responseFormat(lowered.schema, lowered.strict) }),
      ...bodyOptions(input),
    },
    schema: lowered.schema,
    changes: lowered.changes,
    liftCall: lowered.liftCall,
    liftOutput: lowered.liftOutput,
    ...(lowered.openCall && { openCall: lowered.openCall }),
  }
}

const formats = new WeakMap<JsonObject, JsonObject>()

/** The same object for the same schema, so that its text is written once for all turns. */
const responseFormat = (schema: JsonObject, strict: boolean): JsonObject => {
  const known = formats.get(schema)
  if (known) return known
  const format = keepText<JsonObject>({ type: 'json_schema', json_schema: { name: SOLUTION, strict, schema } })
  formats.set(keepText(schema), format)
  return format
}
