import type { Steps } from '../schema/turns.ts'
import { bodyOptions } from './body-options.ts'
import { renderInSteps } from './render-messages.ts'
import type { EncodedRequest, EncodeInput } from './wire.ts'

/** Comes before the schema; the line continues with the composed schema as JSON, and the Idea's system texts follow. */
export const JSON_INSTRUCTION = 'Answer with one JSON object and nothing else. It must fit this JSON Schema: '

/** JSON mode with the schema in the prompt: where a person chose it, or an endpoint refused every other way (docs/contract/protocol.md#composition). */
export function* encodeJson(input: EncodeInput): Steps<EncodedRequest> {
  const { composition, model, inlineBytes } = input
  const isText = composition.output === null && composition.tools.length === 0
  const messages = yield* renderInSteps(input.context, 'json', {
    model,
    inlineBytes,
    files: input.files ?? [],
    rendered: input.rendered,
    textOutput: composition.output === null,
    ...(!isText && { instruction: JSON_INSTRUCTION + JSON.stringify(composition.schema) }),
  })
  return {
    wire: 'json',
    strict: false,
    body: {
      model,
      messages,
      ...(isText ? {} : { response_format: { type: 'json_object' } }),
      ...bodyOptions(input),
    },
    schema: composition.schema,
    changes: [],
    liftCall: (_tool, value) => value,
    liftOutput: (value) => value,
  }
}
