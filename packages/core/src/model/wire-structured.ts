import type { JsonObject } from '../schema/json.ts'
import { bodyOptions } from './body-options.ts'
import { lowerComposition } from './lower-composition.ts'
import { renderMessages } from './render-messages.ts'
import type { EncodedRequest, EncodeInput } from './wire.ts'

/** The name of the response format on this wire: what the simulated model and people find the composed schema by. */
export const SOLUTION = 'solution'

/**
 * The `structured` wire: the composed schema is the response format (PROTOCOL.md §3). An Idea without Tools and without
 * a schema asks for plain text.
 */
export const encodeStructured = (input: EncodeInput): EncodedRequest => {
  const { composition, model, inlineBytes } = input
  const isText = composition.output === null && composition.tools.length === 0
  const lowered = lowerComposition(composition, input.strict && !isText)
  const responseFormat: JsonObject = {
    type: 'json_schema',
    json_schema: { name: SOLUTION, strict: lowered.strict, schema: lowered.schema },
  }
  return {
    wire: 'structured',
    strict: lowered.strict,
    body: {
      model,
      messages: renderMessages(input.context, 'structured', { inlineBytes, textOutput: composition.output === null }),
      ...(isText ? {} : { response_format: responseFormat }),
      ...bodyOptions(input),
    },
    schema: lowered.schema,
    changes: lowered.changes,
    liftCall: lowered.liftCall,
    liftOutput: lowered.liftOutput,
  }
}
