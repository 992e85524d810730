import type { JsonObject } from './json.ts'

/** A keyword that leaves no value to fit; `message` says with which other one. */
export interface Contradiction {
  readonly keyword: string
  readonly message: string
}

type Pair = readonly [lower: string, upper: string, mayBeEqual: boolean]
const PAIRS: readonly Pair[] = [
  ['minimum', 'maximum', true],
  ['minimum', 'exclusiveMaximum', false],
  ['exclusiveMinimum', 'maximum', false],
  ['exclusiveMinimum', 'exclusiveMaximum', false],
  ['minLength', 'maxLength', true],
  ['minItems', 'maxItems', true],
  ['minContains', 'maxContains', true],
  ['minProperties', 'maxProperties', true],
]

/** Contradictions in one schema: a lower bound above its upper one, an `enum` without values. */
export const contradictionsIn = (schema: JsonObject): readonly Contradiction[] => {
  const bounds = PAIRS.flatMap(([lower, upper, mayBeEqual]): readonly Contradiction[] => {
    const [low, high] = [schema[lower], schema[upper]]
    if (typeof low !== 'number' || typeof high !== 'number') return []
    if (low < high || (low === high && mayBeEqual)) return []
    const how = low === high ? 'leaves nothing below' : 'is above'
    return [{ keyword: lower, message: `${lower} ${low} ${how} ${upper} ${high}, so no value fits.` }]
  })
  return Array.isArray(schema.enum) && schema.enum.length === 0
    ? [...bounds, { keyword: 'enum', message: 'enum lists no value, so no value fits.' }]
    : bounds
}
