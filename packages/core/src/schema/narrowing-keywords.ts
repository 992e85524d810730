/**
 * Keywords that leave fewer values of a type and build no new one. What has no room for them, such as a strict subset or
 * a TypeScript type, says them in words or says that they are lost. Descriptions say them in this order.
 */
export const NARROWING_KEYWORDS = [
  'minLength',
  'maxLength',
  'pattern',
  'format',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  'minItems',
  'maxItems',
  'uniqueItems',
  'contains',
  'minContains',
  'maxContains',
  'minProperties',
  'maxProperties',
  'propertyNames',
  'dependentRequired',
  'dependencies',
  'not',
  'contentEncoding',
  'contentMediaType',
  'unevaluatedItems',
]
