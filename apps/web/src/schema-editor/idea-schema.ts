import type { JsonObject } from '@ensemble/core'

/** What the editor completes and explains in an Idea and in a Tool (PROTOCOL.md §1, §2). Not a gate: core judges files. */

const text = (description: string): JsonObject => ({ type: 'string', description })
const schema = (description: string): JsonObject => ({ $ref: '#/definitions/schema', description })

const SCHEMA_KEYWORDS: JsonObject = {
  type: {
    enum: ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'],
    description: 'What kind of value this is.',
  },
  title: text('A short name for people.'),
  description: text('What the value means. Models choose by it: say it in a sentence.'),
  properties: { type: 'object', additionalProperties: { $ref: '#/definitions/schema' } },
  required: { type: 'array', items: { type: 'string' }, description: 'Names that have to be there.' },
  additionalProperties: {
    description: 'false closes the object; parameter objects are closed unless this opens them.',
  },
  items: schema('What every item of the array fits.'),
  prefixItems: { type: 'array', items: { $ref: '#/definitions/schema' } },
  enum: { type: 'array', description: 'The values that are possible.' },
  const: { description: 'The one value that is possible.' },
  default: { description: 'The value a form begins with.' },
  examples: { type: 'array', description: 'Values that show what is meant.' },
  minimum: { type: 'number' },
  maximum: { type: 'number' },
  minLength: { type: 'integer' },
  maxLength: { type: 'integer' },
  minItems: { type: 'integer' },
  maxItems: { type: 'integer' },
  pattern: text('A regular expression that the string matches; look-around and back-references are refused.'),
  format: text('date, date-time, email, uri …'),
  anyOf: { type: 'array', items: { $ref: '#/definitions/schema' } },
  oneOf: { type: 'array', items: { $ref: '#/definitions/schema' } },
  allOf: { type: 'array', items: { $ref: '#/definitions/schema' } },
  $ref: text('A schema defined elsewhere in this file, or tool://NAME in a tool Message.'),
  $defs: { type: 'object', additionalProperties: { $ref: '#/definitions/schema' } },
}

const META_FIELDS: JsonObject = {
  _tool: { description: 'The name of the Tool; filled in from the name it is registered under.' },
  _activity: { description: 'The name of the Activity that does the work; "" keeps the Tool latent.' },
  _module: {
    description: 'The Idea that answers: { "const": "idea://name" }, or an enum for the model to choose from.',
  },
  _imports: {
    description:
      'What a Call may see: input, state, state:PATH, data:KIND, text. A const is given, an array of enum is asked for.',
  },
  _outputPath: { description: 'Where in the state the result is written, such as †state.song.' },
  _instance: { description: 'Which instance the Call belongs to.' },
  _reasoningForCall: { description: 'The reason a model gives for this Call.' },
  _approval: { description: '"required", or { "when": SCHEMA }: a person confirms the Call before it runs.' },
  _idempotent: {
    description: 'false: after a crash in the middle the Call waits for a person instead of running again.',
  },
  _resolve: { enum: ['runtime', 'upfront', 'upfront+output'], description: "When the module's schema is merged in." },
  _output: { $ref: '#/definitions/schema', description: 'The schema of the result.' },
}

const definitions: JsonObject = {
  schema: { type: ['object', 'boolean'], properties: SCHEMA_KEYWORDS },
  tool: {
    type: 'object',
    properties: {
      ...SCHEMA_KEYWORDS,
      ...META_FIELDS,
      properties: {
        type: 'object',
        properties: META_FIELDS,
        additionalProperties: { $ref: '#/definitions/schema' },
        description: 'Meta fields first (with an underscore), then the parameters.',
      },
    },
  },
  message: {
    type: 'object',
    required: ['type'],
    properties: {
      type: {
        enum: ['text', 'tool', 'input', 'state', 'data'],
        description: 'text: read in its role · tool: Tools to call · input, state, data: titled blocks.',
      },
      text: text('Role, goal, constraints, procedure, examples.'),
      role: { enum: ['system', 'user', 'assistant'], description: 'system unless set.' },
      tool: { type: 'object', additionalProperties: { $ref: '#/definitions/tool' } },
      schema: schema('What the value fits.'),
      input: { description: 'The default that the form offers.' },
      state: { description: 'What the state begins with.' },
      kind: text('What the data is.'),
      data: { description: 'The value.' },
      description: text('What the data means.'),
      _instance: text('The instance this belongs to.'),
    },
  },
}

export const TOOL_SCHEMA: JsonObject = { $ref: '#/definitions/tool', definitions }
export const IDEA_SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    title: text('The name people see.'),
    description: text('What this Idea is for; callers and models read it.'),
    config: {
      type: 'object',
      properties: {
        model: text('The model that answers; the workspace’s own where it is left out.'),
        temperature: { type: 'number', description: '0 when Tools are present, unless set.' },
        maxOutputTokens: { type: 'integer' },
        toolChoice: { enum: ['auto', 'none', 'required'] },
        wire: { enum: ['structured', 'tools', 'json'] },
        reasoning: { type: 'object', properties: { effort: { type: 'string' } } },
        limits: { type: 'object' },
        composition: { type: 'object' },
        seed: { type: ['string', 'number'] },
      },
    },
    context: { type: 'array', items: { $ref: '#/definitions/message' }, description: 'What a model reads, in order.' },
    schema: schema('What the output fits; without it the Idea answers in text.'),
  },
  definitions,
}
