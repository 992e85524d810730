import { TYPE_NAMES } from '../schema/check-schema.ts'
import { FORMATS } from '../schema/formats.ts'
import type { Json, JsonObject } from '../schema/json.ts'
import { KEYWORDS } from '../schema/keywords.ts'
import type { KeywordDoc } from '../schema/keywords.ts'
import { SCHEMA_KEYWORDS, SCHEMA_LIST_KEYWORDS, SCHEMA_MAP_KEYWORDS } from '../schema/subschemas.ts'
import { META_FIELDS } from '../tool/meta-fields.ts'
import type { MetaField } from '../tool/meta-fields.ts'
import { NAME_PATTERN } from '../tool/name.ts'
import { CONFIG_SCHEMA } from './config-schema.ts'

export const DIALECT = 'https://json-schema.org/draft/2020-12/schema'
export const ref = (name: string): JsonObject => ({ $ref: `#/$defs/${name}` })
const NAME: JsonObject = { pattern: NAME_PATTERN.source }

const COUNTS = /^(?:min|max)(?:Length|Items|Properties|Contains)$/u
const NUMBERS = new Set(['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'])
const FLAGS = new Set(['uniqueItems', 'deprecated', 'readOnly', 'writeOnly'])
const NAMES: JsonObject = { type: 'array', items: { type: 'string' } }

const valueOf = (name: string): JsonObject => {
  if (SCHEMA_KEYWORDS.has(name)) return ref('schema')
  if (SCHEMA_LIST_KEYWORDS.has(name)) return { type: 'array', minItems: 1, items: ref('schema') }
  if (SCHEMA_MAP_KEYWORDS.has(name)) return { type: 'object', additionalProperties: ref('schema') }
  if (COUNTS.test(name)) return { type: 'integer', minimum: 0 }
  if (NUMBERS.has(name)) return { type: 'number' }
  if (FLAGS.has(name)) return { type: 'boolean' }
  switch (name) {
    case 'type':
      return { anyOf: [ref('type'), { type: 'array', minItems: 1, items: ref('type') }] }
    case 'format':
      return { type: 'string', examples: [...FORMATS.keys()] }
    case 'multipleOf':
      return { type: 'number', exclusiveMinimum: 0 }
    case 'required':
      return NAMES
    case 'dependentRequired':
      return { type: 'object', additionalProperties: NAMES }
    case 'enum':
    case 'examples':
      return { type: 'array' }
    case 'const':
    case 'default':
      return {}
    default:
      return { type: 'string' }
  }
}

const documented = ({ name, docs, example }: KeywordDoc): JsonObject => ({
  ...valueOf(name),
  description: `${docs} Example: ${example}`,
})

const keywordProperties: JsonObject = Object.fromEntries(KEYWORDS.map((keyword) => [keyword.name, documented(keyword)]))

/** How a meta field is written among the properties or at the root; what it may hold is the protocol's to judge. */
const metaSchema = ({ docs, example, accepts }: MetaField): JsonObject => ({
  ...(accepts.includes('schema') && ref('schema')),
  description: `${docs} Example: ${example}`,
})

const META: JsonObject = Object.fromEntries(
  META_FIELDS.flatMap((field) =>
    [field.name, ...(field.alias === undefined ? [] : [field.alias])].map((name) => [name, metaSchema(field)]),
  ),
)

const TOOL: JsonObject = {
  type: 'object',
  description: 'One capability: an object schema whose properties are the parameters; names with _ are meta fields.',
  properties: {
    ...keywordProperties,
    type: { const: 'object' },
    ...META,
    properties: {
      type: 'object',
      properties: META,
      patternProperties: { '^[^_]': ref('schema') },
      additionalProperties: false,
    },
  },
}

const message = (type: string, description: string, fields: JsonObject, required: readonly string[]): JsonObject => ({
  type: 'object',
  description,
  properties: { type: { const: type, description }, ...fields },
  required: ['type', ...required],
  additionalProperties: false,
})
const INSTANCE: JsonObject = { type: 'string', description: 'The world of its own this belongs to.' }
const ROLE: JsonObject = { enum: ['system', 'user', 'assistant'], description: 'Who says it; system unless said.' }

const MESSAGES: readonly JsonObject[] = [
  message(
    'text',
    'Text the model reads: role, goal, constraints, procedure, examples.',
    { text: { type: 'string', description: 'The text.' }, role: ROLE },
    ['text'],
  ),
  message(
    'tool',
    'Tools that the model may call.',
    {
      tool: {
        type: 'object',
        description: 'Tools by name.',
        propertyNames: NAME,
        additionalProperties: { anyOf: [ref('toolReference'), ref('tool')] },
      },
    },
    ['tool'],
  ),
  message(
    'input',
    'The input: its schema is the form, input the default offered there.',
    { schema: ref('schema'), input: { description: 'What the form offers first.' }, _instance: INSTANCE },
    [],
  ),
  message(
    'state',
    'The scratchpad that Calls write by _outputPath.',
    { schema: ref('schema'), state: { description: 'What it holds at first.' }, _instance: INSTANCE },
    [],
  ),
  message(
    'data',
    'Data of a kind; the same kind merges, later wins.',
    {
      kind: { type: 'string', description: 'What it is; imports name it as data:<kind>.' },
      data: { description: 'Any value; for kind file an Artifact.' },
      schema: ref('schema'),
      description: { type: 'string', description: 'What it means, for the model.' },
      _instance: INSTANCE,
    },
    ['kind', 'data'],
  ),
]

const TYPES_OF_MESSAGES: readonly string[] = ['text', 'tool', 'input', 'state', 'data']

const PLAIN_MESSAGE: JsonObject = {
  type: 'object',
  description: 'A text Message as chat endpoints write it.',
  properties: { role: ROLE, content: { type: ['string', 'array'], description: 'The text.' } },
  required: ['role', 'content'],
  additionalProperties: false,
}

export const SHARED_DEFS: JsonObject = {
  config: CONFIG_SCHEMA,
}

const TOOL_REFERENCE: JsonObject = {
  type: 'object',
  description: 'A shared Tool of the workspace. Members next to $ref are added to it.',
  properties: { $ref: { type: 'string', pattern: '^tool://', description: 'tool://NAME, from tools/NAME.json.' } },
  required: ['$ref'],
}

/** `docs/schemas/idea.schema.json`: an Idea for any editor. The only source of the file (a test compares them). */
export const IDEA_SCHEMA: JsonObject = {
  $schema: DIALECT,
  title: 'Idea',
  description: 'A saved Request: a context of Messages and the schema of its output.',
  type: 'object',
  properties: {
    $schema: { type: 'string', description: 'The address of this schema, for editors.' },
    title: { type: 'string', description: 'A name for people.' },
    description: { type: 'string', description: 'What it is for, in a sentence, for people and those who call it.' },
    config: { ...ref('config'), description: 'Settings of its Requests.' },
    context: { type: 'array', description: 'The Messages, in order.', items: ref('message') },
    schema: { ...ref('schema'), description: 'The schema of the output; without one it answers in text.' },
  },
  required: ['context'],
  additionalProperties: false,
  $defs: {
    ...SHARED_DEFS,
    message: {
      // Said once more for editors that offer the values of the one branch that fits best.
      properties: { type: { enum: TYPES_OF_MESSAGES, description: 'What kind of Message it is.' } },
      anyOf: [...MESSAGES, PLAIN_MESSAGE],
    },
    toolReference: TOOL_REFERENCE,
    tool: TOOL,
    schema: { type: ['object', 'boolean'], properties: keywordProperties },
    type: { enum: [...TYPE_NAMES] },
  },
}

/** The schema of `tools/NAME.json`. */
export const TOOL_SCHEMA: JsonObject = {
  $schema: DIALECT,
  ...TOOL,
  title: 'Tool',
  $defs: definitionsOf(['schema', 'type']),
}

function definitionsOf(names: readonly string[]): JsonObject {
  const all = IDEA_SCHEMA.$defs as JsonObject // written above
  return Object.fromEntries(names.map((name): [string, Json] => [name, all[name] ?? true]))
}
