import { FORMATS } from '../schema/formats.ts'
import { hasOwn, isObject, type Json, type JsonObject } from '../schema/json.ts'
import { OPTIONAL_KEYWORDS, STRICT_FORMATS } from '../schema/lower/kept-keywords.ts'
import { parseJson } from '../schema/parse-json.ts'
import type { ChatBody } from './model.ts'

/** Keywords tried together: values that a model hardly gives unless the endpoint keeps to them. */
interface Trial {
  readonly keywords: readonly string[]
  readonly properties: JsonObject
  readonly fits: { readonly [property: string]: (value: Json) => boolean }
}

const isCode = (value: Json): boolean => typeof value === 'string' && /^zq[0-9]{3}$/.test(value)
const CODE = { type: 'string', pattern: '^zq[0-9]{3}$' } as const

const TRIALS: readonly Trial[] = [
  {
    keywords: ['pattern'],
    // An optional parameter is one that may be null.
    properties: { code: CODE, again: { ...CODE, type: ['string', 'null'] } },
    fits: { code: isCode, again: (value) => value === null || isCode(value) },
  },
  {
    keywords: ['format'],
    properties: Object.fromEntries(STRICT_FORMATS.map((format) => [format, { type: 'string', format }])),
    fits: Object.fromEntries(
      STRICT_FORMATS.map((format) => [
        format,
        (value: Json) => typeof value === 'string' && FORMATS.get(format)?.(value) === true,
      ]),
    ),
  },
  {
    keywords: OPTIONAL_KEYWORDS.number,
    properties: {
      whole: { type: 'integer', minimum: 7301, maximum: 7309 },
      part: { type: 'number', exclusiveMinimum: 7.25, exclusiveMaximum: 7.75, multipleOf: 0.125 },
    },
    fits: {
      whole: (value) => Number.isInteger(value) && Number(value) >= 7301 && Number(value) <= 7309,
      part: (value) => value === 7.375 || value === 7.5 || value === 7.625,
    },
  },
  {
    keywords: OPTIONAL_KEYWORDS.array,
    properties: { list: { type: 'array', items: { type: 'boolean' }, minItems: 7, maxItems: 7 } },
    fits: { list: (value) => Array.isArray(value) && value.length === 7 },
  },
  {
    keywords: ['minLength', 'maxLength'],
    properties: { text: { type: 'string', minLength: 23, maxLength: 24 } },
    fits: { text: (value) => typeof value === 'string' && (value.length === 23 || value.length === 24) },
  },
]

/** All of them at once. */
const ALL: Trial = {
  keywords: TRIALS.flatMap(({ keywords }) => keywords),
  properties: Object.assign({}, ...TRIALS.map(({ properties }) => properties)) as JsonObject, // of JsonObjects
  fits: Object.assign({}, ...TRIALS.map(({ fits }) => fits)) as Trial['fits'], // as above
}

const bodyOf = (model: string, { properties }: Trial): ChatBody => ({
  model,
  messages: [{ role: 'user', content: 'Fill in the form with any values. Answer as JSON.' }],
  response_format: {
    type: 'json_schema',
    json_schema: {
      name: 'probe',
      strict: true,
      schema: { type: 'object', properties, required: Object.keys(properties), additionalProperties: false },
    },
  },
})

const isKept = ({ fits }: Trial, text: string): boolean => {
  const answer = parseJson(text)
  if (!answer.ok || !isObject(answer.value)) return false
  const { value } = answer
  return Object.entries(fits).every(([name, isFit]) => hasOwn(value, name) && isFit(value[name] ?? null))
}

/**
 * The keywords that strict mode takes and keeps to (docs/contract/protocol.md#composition): one question about all of
 * them, else one about each kind. `asks` gives whether an endpoint answered a body so.
 */
export const probeKeywords = async (
  model: string,
  asks: (body: ChatBody, isRight: (text: string) => boolean) => Promise<boolean>,
): Promise<readonly string[]> => {
  const holds = (trial: Trial): Promise<boolean> => asks(bodyOf(model, trial), (text) => isKept(trial, text))
  if (await holds(ALL)) return ALL.keywords
  const kept: string[] = []
  for (const trial of TRIALS) if (await holds(trial)) kept.push(...trial.keywords)
  return kept
}
