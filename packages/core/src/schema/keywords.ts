/** One keyword of JSON Schema 2020-12, as an editor offers and explains it. */
export interface KeywordDoc {
  readonly name: string
  /** Values it speaks of; none for a keyword that goes with any. */
  readonly of?: readonly ('string' | 'number' | 'integer' | 'array' | 'object')[]
  readonly docs: string
  readonly example: string
  /** The inserted value in an editor; `$1` is the cursor. */
  readonly insert: string
}

const NUMBERS = ['number', 'integer'] as const

/** The keywords of 2020-12 that Ensemble's validator applies, and its annotations. */
export const KEYWORDS: readonly KeywordDoc[] = [
  {
    name: 'type',
    docs: 'The JSON type of the value; a list allows several.',
    example: '"type": "string"',
    insert: '"$1"',
  },
  { name: 'title', docs: 'A short name for people; forms show it.', example: '"title": "City"', insert: '"$1"' },
  {
    name: 'description',
    docs: 'What the value means. Models choose and fill by it.',
    example: '"description": "City in English, such as Oslo"',
    insert: '"$1"',
  },
  {
    name: 'default',
    docs: 'The value that a form begins with. The validator never fills it in.',
    example: '"default": 3',
    insert: '$1',
  },
  {
    name: 'examples',
    docs: 'Values that fit, for people and models.',
    example: '"examples": ["Oslo", "Рим"]',
    insert: '[$1]',
  },
  { name: 'enum', docs: 'The only values allowed.', example: '"enum": ["celsius", "fahrenheit"]', insert: '["$1"]' },
  { name: 'const', docs: 'The one value allowed.', example: '"const": "report"', insert: '"$1"' },
  { name: 'minLength', of: ['string'], docs: 'The fewest characters.', example: '"minLength": 1', insert: '1' },
  { name: 'maxLength', of: ['string'], docs: 'The most characters.', example: '"maxLength": 200', insert: '$1' },
  {
    name: 'pattern',
    of: ['string'],
    docs: 'A regular expression found in the text; anchor it with ^ and $. No look-around, no back-references.',
    example: '"pattern": "^[A-Z]{3}$"',
    insert: '"^$1$"',
  },
  {
    name: 'format',
    of: ['string'],
    docs: 'A well-known form of text; the formats listed are checked.',
    example: '"format": "date"',
    insert: '"$1"',
  },
  {
    name: 'contentMediaType',
    of: ['string'],
    docs: 'The media type of what the text holds; an annotation.',
    example: '"contentMediaType": "text/markdown"',
    insert: '"$1"',
  },
  {
    name: 'contentEncoding',
    of: ['string'],
    docs: 'How bytes are written as text; an annotation.',
    example: '"contentEncoding": "base64"',
    insert: '"base64"',
  },
  { name: 'minimum', of: NUMBERS, docs: 'The smallest number allowed.', example: '"minimum": 0', insert: '0' },
  { name: 'maximum', of: NUMBERS, docs: 'The largest number allowed.', example: '"maximum": 10', insert: '$1' },
  {
    name: 'exclusiveMinimum',
    of: NUMBERS,
    docs: 'Numbers must be larger than this.',
    example: '"exclusiveMinimum": 0',
    insert: '0',
  },
  {
    name: 'exclusiveMaximum',
    of: NUMBERS,
    docs: 'Numbers must be smaller than this.',
    example: '"exclusiveMaximum": 1',
    insert: '$1',
  },
  {
    name: 'multipleOf',
    of: NUMBERS,
    docs: 'The number is a multiple of this.',
    example: '"multipleOf": 0.01',
    insert: '$1',
  },
  {
    name: 'items',
    of: ['array'],
    docs: 'The schema of every item (after those of prefixItems).',
    example: '"items": { "type": "string" }',
    insert: '{ "type": "$1" }',
  },
  {
    name: 'prefixItems',
    of: ['array'],
    docs: 'Schemas of the first items, by position.',
    example: '"prefixItems": [{ "type": "number" }]',
    insert: '[{ "type": "$1" }]',
  },
  { name: 'minItems', of: ['array'], docs: 'The fewest items.', example: '"minItems": 1', insert: '1' },
  { name: 'maxItems', of: ['array'], docs: 'The most items.', example: '"maxItems": 5', insert: '$1' },
  {
    name: 'uniqueItems',
    of: ['array'],
    docs: 'Every item is different.',
    example: '"uniqueItems": true',
    insert: 'true',
  },
  {
    name: 'contains',
    of: ['array'],
    docs: 'At least one item fits this schema.',
    example: '"contains": { "const": "lead" }',
    insert: '{ $1 }',
  },
  {
    name: 'minContains',
    of: ['array'],
    docs: 'The fewest items that must fit contains.',
    example: '"minContains": 2',
    insert: '$1',
  },
  {
    name: 'maxContains',
    of: ['array'],
    docs: 'The most items that may fit contains.',
    example: '"maxContains": 2',
    insert: '$1',
  },
  {
    name: 'unevaluatedItems',
    of: ['array'],
    docs: 'The schema of items that no other keyword covers.',
    example: '"unevaluatedItems": false',
    insert: 'false',
  },
  {
    name: 'properties',
    of: ['object'],
    docs: 'The schema of each property by name.',
    example: '"properties": { "city": { "type": "string" } }',
    insert: '{ "$1": { "type": "string" } }',
  },
  {
    name: 'required',
    of: ['object'],
    docs: 'Names of the required properties.',
    example: '"required": ["city"]',
    insert: '["$1"]',
  },
  {
    name: 'additionalProperties',
    of: ['object'],
    docs: 'The schema of properties that are not declared. Ensemble closes objects unless you open them with true.',
    example: '"additionalProperties": true',
    insert: 'false',
  },
  {
    name: 'patternProperties',
    of: ['object'],
    docs: 'Schemas of properties whose name matches a pattern.',
    example: '"patternProperties": { "^x-": {} }',
    insert: '{ "^$1": {} }',
  },
  {
    name: 'propertyNames',
    of: ['object'],
    docs: 'The schema that every property name must fit.',
    example: '"propertyNames": { "maxLength": 20 }',
    insert: '{ $1 }',
  },
  { name: 'minProperties', of: ['object'], docs: 'The fewest properties.', example: '"minProperties": 1', insert: '1' },
  { name: 'maxProperties', of: ['object'], docs: 'The most properties.', example: '"maxProperties": 9', insert: '$1' },
  {
    name: 'dependentRequired',
    of: ['object'],
    docs: 'Properties that are required if another one is present.',
    example: '"dependentRequired": { "card": ["holder"] }',
    insert: '{ "$1": [] }',
  },
  {
    name: 'dependentSchemas',
    of: ['object'],
    docs: 'A schema that the whole object must fit if a property is present.',
    example: '"dependentSchemas": { "card": { "required": ["holder"] } }',
    insert: '{ "$1": {} }',
  },
  {
    name: 'unevaluatedProperties',
    of: ['object'],
    docs: 'The schema of properties that no other keyword covers, including those in allOf.',
    example: '"unevaluatedProperties": false',
    insert: 'false',
  },
  {
    name: 'anyOf',
    docs: 'The value must fit at least one of these.',
    example: '"anyOf": [{ "type": "string" }, { "type": "null" }]',
    insert: '[{ $1 }]',
  },
  {
    name: 'oneOf',
    docs: 'The value must fit exactly one of these. Models handle anyOf better.',
    example: '"oneOf": [{ "const": "a" }, { "const": "b" }]',
    insert: '[{ $1 }]',
  },
  {
    name: 'allOf',
    docs: 'The value must fit all of these.',
    example: '"allOf": [{ "$ref": "#/$defs/base" }]',
    insert: '[{ $1 }]',
  },
  { name: 'not', docs: 'The value must not fit this.', example: '"not": { "const": "" }', insert: '{ $1 }' },
  {
    name: 'if',
    docs: 'If the value fits this, it must also fit then; otherwise else.',
    example: '"if": { "required": ["card"] }',
    insert: '{ $1 }',
  },
  {
    name: 'then',
    docs: 'The value must fit this if it fits if.',
    example: '"then": { "required": ["holder"] }',
    insert: '{ $1 }',
  },
  {
    name: 'else',
    docs: 'The value must fit this if it does not fit if.',
    example: '"else": { "required": ["cash"] }',
    insert: '{ $1 }',
  },
  {
    name: '$ref',
    docs: 'The schema at a place inside this one; nothing is fetched. In a tool Message, tool://NAME is a shared Tool.',
    example: '"$ref": "#/$defs/note"',
    insert: '"#/$defs/$1"',
  },
  {
    name: '$defs',
    docs: 'Schemas to refer to.',
    example: '"$defs": { "note": { "type": "integer" } }',
    insert: '{ "$1": {} }',
  },
  { name: '$anchor', docs: 'A name for this place, for $ref: "#name".', example: '"$anchor": "note"', insert: '"$1"' },
  {
    name: '$schema',
    docs: 'The dialect: 2020-12 unless draft-07 is named.',
    example: '"$schema": "https://json-schema.org/draft/2020-12/schema"',
    insert: '"https://json-schema.org/draft/2020-12/schema"',
  },
  {
    name: '$id',
    docs: 'An address of the schema; an annotation here.',
    example: '"$id": "https://example.com/a.json"',
    insert: '"$1"',
  },
  {
    name: '$comment',
    docs: 'A note for readers of the file; no model sees it.',
    example: '"$comment": "kept for old clients"',
    insert: '"$1"',
  },
  {
    name: 'deprecated',
    docs: 'Should no longer be used; an annotation.',
    example: '"deprecated": true',
    insert: 'true',
  },
  {
    name: 'readOnly',
    docs: 'Callers do not set it; an annotation.',
    example: '"readOnly": true',
    insert: 'true',
  },
  { name: 'writeOnly', docs: 'Results never contain it; an annotation.', example: '"writeOnly": true', insert: 'true' },
]

/** Accepted without being offered: draft-07, dynamic references, the vocabulary of annotations. */
const ALSO_KNOWN = [
  'definitions',
  'dependencies',
  'additionalItems',
  '$dynamicRef',
  '$dynamicAnchor',
  '$recursiveRef',
  '$recursiveAnchor',
  '$vocabulary',
  'contentSchema',
  'id',
  'nullable',
  'discriminator',
  'xml',
  'externalDocs',
  'example',
]

/** Keywords whose value is one number that a form asks for. */
export const NUMBER_KEYWORDS: ReadonlySet<string> = new Set([
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
])

const byName: ReadonlyMap<string, KeywordDoc> = new Map(KEYWORDS.map((keyword) => [keyword.name, keyword]))
export const keywordDoc = (name: string): KeywordDoc | undefined => byName.get(name)
export const KEYWORD_NAMES: readonly string[] = [...KEYWORDS.map(({ name }) => name), ...ALSO_KNOWN]
