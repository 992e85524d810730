import type { Json, JsonObject } from '../schema/json.ts'

const text = (description: string, more: JsonObject = {}): JsonObject => ({ type: 'string', description, ...more })
const count = (description: string, example: number): JsonObject => ({
  type: 'integer',
  minimum: 1,
  description,
  default: example,
})
const choice = (description: string, values: readonly string[], chosen?: string): JsonObject => ({
  enum: [...values],
  description,
  ...(chosen !== undefined && { default: chosen }),
})
const group = (description: string, properties: { readonly [name: string]: Json }): JsonObject => ({
  type: 'object',
  description,
  properties,
  additionalProperties: false,
})

/** docs/contract/protocol.md#vocabulary, Limits, with their defaults. */
const LIMITS = group('What ends a Run or refuses a Call, by name.', {
  turns: count('Requests of one Loop.', 20),
  callsPerTurn: count('Calls in one answer; more are refused.', 128),
  calls: count('Calls of the whole Run.', 1000),
  depth: count('Modules inside modules.', 8),
  wallMs: count('Milliseconds of the whole Run, waiting for people not counted.', 900_000),
  callMs: count('Milliseconds of one Call.', 120_000),
  tokens: count('Tokens of the whole Run.', 1_000_000),
  cost: { type: 'number', minimum: 0, description: 'US dollars of the whole Run.', default: 5 },
  invalidTurns: count('Answers in a row without one valid Call or output.', 3),
  repeatedCalls: count('The same Tool and arguments in consecutive turns.', 5),
})

const COMPOSITION = group('How the one schema for the model is composed.', {
  reasoning: { type: 'boolean', description: 'Offer _reasoningForCall on every Tool.', default: true },
  explicitOutput: choice(
    'Whether the model may predict the result of a Tool that code works for.',
    ['optional', 'omit'],
    'optional',
  ),
  latentOutput: choice('Whether _output of a latent Tool is required.', ['optional', 'required'], 'optional'),
  outputPosition: choice('The place of _output among the properties.', ['last', 'first'], 'last'),
  questions: {
    type: 'boolean',
    description: 'Let the model ask the person back. The run waits for the answer.',
    default: false,
  },
  inlineBytes: count('Larger values are shown as a preview with a reference.', 2048),
})

/** The schema of every Config; the only source of its help in editors. */
export const CONFIG_SCHEMA: JsonObject = group(
  'Settings of a Request, merged: built-in, workspace, profile, Idea, run.',
  {
    model: text('The model to ask, optionally after an endpoint of the workspace: ENDPOINT/model.', {
      minLength: 1,
      examples: ['gpt-5-mini'],
    }),
    temperature: { type: 'number', minimum: 0, description: 'How much chance there is; 0 with Tools unless set.' },
    maxOutputTokens: count('Tokens one answer may have.', 4096),
    toolChoice: choice(
      'Whether the model is made to call. Anything but auto is sent on the tools wire.',
      ['auto', 'none', 'required'],
      'auto',
    ),
    wire: choice(
      'How the composition travels: one schema for the whole answer, native tools, or JSON mode.',
      ['structured', 'tools', 'json'],
      'structured',
    ),
    reasoning: group('For models that reason before they answer.', {
      effort: text('How long they may, in the words of the endpoint.', { examples: ['low', 'medium', 'high'] }),
    }),
    seed: {
      type: ['number', 'string'],
      description: 'Repeats what can be repeated. Sent to the endpoint as a whole number.',
    },
    topP: {
      type: 'number',
      exclusiveMinimum: 0,
      maximum: 1,
      description: 'Samples only from the most likely tokens, up to this share. Set this or temperature, not both.',
    },
    stop: {
      anyOf: [
        { type: 'string', minLength: 1 },
        { type: 'array', items: { type: 'string', minLength: 1 }, minItems: 1, maxItems: 4 },
      ],
      description: 'Ends the answer before this text. The Responses API cannot send it.',
    },
    serviceTier: text('The processing tier, in the words of the endpoint.', {
      minLength: 1,
      examples: ['flex', 'priority'],
    }),
    limits: LIMITS,
    allowUnpriced: {
      type: 'boolean',
      description: 'Ask models without a known price although limits.cost is set. That limit is then not enforced.',
      default: false,
    },
    composition: COMPOSITION,
  },
)
