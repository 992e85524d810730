import { escapePointer, hasOwn, isObject } from '../schema/json.ts'
import type { Json, JsonObject, Pointer } from '../schema/json.ts'
import { nearestName } from '../schema/nearest-name.ts'

export interface ConfigIssue {
  readonly path: Pointer
  readonly message: string
  /** A field that nothing reads; everything else is wrong. */
  readonly isUnknownField: boolean
}

interface Rule {
  readonly expected: string
  readonly fits: (value: Json) => boolean
  readonly fields?: Fields
}
type Fields = { readonly [name: string]: Rule }

const text: Rule = { expected: 'a string', fits: (value) => typeof value === 'string' && value !== '' }
const flag: Rule = { expected: 'true or false', fits: (value) => typeof value === 'boolean' }
const count: Rule = {
  expected: 'a whole number, 1 or more',
  fits: (value) => Number.isInteger(value) && Number(value) >= 1,
}
const amount: Rule = { expected: 'a number, 0 or more', fits: (value) => typeof value === 'number' && value >= 0 }
const oneOf = (...values: readonly string[]): Rule => ({
  expected: values.join(', '),
  fits: (value) => typeof value === 'string' && values.includes(value),
})
const group = (fields: Fields): Rule => ({ expected: 'an object', fits: isObject, fields })

/** The most that endpoints take. */
const MOST_STOPS = 4
const isStop = (value: Json): boolean => typeof value === 'string' && value !== ''
const isCountOfStops = ({ length }: readonly Json[]): boolean => length > 0 && length <= MOST_STOPS

/** docs/contract/protocol.md#config. */
const CONFIG: Fields = {
  model: text,
  temperature: amount,
  maxOutputTokens: count,
  toolChoice: oneOf('auto', 'none', 'required'),
  wire: oneOf('structured', 'tools', 'json'),
  reasoning: group({ effort: text }),
  seed: {
    expected: 'a number or a string',
    fits: (value) => typeof value === 'number' || typeof value === 'string',
  },
  topP: {
    expected: 'a number above 0, up to 1',
    fits: (value) => typeof value === 'number' && value > 0 && value <= 1,
  },
  stop: {
    expected: `a text, or a list of 1 to ${MOST_STOPS} texts`,
    fits: (value) => isStop(value) || (Array.isArray(value) && isCountOfStops(value) && value.every(isStop)),
  },
  serviceTier: text,
  allowUnpriced: flag,
  limits: group({
    turns: count,
    callsPerTurn: count,
    calls: count,
    depth: count,
    wallMs: count,
    callMs: count,
    tokens: count,
    cost: amount,
    invalidTurns: count,
    repeatedCalls: count,
  }),
  composition: group({
    reasoning: flag,
    explicitOutput: oneOf('optional', 'omit'),
    latentOutput: oneOf('optional', 'required'),
    outputPosition: oneOf('last', 'first'),
    questions: flag,
    inlineBytes: count,
  }),
}

/** Faults of a Config in an Idea, a profile or `ensemble.json`. Paths point into it. */
export const checkConfig = (config: Json): readonly ConfigIssue[] =>
  isObject(config)
    ? checkFields(config, CONFIG, '', 'config')
    : [{ path: '', message: 'config must be an object.', isUnknownField: false }]

function checkFields(value: JsonObject, fields: Fields, path: Pointer, name: string): readonly ConfigIssue[] {
  return Object.entries(value).flatMap(([key, item]): readonly ConfigIssue[] => {
    const rule = hasOwn(fields, key) ? fields[key] : undefined
    const at = `${path}/${escapePointer(key)}`
    const full = `${name}.${key}`
    if (rule === undefined) return [{ path: at, message: unknownField(key, name, fields), isUnknownField: true }]
    if (!rule.fits(item)) return [{ path: at, message: `${full} must be ${rule.expected}.`, isUnknownField: false }]
    return rule.fields !== undefined && isObject(item) ? checkFields(item, rule.fields, at, full) : []
  })
}

function unknownField(key: string, name: string, fields: Fields): string {
  const nearest = nearestName(key, Object.keys(fields))
  const hint = nearest === undefined ? `It has ${Object.keys(fields).join(', ')}.` : `Did you mean ${nearest}?`
  return `${name} has no field ${key}. ${hint}`
}
